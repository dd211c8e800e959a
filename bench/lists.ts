import { insertRows } from '#core/platform/db/many-rows.ts';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { leadListQuery } from '#shared/leads.ts';
import { postListQuery } from '#shared/posts.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { Core } from '#core/open.ts';
import { createRandom, type Figure, inventItems, inventUser, itemEveryMs, openBench, start, topicOf } from './generated-data.ts';
import { posts } from './sizes.ts';

const users = 20;
const campaignsEach = 5;
const chunk = 2000;
const repeats = 40;

type User = Awaited<ReturnType<typeof inventUser>>;

interface Stream {
  id: number;
  userId: number;
}

const itemRow = (item: FetchedItem, id: number) => ({
  id,
  seq: id,
  scope: '',
  source: 'api',
  fullname: item.fullname,
  kind: item.kind,
  subreddit: item.subreddit,
  subreddit_key: item.subreddit,
  author: item.author,
  title: item.title,
  body: item.body,
  permalink: item.permalink,
  created_at: item.createdAt,
  fetched_at: item.createdAt,
  points: item.score,
  num_comments: item.numComments,
  checked_at: item.createdAt,
});

function postRow(item: FetchedItem, { id, campaign, random }: { id: number; campaign: Stream; random: () => number }) {
  const points = 20 + 75 * random() ** 2;
  const dismissed = random() < 0.1;
  return {
    campaign_id: campaign.id,
    user_id: campaign.userId,
    item_id: id,
    kind: item.kind,
    subreddit_key: item.subreddit,
    author_key: item.author,
    role: 'customer',
    reason: 'Looks for something',
    scored_by: 'builtin',
    static_points: points,
    recency_points: 7,
    cap: 100,
    created_at: item.createdAt,
    discovered_at: item.createdAt + 60_000,
    decided: points > 63 ? 'lead' : 'post',
    status: dismissed ? 'dismissed' : points > 63 ? 'lead' : 'new',
    open: dismissed ? 0 : 1,
    seen_at: random() < 0.7 ? start : null,
  };
}

async function makeCampaigns(core: Core, owners: readonly User[]): Promise<Stream[]> {
  const campaigns: Stream[] = [];
  for (const owner of owners) {
    for (let n = 0; n < campaignsEach; n += 1) {
      const made = await core.inbox.campaigns.create(owner, campaignInputSchema.parse({ name: topicOf(n), status: 'paused' }));
      campaigns.push({ id: Number(made.id), userId: Number(owner.userId) });
    }
  }
  await core.db('campaigns').update({ max_recency_points: 7.4 });
  return campaigns;
}

/** Posts written directly into the tables as scoring would leave them, because scoring a million is another benchmark. */
async function fillPosts(core: Core, owners: readonly User[], total: number): Promise<void> {
  const random = createRandom(5);
  const campaigns = await makeCampaigns(core, owners);
  for (let from = 0; from < total; from += chunk) {
    const items = inventItems(Math.min(chunk, total - from), from);
    const rows = items.map((item, index) => {
      const campaign = campaigns[Math.floor(random() * campaigns.length)] ?? { id: 1, userId: 1 };
      return postRow(item, { id: from + index + 1, campaign, random });
    });
    const texts = items.map(({ title, body, author }, index) => ({
      rowid: from + index + 1,
      title,
      body,
      author,
      owners: `u${rows[index]?.user_id}`,
    }));
    await core.db.transaction(async (trx) => {
      await insertRows(trx, 'items', { rows: items.map((item, index) => itemRow(item, from + index + 1)) });
      await insertRows(trx, 'posts', { rows });
      await insertRows(trx, 'item_text_fts', { rows: texts });
    });
  }
  await core.db.raw('analyze');
}

async function p95(work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < repeats; round += 1) {
    const began = performance.now();
    await work(round);
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(repeats * 0.95)] ?? 0;
}

