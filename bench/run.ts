// npm run bench [NAME…]: one table of figures beside the yardstick of the same run; kept in bench/results/<date>.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import { run as analytics } from './analytics.ts';
import { run as enumeration } from './enumeration.ts';
import { run as firstview } from './first-view.ts';
import { run as ingest } from './ingest.ts';
import { run as learning } from './learning.ts';
import { run as lists } from './lists.ts';
import { run as match } from './match.ts';
import { run as model } from './model.ts';
import { run as score } from './score.ts';

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
  learning,
  model,
  ingest,
  lists,
  analytics,
  enumeration,
  firstview,
};
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}

const figures: Figure[] = [];
for (const [name, run] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`${name} …`);
  figures.push(...(await run()));
}
console.table(figures);
mkdirSync('bench/results', { recursive: true });
const file = `bench/results/${new Date().toISOString().slice(0, 10)}.json`;
const machine = {
  platform: `${platform()} ${arch()}`,
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  node: process.versions.node,
};
writeFileSync(file, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
console.error(`Kept in ${file}`);
