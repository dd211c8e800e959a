// Analytics and dashboard over a year of posts, 100 campaigns, and 20 users; their growth; and exports of leads in constant
// memory.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { analyticsQuery } from '#shared/analytics.ts';
import type { Core } from '#core/open.ts';
import { processCpuMilliseconds } from './cpu.ts';
import { type Figure, inventUser, openBench, start } from './generated-data.ts';
import { fillFetched, fillPosts, makeCampaigns, type User } from './kept-figures.ts';
import { postSizes } from './sizes.ts';

const users = 20;
const campaignsEach = 5;
const repeats = 40;
const yearMs = 365 * 86_400_000;
const sizes = [10_000, 100_000, 1_000_000];
const target = '≤ 150 ms';

interface Times {
  /** 95th percentile of wall-clock time, which other load on the machine can lengthen, and of CPU time. */
  wall: number;
  cpu: number;
}
const p95Of = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

async function p95(work: (round: number) => Promise<unknown>): Promise<Times> {
  const [wall, cpu]: number[][] = [[], []];
  for (let round = 0; round < repeats; round += 1) {
    const [began, spent] = [performance.now(), processCpuMilliseconds()];
    await work(round);
    wall?.push(performance.now() - began);
    cpu?.push(processCpuMilliseconds() - spent);
  }
  return { wall: p95Of(wall ?? []), cpu: p95Of(cpu ?? []) };
}

interface Measured {
  posts: number;
  times: Map<string, Times>;
  fillMs: number;
  daysCounted: number;
}

const queries: Record<string, Record<string, string>> = {
  'analytics, 30 days': {},
  'analytics, 12 months': { from: new Date(start).toISOString(), to: new Date(start + yearMs).toISOString() },
  'analytics, 12 months in Asia/Kathmandu': { from: '2026-11-02', to: '2027-10-31', zone: 'Asia/Kathmandu' },
};

async function measure(core: Core, owners: readonly User[]): Promise<Map<string, Times>> {
  const times = new Map<string, Times>();
  const ownerOf = (round: number): User => owners[round % owners.length] ?? { kind: 'user', userId: '1', role: 'user' };
  for (const [name, query] of Object.entries(queries))
    times.set(name, await p95((round) => core.insights.analytics.get(ownerOf(round), analyticsQuery.parse(query))));
  times.set('dashboard', await p95((round) => core.insights.dashboard.get(ownerOf(round))));
  return times;
}

async function measureSize(posts: number): Promise<Measured> {
  const { core, clock, close } = await openBench();
  try {
    const owners: User[] = [];
    for (let n = 0; n < users; n += 1) owners.push(await inventUser(core, `user${n}`));
    const campaigns = await makeCampaigns(core, owners, campaignsEach);
    await fillPosts(core, campaigns, posts);
    await fillFetched(core, campaigns);
    await core.db.raw('analyze');
    clock.now = start + yearMs - 3_600_000;
    const began = performance.now();
    const { days } = await core.insights.analytics.keep(new AbortController().signal);
    const fillMs = performance.now() - began;
    return { posts, times: await measure(core, owners), fillMs, daysCounted: days };
  } finally {
    await close();
  }
}

const figureOf = (figure: string, ours: string, more: Partial<Figure> = {}): Figure => ({
  figure,
  ours,
  yardstick: '',
  ratio: '',
  target: '',
  ...more,
});

/** Exponent of `time ~ posts^exponent` between the smallest and the largest size. */
function growth(small: Measured, large: Measured, name: string): string {
  const times = (large.times.get(name)?.cpu ?? 0) / (small.times.get(name)?.cpu ?? 1);
  return (Math.log(times) / Math.log(large.posts / small.posts)).toFixed(2);
}

/** A small heap, so that the peak shows what is needed instead of how rarely garbage is collected. */
const heap = '--max-old-space-size=96';

const runExport = (...words: string[]): string =>
  execFileSync(process.execPath, [heap, fileURLToPath(new URL('export-leads.ts', import.meta.url)), ...words], { encoding: 'utf8' });

/** Each export runs in its own process, because a process rarely returns memory. */
function exportFigures(): Figure[] {
  return [10_000, 100_000].map((leads) => {
    const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
    runExport('fill', folder, String(leads));
    const measured = JSON.parse(runExport('export', folder, String(leads))) as Record<'seconds' | 'megabytes' | 'before' | 'peak', number>;
    rmSync(folder, { recursive: true, force: true });
    return figureOf(`export.csv of ${leads} leads`, `${measured.seconds.toFixed(1)} s, ${measured.megabytes.toFixed(1)} MB`, {
      yardstick: `peak RSS ${Math.round(measured.peak)} MB, ${Math.round(measured.before)} MB before`,
      target: 'the same memory',
    });
  });
}

/** One line per figure at the largest size, with its growth from the smallest. */
export async function run(): Promise<Figure[]> {
  const measured: Measured[] = [];
  for (const size of postSizes(sizes)) {
    console.error(`  ${size} posts …`);
    measured.push(await measureSize(size));
  }
  const [small, large] = [measured[0], measured.at(-1)];
  if (!small || !large) return [];
  const figures = [...large.times].map(([name, ms]) =>
    figureOf(`${name} (${large.posts} posts)`, `${ms.wall.toFixed(1)} ms p95, ${ms.cpu.toFixed(1)} ms of processor`, {
      yardstick: `processor ${measured.map(({ posts, times }) => `${posts}: ${(times.get(name)?.cpu ?? 0).toFixed(1)}`).join(', ')}`,
      ratio: measured.length > 1 ? `posts^${growth(small, large, name)}` : '',
      target,
    }),
  );
  const fill = figureOf(`counting ${large.daysCounted} days of users anew, in the background`, `${(large.fillMs / 1000).toFixed(1)} s`, {
    yardstick: `${(large.fillMs / large.daysCounted).toFixed(1)} ms a day of a user`,
  });
  return [...figures, fill, ...exportFigures()];
}

if (import.meta.main) console.table(await run());
