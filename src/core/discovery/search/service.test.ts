import { expect, test } from 'vitest';
import type { SearchRedditQuery } from '#shared/search.ts';
import { connect, openAnn } from '#test/support/connected.ts';
import { makeUser } from '#test/support/factories.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';

type Ann = Awaited<ReturnType<typeof openAnn>>;
const minute = 60_000;
const openApi = () => openAnn({ reddit: { source: 'auto' } });
const asked = (over: Partial<SearchRedditQuery> = {}): SearchRedditQuery => ({ q: 'invoicing', sort: 'new', time: 'all', ...over });
const want = 'I am looking for invoicing software today and would pay for it. What do you recommend?';
const campaignOf = async ({ core, ann }: Ann) => (await core.inbox.campaigns.list(ann, { limit: 1 })).items[0]?.id ?? '';
const postsOf = async ({ core, ann }: Ann) => (await core.inbox.posts.list(ann, { limit: 50, sort: '-confidence', status: 'all' })).items;

test('searches Reddit page by page, in one subreddit or all of them', async () => {
  const made = await openApi();
  const { core, reddit, ann } = made;
  for (let number = 0; number < 130; number += 1) reddit.world.post({ subreddit: 'design', title: `Invoicing ${number}` });
  const there = reddit.world.post({ subreddit: 'freelance', title: 'Invoicing here' });
  const grown = reddit.world.post({ subreddit: 'design', title: 'Invoicing for grown-ups', over18: true });
  const first = await core.discovery.search.reddit(ann, asked());
  expect(first).toMatchObject({ transport: 'api', total: null });
  expect(first.items.some(({ fullname }) => fullname === grown)).toBe(false);
  const second = await core.discovery.search.reddit(ann, asked({ cursor: first.nextCursor ?? '' }));
  expect(first.items.length + second.items.length).toBe(131);
  expect(second.nextCursor).toBeNull();
  const narrow = await core.discovery.search.reddit(ann, asked({ subreddit: 'freelance' }));
  expect(narrow.items).toMatchObject([
    { fullname: there, subreddit: 'freelance', title: 'Invoicing here', score: 1, preview: null, postId: null },
  ]);
  expect(await core.discovery.search.reddit(ann, asked({ q: 'nothing like it' }))).toMatchObject({ transport: 'api', items: [] });
});

test('previews how a campaign would score each result, matched or not', async () => {
  const made = await openApi();
  const { core, reddit, ann } = made;
  reddit.world.post({ subreddit: 'freelance', title: 'Looking for invoicing software', text: want });
  reddit.world.post({
    subreddit: 'design',
    title: 'A walk in the woods',
    text: 'The invoicing birds sang, and nobody needed a thing from anybody.',
  });
  reddit.world.post({ subreddit: 'design', title: 'A wood', text: 'Nothing said here.' });
  const campaignId = await campaignOf(made);
  const { items } = await core.discovery.search.reddit(ann, asked({ campaignId }));
  expect(items.map(({ title, preview }) => [title, preview?.outcome])).toEqual([
    ['A walk in the woods', expect.stringMatching(/below|post/)],
    ['Looking for invoicing software', 'lead'],
  ]);
  const unmatched = await core.discovery.search.reddit(ann, asked({ q: 'wood', campaignId }));
  expect(unmatched.items.find(({ title }) => title === 'A wood')?.preview).toMatchObject({
    outcome: 'unmatched',
    reason: expect.any(String),
  });
});

test('saves a result as one post of a campaign, and keeps it when the campaign is scored again', async () => {
  const made = await openApi();
  const { core, reddit, ann } = made;
  const fullname = reddit.world.post({
    subreddit: 'woodworking',
    title: 'Nothing to do with it',
    text: 'A plane and a chisel.',
    author: 'carver',
  });
  const campaignId = await campaignOf(made);
  await core.discovery.search.reddit(ann, asked({ q: 'chisel' }));
  const saved = await core.discovery.search.save(ann, { fullname, campaignId });
  expect(saved).toMatchObject({ created: true });
  expect(await core.discovery.search.save(ann, { fullname, campaignId })).toEqual({ ...saved, created: false });
  await core.inbox.campaigns.update(ann, campaignId, { offering: 'Something else' });
  core.discovery.pipeline.scoreSoon();
  await core.discovery.pipeline.settled();
  expect(await postsOf(made)).toMatchObject([{ id: saved.postId, fullname, status: 'new', campaignId }]);
  expect((await core.inbox.posts.list(ann, { limit: 5, sort: '-confidence', q: 'chisel' })).items).toHaveLength(1);
  expect((await core.discovery.search.reddit(ann, asked({ q: 'chisel', campaignId }))).items[0]).toMatchObject({ postId: saved.postId });
  await core.inbox.posts.update(ann, saved.postId, { status: 'archived' });
  await core.discovery.search.save(ann, { fullname, campaignId });
  expect(await core.inbox.posts.get(ann, saved.postId)).toMatchObject({ status: 'new' });
  expect(
    await core
      .db('posts')
      .where({ id: Number(saved.postId) })
      .first('closed_at'),
  ).toEqual({ closed_at: null });
});

