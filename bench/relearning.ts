import { transact } from '#core/platform/db/connect.ts';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { postListQuery } from '#shared/posts.ts';
import { publicPosts, readPosts } from './fit/posts.ts';
import { processCpuMilliseconds } from './cpu.ts';
import { type Figure, inventUser, openBench } from './generated-data.ts';

const postCount = 10_000;
const results = 40;

/** Time from a rating until the last of 10,000 stored real posts of its campaign is relearned and reranked. */
export async function measureRelearning(): Promise<Figure[]> {
  const { core, clock, close } = await openBench();
  const posts = readPosts(publicPosts).slice(0, postCount);
  clock.now = Math.max(...posts.map(({ createdAt }) => createdAt)) + 3_600_000;
  const owner = await inventUser(core, 'user');
  const input = {
    name: 'All',
    offering: 'Software for photographers',
    rules: [{ text: 'type:post' }],
    searchEverywhere: true,
    postFloor: 0,
  };
  await core.inbox.campaigns.create(owner, campaignInputSchema.parse(input));
  const items = posts.map((post, index) => Object.assign(post, { author: `author${index % 5000}` }));
  await transact(core.db, (trx) => core.inbox.items.store(trx, { scope: '', source: 'import', items, now: clock.now }));
  core.discovery.pipeline.scoreSoon();
  await core.discovery.pipeline.settled();
  const { items: best } = await core.inbox.posts.list(owner, postListQuery.parse({ status: 'all', limit: results }));
  for (const [index, { id }] of best.entries())
    await core.inbox.posts.feedback(owner, id, { verdict: index % 3 === 0 ? 'right' : 'wrong' });
  await core.inbox.learning.learned();
  await core.inbox.posts.undoFeedback(owner, best[0]?.id ?? '');
  await core.inbox.learning.learned();
  await core.inbox.posts.feedback(owner, best[0]?.id ?? '', { verdict: 'wrong' });
  const began = processCpuMilliseconds();
  await core.inbox.learning.learnDue(AbortSignal.timeout(600_000));
  const spent = processCpuMilliseconds() - began;
  const moved = await core.db('posts').where('learned_points', '<>', 0).count<{ n: number }>({ n: '*' }).first();
  const kept = await core.db('posts').count<{ n: number }>({ n: '*' }).first();
  await close();
  return [
    {
      figure: `learning, one more rating over ${kept?.n ?? 0} stored posts (${moved?.n ?? 0} moved)`,
      ours: `${(spent / 1000).toFixed(2)} s of processor time`,
      yardstick: '',
      ratio: '',
      target: '< 2 s for 10,000',
    },
  ];
}
