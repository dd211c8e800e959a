import { type Figure, inventUser, itemEveryMs, openBench } from './generated-data.ts';
import { timeCampaigns } from './growth-by-campaigns.ts';
import { timeViews } from './growth-views.ts';
import { fillPosts } from './lists.ts';
import { campaignSizes, postSizes } from './sizes.ts';

const users = 20;

/** The time of each view over a database of its own. */
async function timePosts(total: number): Promise<Map<string, number>> {
  const { core, clock, close } = await openBench();
  const owners: Awaited<ReturnType<typeof inventUser>>[] = [];
  for (let n = 0; n < users; n += 1) owners.push(await inventUser(core, `user${n}`));
  await fillPosts(core, owners, total);
  clock.now += total * itemEveryMs;
  const times = await timeViews(core, owners);
  await close();
  return times;
}

/** Slope of the line through the logarithms: 0 is the same time at every size, 1 grows as the size does. */
function exponentOf(points: readonly { size: number; time: number }[]): number {
  const logs = points.map(({ size, time }) => ({ x: Math.log(size), y: Math.log(time) }));
  const mean = (of: (point: { x: number; y: number }) => number) => logs.reduce((sum, point) => sum + of(point), 0) / logs.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  return mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2);
}

interface Growth {
  of: 'posts' | 'campaigns';
  sizes: readonly number[];
  measure: (size: number) => Promise<Map<string, number>>;
}

const growth: Growth =
  campaignSizes === null
    ? { of: 'posts', sizes: postSizes([10_000, 100_000, 1_000_000]), measure: timePosts }
    : { of: 'campaigns', sizes: campaignSizes, measure: (count) => timeCampaigns(count, timeViews) };

/** How the time of each view grows with the number of posts, or of campaigns. */
export async function run(): Promise<Figure[]> {
  const { of, sizes, measure } = growth;
  if (new Set(sizes).size < 2) throw new Error('growth needs two sizes: npm run bench growth -- --posts 10000 --posts 100000');
  const measured: { size: number; times: Map<string, number> }[] = [];
  for (const size of sizes) measured.push({ size, times: await measure(size) });
  return [...(measured[0]?.times.keys() ?? [])].map((name) => {
    const points = measured.map(({ size, times }) => ({ size, time: times.get(name) ?? Number.NaN }));
    return {
      figure: `${name}, CPU time, exponent of its growth with ${of}`,
      ours: exponentOf(points).toFixed(2),
      yardstick: points.map(({ size, time }) => `${size}: ${time.toFixed(1)} ms`).join(', '),
      ratio: '',
      target: '≤ 0.5',
    };
  });
}
