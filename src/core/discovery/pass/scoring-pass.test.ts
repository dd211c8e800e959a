import { streamsNamed } from '#shared/streams.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { defaultWeights } from '#shared/scoring.ts';
import { transact } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { createFeatureReader } from '#core/inbox/learning/features.ts';
import { type BatchScorer, createBatchScorer } from '#core/scoring/batch/batch-scorer.ts';
import { readBackground } from '#core/text/background.ts';
import { listFollowedNames } from '#core/replies/activity/queries.ts';
import { createScoringPass, type ScoringPassDeps } from './scoring-pass.ts';
import type { NewLead } from '../fetch/tally.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
let bob: Awaited<ReturnType<typeof makeUser>>;
let newLeads: NewLead[];

const blacklist = { subreddits: [], authors: [], words: [], domains: [] };
const reader = createFeatureReader(readBackground);
const scoreWith = (deps: Partial<ScoringPassDeps> = {}) => {
  const scoringPass = createScoringPass({
    ...made.core,
    scorer: createBatchScorer(),
    scoredBy: () => 'builtin',
    readBlacklist: () => Promise.resolve(blacklist),
    reader,
    listFollowedNames,
    ...deps,
  });
  scoringPass.onScored((scored) => newLeads.push(...scored.newLeads));
  return scoringPass;
};
const store = (items: readonly FetchedItem[], scope = '') =>
  transact(made.core.db, (trx) => made.core.inbox.items.store(trx, { scope, source: 'api', items, now: made.clock.now }));
const buyers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => makeItem(from + index, made.clock.now));

/** Everything that scoring writes, without row ids, which depend on the order of work. */
async function outcome() {
  const { db } = made.core;
  const posts = await db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .join('leads', 'leads.id', 'posts.lead_id')
    .orderBy(['posts.campaign_id', 'items.fullname'])
    .select(
      'posts.campaign_id',
      'items.fullname',
      'posts.status',
      'posts.open',
      'posts.static_points',
      'posts.matched_rules',
      'leads.reddit_username',
      'leads.active',
    );
  const counts = await db('lead_events').groupBy('kind').select('kind').count({ n: '*' });
  const indexed = await db('item_text_fts').count({ n: '*' });
  return { posts, counts, indexed };
}

beforeEach(async () => {
  made = await makeCore();
  newLeads = [];
  ann = await makeUser(made.core, 'ann');
  bob = await makeUser(made.core, 'bob');
  await makeCampaign(made.core, ann);
  await makeCampaign(made.core, bob, { rules: [{ text: 'invoicing' }] });
  await made.core.discovery.pipeline.settled();
});
afterEach(() => made.close());

test('does not wait for a batch that is being scored when it is stopped, and scores it in the next pass', async () => {
  await store(buyers(3));
  const asked = Promise.withResolvers<void>();
  const stuck: BatchScorer = {
    ...createBatchScorer(),
    score: () => {
      asked.resolve();
      return new Promise(() => undefined);
    },
  };
  const stopping = new AbortController();
  const stopped = scoreWith({ scorer: stuck }).scoreAll(stopping.signal);
  await asked.promise;
  stopping.abort();
  await stopped;
  expect((await outcome()).posts).toEqual([]);
  await scoreWith().scoreAll();
  expect((await outcome()).posts.length).toBeGreaterThan(0);
});

test('gives the same result after a kill between any two steps', async () => {
  await store([...buyers(8), makeItem(1000, made.clock.now, { author: 'author_1' })]);
  const steps: string[] = [];
  await scoreWith({ onStep: (step) => void steps.push(step) }).scoreAll();
  const wanted = await outcome();
  const leadsFound = newLeads.length;
  expect(wanted.posts.length).toBe(18);
  expect(leadsFound).toBe(16);
  for (const fatal of new Set(steps)) {
    await made.core.db('posts').delete();
    await made.core.db('leads').delete();
    await made.core.db.raw('delete from item_text_fts');
    await made.core.db('campaigns').update({ scored_seq: 0 });
    const crash = (step: string) => {
      if (step === fatal) throw new Error(`killed at ${fatal}`);
    };
    await expect(scoreWith({ onStep: crash }).scoreAll()).rejects.toThrow('killed');
    await scoreWith().scoreAll();
    expect(await outcome()).toEqual(wanted);
  }
});