test('turns a strong result into a lead', async () => {
  const made = await openApi();
  const { core, reddit, ann } = made;
  const fullname = reddit.world.post({ subreddit: 'freelance', title: 'Looking for invoicing software', text: want, author: 'buyer' });
  const campaignId = await campaignOf(made);
  await core.discovery.search.reddit(ann, asked());
  const { postId } = await core.discovery.search.save(ann, { fullname, campaignId });
  expect((await core.inbox.posts.get(ann, postId)).leadId).not.toBeNull();
  expect((await core.inbox.leads.list(ann, { limit: 5, sort: '-confidence' })).items).toMatchObject([{ redditUsername: 'buyer' }]);
});

test("reads a result from Reddit again before saving it, and doesn't save a deleted one", async () => {
  const made = await openApi();
  const { core, reddit, ann } = made;
  const campaignId = await campaignOf(made);
  const [alive, gone, deleted] = ['One', 'Two', 'Three'].map((title) => reddit.world.post({ subreddit: 'design', title }));
  reddit.world.setGone(gone ?? '', 'vanished');
  reddit.world.setGone(deleted ?? '', 'deleted');
  expect(await core.discovery.search.save(ann, { fullname: alive ?? '', campaignId })).toMatchObject({ created: true });
  for (const fullname of [gone, deleted, 't3_zzzzz'])
    await expect(core.discovery.search.save(ann, { fullname: fullname ?? '', campaignId })).rejects.toMatchObject({ code: 'not_found' });
  expect(await postsOf(made)).toHaveLength(1);
});

test('limits searches over feeds to one per minute, and reports when the next one is possible', async () => {
  const made = await openAnn({ reddit: { source: 'rss', rssIntervalMs: minute } });
  const { core, reddit, ann, clock } = made;
  const fullname = reddit.world.post({ subreddit: 'design', title: 'Invoicing by feed', text: 'Some words' });
  expect(await core.discovery.search.reddit(ann, asked())).toMatchObject({
    transport: 'rss',
    nextCursor: null,
    items: [{ fullname, score: null, numComments: null }],
  });
  await expect(core.discovery.search.reddit(ann, asked({ q: 'feed' }))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('Try again in 60 seconds'),
    retryAfter: 60,
  });
  expect(
    await core.discovery.search.save(ann, { fullname, campaignId: await campaignOf(made) }),
    'what was found needs no turn',
  ).toMatchObject({
    created: true,
  });
  clock.now += 2 * minute;
  expect(await core.discovery.search.reddit(ann, asked({ q: 'feed', subreddit: 'design' }))).toMatchObject({ items: [{ fullname }] });
});

test('reports that there is no connection to Reddit, unless the user connected an account', async () => {
  const { core, reddit, ann } = await openAnn({ reddit: { source: 'off' } });
  expect(await core.discovery.search.reddit(ann, asked())).toEqual({ transport: 'none', items: [], nextCursor: null, total: null });
  expect(reddit.requests).toEqual([]);
  const feeds = await openAnn({ reddit: { source: 'rss', rssIntervalMs: 0 } });
  feeds.reddit.world.post({ subreddit: 'design', title: 'Invoicing' });
  await connect(feeds.core, feeds.ann, 'read');
  expect(await feeds.core.discovery.search.reddit(feeds.ann, asked())).toMatchObject({ transport: 'api', items: [{ score: 1 }] });
});

test('reports a failure of Reddit instead of an empty result, and names the inaccessible subreddit', async () => {
  const made = await openApi();
  const { core, reddit, ann } = made;
  reddit.world.community('closed', { state: 'private' });
  await expect(core.discovery.search.reddit(ann, asked({ subreddit: 'closed' }))).rejects.toMatchObject({
    code: 'invalid',
    details: [{ path: 'subreddit', message: 'This community is private' }],
  });
  reddit.faults.add({ fault: fault.serverError(503), when: ({ path }) => path.endsWith('/search'), times: 3 });
  await expect(core.discovery.search.reddit(ann, asked())).rejects.toMatchObject({ code: 'unavailable' });
});

test('hides campaigns and results of other users', async () => {
  const made = await openApi();
  const { core, reddit } = made;
  const bob = await makeUser(core, 'bob');
  const fullname = reddit.world.post({ subreddit: 'design', title: 'Invoicing' });
  const campaignId = await campaignOf(made);
  await expect(core.discovery.search.reddit(bob, asked({ campaignId }))).rejects.toMatchObject({ code: 'not_found' });
  await expect(core.discovery.search.save(bob, { fullname, campaignId })).rejects.toMatchObject({ code: 'not_found' });
});
