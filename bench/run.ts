// npm run bench [NAME…] [-- --posts N]: a table of figures with their yardsticks from the same run, saved in
// bench/results/<date>.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform } from 'node:os';
import { run as analytics } from './analytics.ts';
import { run as copy } from './copy.ts';
import { run as enumeration } from './enumeration.ts';
import { run as firstview } from './first-view.ts';
import { run as freshness } from './freshness.ts';
import { run as growth } from './growth.ts';
import { run as ingest } from './ingest.ts';
import { run as ingestedMemory } from './ingested-memory.ts';
import { run as instanceTraining } from './instance-training.ts';
import { run as learning } from './learning.ts';
import { run as leads } from './leads.ts';
import { run as lists } from './lists.ts';
import { run as match } from './match.ts';
import { run as memory } from './memory.ts';
import { run as model } from './model.ts';
import { run as others } from './others.ts';
import { run as reads } from './reads.ts';
import { run as requests } from './requests.ts';
import { run as rounds } from './rounds.ts';
import { run as score } from './score.ts';
import { names, postgresServers } from './sizes.ts';
import { run as sockets } from './sockets.ts';
import { run as start } from './start.ts';

interface Figure {
  figure: string;
  ours: string | number;
  yardstick: string | number | null;
  ratio: string | number | null;
  target: string;
}

const benches: Record<string, () => Promise<Figure[]>> = {
  match,
  score,
  leads,
  learning,
  model,
  ingest,
  lists,
  growth,
  reads,
  others,
  analytics,
  requests,
  sockets,
  memory,
  freshness,
  rounds,
  copy,
  start,
  enumeration,
  firstview,
  'ingested-memory': ingestedMemory,
  'instance-training': instanceTraining,
};
/** Take minutes to an hour; training needs a file that is not in the repository. */
const onlyByName = new Set(['instance-training', 'memory', 'ingested-memory', 'freshness', 'rounds', 'copy', 'start']);

/** Those that `--database postgres` applies to. */
const onPostgres = new Set(['requests', 'freshness', 'growth', 'sockets']);

/** A figure without a number, or with one computed from nothing. */
const isEmpty = ({ ours, ratio }: Figure): boolean => !/\d/.test(String(ours)) || /NaN|Infinity|undefined/.test(`${ours} ${ratio}`);

async function measure(name: string): Promise<{ figures: Figure[]; failures: string[] }> {
  console.error(`${name} …`);
  const figures = (await benches[name]?.()) ?? [];
  const failures = figures.filter(isEmpty).map(({ figure }) => `${name} measured nothing for "${figure}"`);
  return { figures, failures: figures.length === 0 ? [`${name} measured nothing`] : failures };
}

const unknown = names.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`Unknown bench: ${unknown.join(', ')}. Choose from ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}
const chosen = Object.keys(benches).filter((name) => (names.length === 0 ? !onlyByName.has(name) : names.includes(name)));
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