test('writes everything once and reports each lead once when two processes score one database', async () => {
  await store(buyers(40));
  await Promise.all([scoreWith().scoreAll(), scoreWith().scoreAll(), scoreWith().scoreAll()]);
  expect((await outcome()).posts).toHaveLength(80);
  expect(newLeads).toHaveLength(80);
  expect(new Set(newLeads.map(({ id }) => id)).size).toBe(80);
});

test("makes no lead of a user's own Reddit account, except for other users", async () => {
  await made.core.db('own_activity').insert({ user_id: Number(ann.userId), username: 'Buyer_1', capped: 0, tried_at: 0 });
  const item = makeItem(1, made.clock.now);
  await store([{ ...item, author: 'buyer_1' }]);
  await scoreWith().scoreAll();
  const { posts } = await outcome();
  const owners = await made.core
    .db('campaigns')
    .whereIn(
      'id',
      posts.map(({ campaign_id }) => Number(campaign_id)),
    )
    .pluck<number[]>('user_id');
  expect(owners).toEqual([Number(bob.userId)]);
});

test("scores imported items only for their user, and doesn't hide what others fetch", async () => {
  const shared = makeItem(7, made.clock.now);
  await store([shared], `user:${ann.userId}`);
  await scoreWith().scoreAll();
  expect(newLeads.map(({ userId }) => String(userId))).toEqual([ann.userId]);
  await store([{ ...shared, fullname: 't3_other' }]);
  const scoringPass = scoreWith();
  await scoringPass.scoreAll();
  expect(newLeads.map(({ userId }) => String(userId))).toContain(bob.userId);
});

test('scores comments only for campaigns that include them, and subreddits only for campaigns that monitor them', async () => {
  await made.core.inbox.campaigns.update(ann, '1', { streams: streamsNamed('subreddit', ['smallbusiness'], false) });
  await made.core.discovery.pipeline.settled();
  await store([
    makeItem(1, made.clock.now, { kind: 'comment' }),
    makeItem(2, made.clock.now, { subreddit: 'SmallBusiness' }),
    makeItem(3, made.clock.now),
  ]);
  await scoreWith().scoreAll();
  const found = await made.core.db('posts').join('items', 'items.id', 'posts.item_id').where({ campaign_id: 1 }).pluck('fullname');
  expect(found).toEqual(['t3_item2']);
});

test('keeps the first of two similar texts, and the second in a campaign that never fetched the first', async () => {
  const first = makeItem(1, made.clock.now, { subreddit: 'smallbusiness' });
  await made.core.inbox.campaigns.update(bob, '2', { streams: streamsNamed('subreddit', ['freelance']) });
  await made.core.discovery.pipeline.settled();
  await store([first, { ...first, fullname: 't3_copy', subreddit: 'freelance', author: 'somebody_else' }]);
  await scoreWith().scoreAll();
  const kept = await made.core
    .db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .orderBy('campaign_id')
    .select('campaign_id', 'fullname');
  expect(kept).toEqual([
    { campaign_id: 1, fullname: 't3_item1' },
    { campaign_id: 2, fullname: 't3_copy' },
  ]);
});

