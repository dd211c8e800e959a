import type { Core } from '#core/open.ts';
import { leadListQuery } from '#shared/leads.ts';
import { postListQuery } from '#shared/posts.ts';
import { type Figure, inventUser, itemEveryMs, openBench } from './generated-data.ts';
import { fillPosts } from './lists.ts';
import { postSizes } from './sizes.ts';

const sizes = postSizes([10_000, 100_000, 1_000_000]);
const users = 20;

type User = Awaited<ReturnType<typeof inventUser>>;

const views: Record<string, (core: Core, user: User) => Promise<unknown>> = {
  'posts, first page': (core, user) => core.inbox.posts.list(user, postListQuery.parse({})),
  'leads, first page': (core, user) => core.inbox.leads.list(user, leadListQuery.parse({})),
  'search, two words': (core, user) => core.inbox.posts.list(user, postListQuery.parse({ q: 'camera wedding' })),
  dashboard: (core, user) => core.insights.dashboard.get(user),
  campaigns: (core, user) => core.inbox.campaigns.list(user, { limit: 25 }),
};

/** Median of three rounds of all users in ms, after one that warms up: other work on the machine shouldn't look like growth. */
async function median(work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 4 * users; round += 1) {
    const began = performance.now();
    await work(round);
    if (round >= users) times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** The time of each view over a database of its own. */
async function measure(total: number): Promise<Map<string, number>> {
  const { core, clock, close } = await openBench();
  const owners: User[] = [];
  for (let n = 0; n < users; n += 1) owners.push(await inventUser(core, `user${n}`));
  await fillPosts(core, owners, total);
  clock.now += total * itemEveryMs;
  const times = new Map<string, number>();
  for (const [name, view] of Object.entries(views)) {
    times.set(
      name,
      await median((round) => {
        const owner = owners[round % users];
        return owner ? view(core, owner) : Promise.reject(new Error('No user'));
      }),
    );
  }
  await close();
  return times;
}

/** Slope of the line through the logarithms: 0 is the same time at every size, 1 grows with the number of posts. */
function exponentOf(points: readonly { size: number; time: number }[]): number {
  const logs = points.map(({ size, time }) => ({ x: Math.log(size), y: Math.log(time) }));
  const mean = (of: (point: { x: number; y: number }) => number) => logs.reduce((sum, point) => sum + of(point), 0) / logs.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  return mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2);
}

/** How the time of each view grows with the number of posts. */
export async function run(): Promise<Figure[]> {
  if (new Set(sizes).size < 2) throw new Error('growth needs two sizes: npm run bench growth -- --posts 10000 --posts 100000');
  const measured: { size: number; times: Map<string, number> }[] = [];
  for (const size of sizes) measured.push({ size, times: await measure(size) });
  return Object.keys(views).map((name) => {
    const points = measured.map(({ size, times }) => ({ size, time: times.get(name) ?? Number.NaN }));
    return {
      figure: `${name}, exponent of its growth`,
      ours: exponentOf(points).toFixed(2),
      yardstick: points.map(({ size, time }) => `${size}: ${time.toFixed(1)} ms`).join(', '),
      ratio: '',
      target: '≤ 0.5',
    };
  });
}
