import { indexAllTexts } from '#core/inbox/items/queries.ts';
import { startDefaultPostgres } from '#test/support/postgres-server.ts';
import { onServer } from '#test/support/test-database.ts';
import { type Figure, inventUser, openBench } from './generated-data.ts';
import { timeCampaigns } from './growth-by-campaigns.ts';
import { timeViews } from './growth-views.ts';
import { fillFetched, fillPosts, makeCampaigns, type User } from './kept-figures.ts';
import { campaignSizes, postgresServers, postSizes } from './sizes.ts';

const users = 20;
const campaignsEach = 5;
const yearMs = 365 * 86_400_000;
/** The dashboard reads thirty days and the thirty before them. */
const fetchedDays = 62;

/** The time of each view over a database of its own. */
async function timePosts(total: number, databaseUrl?: string): Promise<Map<string, number>> {
  const { core, clock, close } = await openBench({ databaseUrl });
  try {
    const owners: User[] = [];
    for (let n = 0; n < users; n += 1) owners.push(await inventUser(core, `user${n}`));
    const campaigns = await makeCampaigns(core, owners, campaignsEach);
    await fillPosts(core, campaigns, total);
    await fillFetched(core, campaigns, fetchedDays);
    await core.db.transaction(indexAllTexts);
    await core.db.raw(databaseUrl === undefined ? 'analyze' : 'vacuum analyze');
    clock.now += yearMs;
    await core.insights.analytics.keep(new AbortController().signal);
    return await timeViews(core, owners);
  } finally {
    await close();
  }
}

async function timePostsOnPostgres(total: number): Promise<Map<string, number>> {
  const postgres = await startDefaultPostgres();
  try {
    await onServer(postgres.url, 'create database earshot');
    return await timePosts(total, `${postgres.url}/earshot`);
  } finally {
    postgres.stop();
  }
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
    ? { of: 'posts', sizes: postSizes([10_000, 100_000, 1_000_000]), measure: postgresServers === null ? timePosts : timePostsOnPostgres }
    : { of: 'campaigns', sizes: campaignSizes, measure: (count) => timeCampaigns(count, timeViews) };

/** How the time of each view grows with the number of posts, or of campaigns. */
export async function run(): Promise<Figure[]> {
  const { of, sizes, measure } = growth;
  if ((postgresServers ?? 1) > 1 || (postgresServers !== null && of === 'campaigns'))
    throw new Error('growth on PostgreSQL has one server, and sizes in posts');
  if (new Set(sizes).size < 2) throw new Error('growth needs two sizes: npm run bench growth -- --posts 10000 --posts 100000');
  const measured: { size: number; times: Map<string, number> }[] = [];
  for (const size of sizes) measured.push({ size, times: await measure(size) });
  return [...(measured[0]?.times.keys() ?? [])].map((name) => {
    const points = measured.map(({ size, times }) => ({ size, time: times.get(name) ?? Number.NaN }));
    return {
      figure: `${name}${postgresServers === null ? '' : ', PostgreSQL'}, CPU time, exponent of its growth with ${of}`,
      ours: exponentOf(points).toFixed(2),
      yardstick: points.map(({ size, time }) => `${size}: ${time.toFixed(1)} ms`).join(', '),
      ratio: '',
      target: '≤ 0.5',
    };
  });
}