test("scores an edited text again, keeps its user's decision, and doesn't notify twice", async () => {
  await store(buyers(2));
  await scoreWith().scoreAll();
  const before = newLeads.length;
  const mine = await made.core.db('posts').where({ campaign_id: 1 }).orderBy('id').pluck('id');
  await made.core.inbox.posts.update(ann, String(mine[0]), { status: 'archived', seen: true });
  await store(
    buyers(2).map((item) =>
      Object.assign(item, { body: `${item.body} Edit: still looking for invoicing, "pay late" is what my clients do.` }),
    ),
  );
  await scoreWith().scoreAll();
  const posts = await made.core.db('posts').where({ campaign_id: 1 }).orderBy('id').select('id', 'status', 'matched_rules', 'seen_at');
  expect(posts.map(({ id }) => id)).toEqual(mine);
  expect(posts[0]).toMatchObject({ status: 'archived', seen_at: made.clock.now });
  expect(posts.map(({ matched_rules }) => JSON.parse(matched_rules))).toEqual([
    ['invoic*', '"pay late"'],
    ['invoic*', '"pay late"'],
  ]);
  expect(newLeads).toHaveLength(before);
});

test('applies changed rules to everything fetched: posts that no longer match leave the lists, and return with the rule', async () => {
  await store(buyers(3));
  await scoreWith().scoreAll();
  const [kept] = await made.core.db('posts').where({ campaign_id: 1 }).orderBy('id').pluck('id');
  await made.core.inbox.posts.feedback(ann, String(kept), { verdict: 'right' });
  const open = async () => (await made.core.inbox.posts.list(ann, { limit: 25, sort: '-createdAt' })).items.map(({ id }) => id);
  const told: unknown[] = [];
  made.core.bus.on('push', ({ event, payload }) => void (event === 'stale' && told.push(payload)));
  await made.core.inbox.campaigns.update(ann, '1', { rules: [{ text: 'saxophone' }] });
  await made.core.discovery.pipeline.settled();
  expect(told.at(-1)).toEqual({ keys: ['posts-changed', 'leads-changed'] });
  expect(await open()).toEqual([String(kept)]);
  await made.core.inbox.campaigns.update(ann, '1', { rules: [{ text: 'invoic*' }] });
  await made.core.discovery.pipeline.settled();
  expect(await open()).toHaveLength(3);
  expect(newLeads).toHaveLength(6);
});

test("doesn't turn leads into posts because of their age when scoring again weeks later", async () => {
  await store(buyers(3));
  await scoreWith().scoreAll();
  const { items } = await made.core.inbox.posts.list(ann, { limit: 25, sort: '-confidence' });
  const weakest = Math.min(...items.map(({ confidence }) => confidence));
  made.clock.now += 60 * 86_400_000;
  await made.core.inbox.campaigns.update(ann, '1', { leadThreshold: weakest });
  await made.core.inbox.campaigns.update(ann, '1', { description: 'now in other words' });
  await made.core.discovery.pipeline.settled();
  expect((await made.core.inbox.posts.list(ann, { limit: 25, sort: '-confidence', status: 'lead' })).items).toHaveLength(3);
});

test("merges an author's posts, earlier ones included, into one lead regardless of case", async () => {
  const talk = { title: 'Invoices, a thought', body: 'I was thinking about invoices and what they mean for a small studio such as ours.' };
  const [campaign] = (await made.core.inbox.campaigns.list(ann, { limit: 1 })).items;
  await made.core.inbox.campaigns.update(ann, campaign?.id ?? '', { postFloor: 0 });
  await store([makeItem(1, made.clock.now, { ...talk, author: 'Mara' })]);
  await scoreWith().scoreAll();
  expect(newLeads).toEqual([]);
  await store([makeItem(2, made.clock.now, { author: 'mara' })]);
  await scoreWith().scoreAll();
  const { items } = await made.core.inbox.leads.list(ann, { limit: 5, sort: '-confidence' });
  expect(items).toHaveLength(1);
  expect(items[0]?.posts).toHaveLength(2);
  expect(items[0]?.confidence).toBe(Math.max(...(items[0]?.posts ?? []).map(({ confidence }) => confidence)));
});

