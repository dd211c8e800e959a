// npm run bench lists what there is; npm run bench NAME… [-- --posts N] prints a table of figures with their references from the
// same run, saved in bench/results/<date>.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform } from 'node:os';
import { run as firstview } from './first-view.ts';
import { run as firstHour } from './first-hour.ts';
import { run as freshness } from './freshness.ts';
import { run as growth } from './growth.ts';
import { run as ingest } from './ingest.ts';
import { run as keys } from './keys.ts';
import { run as memory } from './memory.ts';
import { run as others } from './others.ts';
import { run as requests } from './requests.ts';
import { run as score } from './score.ts';
import { names, postgresServers } from './sizes.ts';
import { run as start } from './start.ts';

interface Figure {
  figure: string;
  ours: string | number;
  yardstick: string | number | null;
  ratio: string | number | null;
  target: string;
}

interface Bench {
  about: string;
  run: () => Promise<Figure[]>;
}

const benches: Record<string, Bench> = {
  score: { about: 'posts scored per second of CPU time', run: score },
  ingest: { about: 'posts per second from reading to the disk, and how late the event loop is', run: ingest },
  growth: { about: 'how the CPU time of each view grows with posts or campaigns', run: growth },
  requests: { about: 'requests per second beside a bare Koa route', run: requests },
  others: { about: 'how long one user waits for another who reads or writes much (minutes)', run: others },
  memory: { about: 'memory while people read (minutes)', run: memory },
  freshness: { about: 'seconds from a post on Reddit to its toast (minutes)', run: freshness },
  firsthour: { about: 'in how many of 20 trades a fresh instance without Reddit finds conversations of the field', run: firstHour },
  start: { about: 'start to the first answer, empty and with a million posts (minutes)', run: start },
  keys: { about: 'key presses and seconds of a day and of a first run; milliseconds from j to its painted row (minutes)', run: keys },
  firstview: { about: 'kilobytes of script before a page shows anything', run: firstview },
};

/** Those that `--database postgres` applies to. */
const onPostgres = new Set(['requests', 'freshness', 'growth']);

/** A figure without a number, or with one computed from nothing. */
const isEmpty = ({ ours, ratio }: Figure): boolean => !/\d/.test(String(ours)) || /NaN|Infinity|undefined/.test(`${ours} ${ratio}`);

async function measure(name: string): Promise<{ figures: Figure[]; failures: string[] }> {
  console.error(`${name} …`);
  const figures = (await benches[name]?.run()) ?? [];
  const failures = figures.filter(isEmpty).map(({ figure }) => `${name} measured nothing for "${figure}"`);
  return { figures, failures: figures.length === 0 ? [`${name} measured nothing`] : failures };
}

const unknown = names.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`Unknown bench: ${unknown.join(', ')}. Choose from ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}
if (names.length === 0) {
  for (const [name, { about }] of Object.entries(benches)) console.log(`npm run bench ${name.padEnd(10)} ${about}`);
  process.exit(0);
}
const chosen = Object.keys(benches).filter((name) => names.includes(name));
const sqliteOnly = chosen.filter((name) => !onPostgres.has(name));
if (postgresServers !== null && sqliteOnly.length > 0) {
  console.error(`Only ${[...onPostgres].join(', ')} can run with --database postgres, not ${sqliteOnly.join(', ')}.`);
  process.exit(2);
}
const startedAtLoad = loadavg()[0] ?? 0;
const results = [];
for (const name of chosen) results.push(await measure(name));
const figures = results.flatMap((result) => result.figures);
console.table(figures);
const failures = results.flatMap((result) => result.failures);
for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exit(1);

mkdirSync('bench/results', { recursive: true });
const file = `bench/results/${new Date().toISOString().slice(0, 10)}.json`;
const machine = {
  platform: `${platform()} ${arch()}`,
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  load: [startedAtLoad, loadavg()[0] ?? 0],
  node: process.versions.node,
};
writeFileSync(file, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
console.error(`Saved to ${file}`);
