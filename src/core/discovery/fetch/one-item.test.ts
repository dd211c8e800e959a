import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connect, openAnn } from '#test/support/connected.ts';
import { ingestItems, invoicing, makeCampaign, makeItem } from '#test/support/factories.ts';
import type { FetchedItem } from '#core/platform/item.ts';

type Ann = Awaited<ReturnType<typeof openAnn>>;
type Way = 'api' | 'rss' | 'import' | 'paste';

const tallybird = { name: 'Tallybird', aliases: [], website: '', keywords: [], notes: '', own: false };
const signal = new AbortController().signal;
const minute = 60_000;
const feeds = { reddit: { source: 'rss', rssIntervalMs: 0 } } as const;
const orders: Way[][] = [
  ['api', 'rss', 'import', 'paste'],
  ['paste', 'import', 'rss', 'api'],
  ['import', 'api', 'paste', 'rss'],
  ['rss', 'paste', 'api', 'import'],
];

const idOf = (fullname: string): string => fullname.slice(3);
const linkOf = (fullname: string): string => `https://www.reddit.com/r/freelance/comments/${idOf(fullname)}/looking/`;

async function importRecord({ core, ann, clock }: Ann, record: Record<string, unknown>): Promise<void> {
  const path = join(core.config.dataDir, 'posts.jsonl');
  writeFileSync(path, JSON.stringify({ subreddit: 'freelance', created_utc: clock.now / 1000 - 600, ...record }));
  await core.discovery.pipeline.importFile(ann, path, {});
  await core.discovery.pipeline.settled();
}

async function listen({ core, clock }: Ann): Promise<void> {
  clock.now += 65 * minute;
  await core.discovery.pipeline.listen(signal);
  await core.discovery.pipeline.settled();
}

/** Ingests the post with this name in one of the four ways. */
async function take(made: Ann, way: Way, fullname: string): Promise<void> {
  const { core, ann, reddit } = made;
  const { title, text, author } = reddit.world.get(fullname);
  if (way === 'api') {
    await connect(core, ann, 'read');
    await listen(made);
    await core.reddit.account.disconnect(ann);
  } else if (way === 'rss') await listen(made);
  else if (way === 'import') await importRecord(made, { id: idOf(fullname), title, selftext: text, author });
  else {
    await core.discovery.pipeline.importPaste(ann, { url: linkOf(fullname) });
    await core.discovery.pipeline.settled();
  }
}

const listPosts = async ({ core, ann }: Ann) =>
  (await core.inbox.posts.list(ann, { limit: 50, sort: '-confidence', status: 'all' })).items.map(({ fullname }) => fullname);

test.each(orders)('shows a post only once if it arrived by %s, %s, %s, and %s', async (...order) => {
  const made = await openAnn(feeds);
  const { core, ann, reddit } = made;
  for (const name of ['freelance', 'smallbusiness']) reddit.world.community(name);
  const { title, body, author } = makeItem(1, made.clock.now);
  const fullname = reddit.world.post({ subreddit: 'freelance', title, text: body, author: author ?? '' });
  for (const way of order) {
    await take(made, way, fullname);
    expect(await listPosts(made), `after ${way}`).toEqual([fullname]);
  }
  expect((await core.inbox.leads.list(ann, { limit: 10, sort: '-confidence' })).items.map(({ posts }) => posts.length)).toEqual([1]);
  const preview = await core.discovery.pipeline.preview(ann, invoicing());
  expect(preview).toMatchObject({ matched: 1, leads: 1 });
  expect(preview.best.map((post) => post.fullname)).toEqual([fullname]);
});

test('keeps a post archived when it arrives again in another way', async () => {
  const made = await openAnn(feeds);
  const { core, ann } = made;
  const item = makeItem(1, made.clock.now);
  await importRecord(made, { name: item.fullname, title: item.title, selftext: item.body, author: item.author });
  const [post] = (await core.inbox.posts.list(ann, { limit: 5, sort: '-confidence' })).items;
  await core.inbox.posts.update(ann, post?.id ?? '', { status: 'archived' });
  await ingestItems(core, [item]);
  const { items } = await core.inbox.posts.list(ann, { limit: 5, sort: '-confidence', status: 'all' });
  expect(items.map(({ id, status }) => [id, status])).toEqual([[post?.id, 'archived']]);
});

test('saves a search result into the existing post from an import', async () => {
  const made = await openAnn(feeds);
  const { core, ann, reddit } = made;
  reddit.world.community('freelance');
  const { title, body } = makeItem(1, made.clock.now);
  const fullname = reddit.world.post({ subreddit: 'freelance', title, text: body, author: 'author_1' });
  await take(made, 'import', fullname);
  await core.discovery.search.save(ann, { fullname, campaignId: '1' });
  expect(await listPosts(made)).toEqual([fullname]);
});

test('counts a single mention of a competitor in a post that arrived twice', async () => {
  const made = await openAnn(feeds);
  const { core, ann } = made;
  const { id } = await core.insights.competitors.create(ann, tallybird);
  for (const scope of ['user:1', '']) {
    await ingestItems(
      core,
      [makeItem(1, made.clock.now, { body: 'Tallybird is too expensive. What do you use instead of Tallybird?' })],
      scope,
    );
    core.bus.emit('items:fetched', { scope });
    await core.insights.competitors.settled();
    expect((await core.insights.competitors.mentions(ann, { competitorId: id, limit: 10 })).items).toHaveLength(1);
  }
});

test('erases the imported copies of a post when its author deletes it on Reddit', async () => {
  const made = await openAnn(feeds);
  const item: FetchedItem = makeItem(1, made.clock.now, { title: 'Looking for invoicing software, canary words, would pay' });
  await ingestItems(made.core, [item], 'user:1');
  await ingestItems(made.core, [item], '');
  await ingestItems(made.core, [{ ...item, gone: 'deleted', title: '', body: '', author: null }]);
  expect(JSON.stringify(await made.core.db('items'))).not.toMatch(/canary|author_1/);
});

test("doesn't change what others read when one user's file has a different text", async () => {
  const made = await openAnn(feeds);
  const item = makeItem(1, made.clock.now);
  await ingestItems(made.core, [item]);
  await importRecord(made, { name: item.fullname, title: 'Another title', selftext: 'Another text', author: 'mallory' });
  await importRecord(made, { name: item.fullname, title: '[deleted]', selftext: '[deleted]', author: '[deleted]' });
  const [post] = (await made.core.inbox.posts.list(made.ann, { limit: 5, sort: '-confidence' })).items;
  expect(post).toMatchObject({ title: item.title, body: item.body, author: item.author });
});

test('reads the id of an imported post from its URL', async () => {
  const made = await openAnn(feeds);
  const item = makeItem(1, made.clock.now);
  await ingestItems(made.core, [item]);
  await importRecord(made, {
    permalink: '/r/freelance/comments/item1/looking/',
    title: item.title,
    selftext: item.body,
    author: item.author,
  });
  await importRecord(made, { url: linkOf(item.fullname), title: item.title, selftext: item.body, author: item.author });
  expect(await listPosts(made)).toEqual([item.fullname]);
});

test("keeps a post in each of its user's matching campaigns", async () => {
  const made = await openAnn(feeds);
  await makeCampaign(made.core, made.ann, { name: 'Second' });
  const item = makeItem(1, made.clock.now);
  await ingestItems(made.core, [item], 'user:1');
  await ingestItems(made.core, [item]);
  expect(await listPosts(made)).toEqual([item.fullname, item.fullname]);
});