test('gives the same ranks with new weights as scoring again', async () => {
  const weights = { ...defaultWeights, intent: 0.05, relevance: 0.9, recency: 0.5 };
  await store([
    ...buyers(5),
    makeItem(50, made.clock.now - 9e8, {
      title: 'Invoicing, solved',
      body: 'We built an invoicing app. Edit: solved, thanks.',
      numComments: 90,
    }),
  ]);
  await scoreWith().scoreAll();
  await made.core.inbox.campaigns.update(ann, '1', { postFloor: 0 });
  await made.core.discovery.pipeline.settled();
  await made.core.inbox.campaigns.setWeights(ann, '1', weights);
  await makeCampaign(made.core, ann, { weights, postFloor: 0 });
  await made.core.discovery.pipeline.settled();
  const numbers = (id: number) =>
    made.core
      .db('posts')
      .where({ campaign_id: id })
      .orderBy('item_id')
      .select('item_id', 'static_points', 'recency_points', 'cap', 'decided', 'status');
  const moved = await numbers(1);
  expect(moved.length).toBeGreaterThan(4);
  expect(moved).toEqual(await numbers(3));
});

test('scores a campaign with its new rules when it is edited during a batch', async () => {
  await store(buyers(3));
  let edits = 0;
  const readBlacklist = async () => {
    edits += 1;
    if (edits === 1)
      await made.core.db('campaigns').where({ id: 1 }).update({ rules: '[{"text":"saxophone"}]', profile_version: 2, scored_seq: 0 });
    return blacklist;
  };
  await scoreWith({ readBlacklist }).scoreAll();
  expect(await made.core.db('posts').pluck('campaign_id')).toEqual([2, 2, 2]);
  expect(await made.core.db('campaigns').pluck('scored_seq')).toEqual([3, 3]);
});

/** Two batches of items that no campaign monitors. */
const storeTwoBatches = () => store(Array.from({ length: 501 }, (_, n) => makeItem(n, made.clock.now, { subreddit: 'unmonitored' })));

/** Notes when the scorer is called and when it has finished. */
function noteCalls(steps: string[], scorer = createBatchScorer()): BatchScorer {
  return {
    ...scorer,
    prepare(set) {
      steps.push('prepare');
      return scorer.prepare(set);
    },
    async score(tasks, now) {
      steps.push('score');
      const results = await scorer.score(tasks, now);
      steps.push('scored');
      return results;
    },
  };
}

test('starts to score a batch before the one before it is written', async () => {
  await storeTwoBatches();
  const steps: string[] = [];
  await scoreWith({ scorer: noteCalls(steps), onStep: (step) => void steps.push(step) }).scoreAll();
  const [first, second] = steps.flatMap((step, at) => (step === 'score' ? [at] : []));
  expect(first).toBeLessThan(steps.indexOf('begin'));
  expect(second).toBeLessThan(steps.indexOf('begin'));
  expect(steps.filter((step) => step === 'committed')).toHaveLength(2);
  expect(await made.core.db('campaigns').pluck('scored_seq')).toEqual([501, 501]);
});

test('writes a batch even if the next one cannot be scored', async () => {
  await storeTwoBatches();
  let reads = 0;
  const readBlacklist = () => ((reads += 1) === 2 ? Promise.reject(new Error('unreadable')) : Promise.resolve(blacklist));
  await expect(scoreWith({ readBlacklist }).scoreAll()).rejects.toThrow('unreadable');
  expect(await made.core.db('campaigns').pluck('scored_seq')).toEqual([500, 500]);
});

test('changes the set of campaigns only when the items of the set before are scored', async () => {
  await storeTwoBatches();
  const steps: string[] = [];
  const changed = Promise.withResolvers<void>();
  let reads = 0;
  const readBlacklist = () => {
    if ((reads += 1) === 2) setTimeout(changed.resolve, 20);
    return Promise.resolve({ ...blacklist, words: reads === 1 ? [] : ['spam'] });
  };
  // The first results take until after the change.
  const slow = { ...createBatchScorer(), score: () => changed.promise.then(() => []) };
  await scoreWith({ scorer: noteCalls(steps, slow), readBlacklist }).scoreAll();
  expect(steps).toEqual(['prepare', 'score', 'scored', 'prepare', 'score', 'scored']);
});