interface Case {
  figure: string;
  query: Record<string, unknown>;
  /** Pages to skip before the measured one. */
  skip?: number;
  target: string;
}
const cases: readonly Case[] = [
  { figure: 'posts by score, first page', query: {}, target: '≤ 25 ms, ≤ 2×' },
  { figure: 'posts by score, page 50', query: {}, skip: 49, target: '≤ 25 ms, ≤ 2×' },
  { figure: 'posts by score of one campaign', query: { campaign: true }, target: '≤ 25 ms, ≤ 2×' },
  {
    figure: 'posts by score, unseen comments from 50 points',
    query: { kind: 'comment', seen: 'false', minScore: 50 },
    target: '≤ 25 ms, ≤ 2×',
  },
  { figure: 'posts by score in one place', query: { subreddit: 'place7' }, target: '≤ 25 ms, ≤ 2×' },
  { figure: 'posts newest first, page 50', query: { sort: '-createdAt' }, skip: 49, target: '≤ 25 ms, ≤ 2×' },
  { figure: 'search, a frequent word', query: { q: 'invoice' }, target: '≤ 60 ms, ≤ 1.5×' },
  { figure: 'search, two words', query: { q: 'camera wedding' }, target: '≤ 60 ms, ≤ 1.5×' },
];

interface Request {
  owner: User;
  query: ReturnType<typeof postListQuery.parse>;
}

/** One request per user, for the given page. */
async function prepare(core: Core, owner: User, { query: { campaign, ...query }, skip = 0 }: Case): Promise<Request> {
  const campaignId = campaign ? (await core.inbox.campaigns.list(owner, { limit: 1 })).items[0]?.id : undefined;
  const at = (cursor: string | null) =>
    postListQuery.parse({ ...query, ...(campaignId ? { campaignId } : {}), ...(cursor ? { cursor } : {}) });
  let cursor: string | null = null;
  for (let page = 0; page < skip; page += 1) cursor = (await core.inbox.posts.list(owner, at(cursor))).nextCursor;
  return { owner, query: at(cursor) };
}

type Statement = { sql: string; bindings: unknown[] };

/** Records the statements that a request executes. */
async function record(core: Core, { owner, query }: Request): Promise<Statement[]> {
  const statements: Statement[] = [];
  const listener = (statement: Statement) => void statements.push(statement);
  core.db.on('query', listener);
  await core.inbox.posts.list(owner, query);
  core.db.removeListener('query', listener);
  return statements;
}

async function measure(core: Core, owners: readonly User[], { total, ...one }: Case & { total: number }): Promise<Figure> {
  const requests: Request[] = [];
  const recorded: Statement[][] = [];
  for (const owner of owners) {
    const request = await prepare(core, owner, one);
    requests.push(request);
    recorded.push(await record(core, request));
  }
  const ours = await p95(async (round) => {
    const request = requests[round % requests.length];
    if (request) await core.inbox.posts.list(request.owner, request.query);
  });
  const bare = await p95(async (round) => {
    for (const { sql, bindings } of recorded[round % recorded.length] ?? []) await core.db.raw(sql, bindings as string[]);
  });
  return {
    figure: `${one.figure} (${total} posts)`,
    ours: `${ours.toFixed(1)} ms`,
    yardstick: `${bare.toFixed(1)} ms the same SQL bare`,
    ratio: (ours / bare).toFixed(2),
    target: one.target,
  };
}

/** 95th percentile of list pages and searches over a full database, each compared with its SQL alone. */
export async function run(): Promise<Figure[]> {
  const total = posts(1_000_000);
  const { core, clock, close } = await openBench();
  const owners: User[] = [];
  for (let n = 0; n < users; n += 1) owners.push(await inventUser(core, `user${n}`));
  await fillPosts(core, owners, total);
  clock.now += total * itemEveryMs;
  const figures: Figure[] = [];
  for (const one of cases) figures.push(await measure(core, owners, { ...one, total }));
  const leads = await p95((round) => core.inbox.leads.list(owners[round % users] ?? { kind: 'system' }, leadListQuery.parse({})));
  figures.push({ figure: 'leads, first page', ours: `${leads.toFixed(1)} ms`, yardstick: '', ratio: '', target: '≤ 25 ms' });
  const campaigns = await p95((round) => core.inbox.campaigns.list(owners[round % users] ?? { kind: 'system' }, { limit: 25 }));
  figures.push({ figure: 'campaigns with their counts', ours: `${campaigns.toFixed(1)} ms`, yardstick: '', ratio: '', target: '≤ 25 ms' });
  const dashboard = await p95((round) => core.insights.dashboard.get(owners[round % users] ?? { kind: 'system' }));
  figures.push({ figure: 'dashboard', ours: `${dashboard.toFixed(1)} ms`, yardstick: '', ratio: '', target: '≤ 150 ms' });
  await close();
  return figures;
}

if (import.meta.main) console.table(await run());
