import { expect, onTestFinished, test, vi } from 'vitest';
import { competitorInputSchema } from '#shared/competitors.ts';
import { withOnly } from '#shared/streams.ts';
import { minuteMs } from '#shared/time.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { startFakeHackerNews } from '#test/support/fakes/hacker-news.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { createKeptThreads } from './kept.ts';

const start = Date.UTC(2026, 10, 21, 9);
const scope = 'hackernews';

async function open() {
  const site = await startFakeHackerNews(() => start);
  const { core, clock, close } = await makeCore(site.config, { start });
  onTestFinished(close);
  const ada = await makeUser(core, 'ada');
  const campaign = await makeCampaign(core, ada, { streams: withOnly([], 'hackernews', true) });
  const story = site.add({ title: 'Ask HN: invoicing?', by: 'ann' });
  const item = (overrides: Partial<FetchedItem> = {}) =>
    makeItem(1, start, {
      fullname: `hn_${story}`,
      subreddit: 'Hacker News',
      author: 'ann (Hacker News)',
      permalink: `https://news.ycombinator.com/item?id=${story}`,
      ...overrides,
    });
  await ingestItems(core, [item()], scope);
  const [post] = (await core.inbox.posts.list(ada, { limit: 10, sort: '-confidence' })).items;
  const reply = (by: string, text: string, { to = story, ago = 0 } = {}) =>
    site.add({ type: 'comment', parent: to, by, text, time: (start - ago * minuteMs) / 1000 });
  return { core, clock, site, ada, campaign, story, item, reply, id: post?.id ?? '' };
}

test('shows who pitched and when the asker replied, each comment below the one it replies to', async () => {
  const { core, ada, reply, id } = await open();
  await core.insights.competitors.create(ada, competitorInputSchema.parse({ name: 'Quillbill' }));
  const first = reply('bo', 'We like QuillBill, see https://www.quillbill.example/pricing', { ago: 60 });
  reply('cy', 'A spreadsheet, see https://en.wikipedia.org/wiki/Ledger', { ago: 50 });
  reply('ann', 'How much is it? https://mine.example', { to: first, ago: 20 });
  expect(await core.insights.threads.get(ada, id)).toMatchObject({
    comments: [
      { author: 'bo (Hacker News)', depth: 1, byAsker: false, pitches: ['Quillbill', 'quillbill.example'] },
      { author: 'ann (Hacker News)', depth: 2, byAsker: true, pitches: [] },
      { author: 'cy (Hacker News)', depth: 1, pitches: [] },
    ],
    read: 3,
    askerRepliedAt: new Date(start - 20 * minuteMs).toISOString(),
    problem: null,
  });
});

test('shows ten comments of a long thread, the newest of the asker among them', async () => {
  const { core, ada, reply, id } = await open();
  for (let n = 0; n < 30; n += 1) reply(`user_${n}`, `Comment ${n}`, { ago: 100 - n });
  reply('ann', 'Thanks!', { ago: 1 });
  const { comments, read } = await core.insights.threads.get(ada, id);
  expect([comments.length, read, comments.some(({ byAsker }) => byAsker)]).toEqual([10, 31, true]);
});

test('reads a thread once in 15 minutes, and again once somebody deleted what is in it', async () => {
  const { core, clock, site, ada, item, reply, id } = await open();
  const comment = reply('bo', 'Text');
  const get = () => core.insights.threads.get(ada, id);
  await Promise.all([get(), get()]);
  await get();
  expect(site.searches()).toBe(1);
  clock.now += 16 * minuteMs;
  await get();
  expect(site.searches()).toBe(2);
  const inThread = { ...item(), fullname: `hn_${comment}`, kind: 'comment' as const, linkFullname: item().fullname };
  await ingestItems(core, [inThread], scope);
  await ingestItems(core, [{ ...inThread, gone: 'deleted' }], scope);
  site.change(comment, { deleted: true });
  expect((await get()).comments).toEqual([]);
  expect(site.searches()).toBe(3);
});

test('says in a sentence why there is no thread, and reads none of what was deleted', async () => {
  const { core, site, ada, item, id } = await open();
  const problem = async () => (await core.insights.threads.get(ada, id)).problem;
  site.state.isSearchDown = true;
  expect(await problem()).toMatch(/^Algolia .+\.$/);
  await ingestItems(core, [item({ gone: 'deleted' })], scope);
  expect(await problem()).toBe('This was deleted, so its thread is not read.');
});

test("doesn't take a comment whose thread is unknown for a post without comments", async () => {
  const { core, site, ada, item } = await open();
  const { title, body } = makeItem(2, start);
  await ingestItems(core, [item({ fullname: 'hn_7', kind: 'comment', author: 'bo (Hacker News)', title, body })], scope);
  const { items } = await core.inbox.posts.list(ada, { limit: 10, sort: '-confidence', status: 'all' });
  const comment = items.find(({ author }) => author === 'bo (Hacker News)');
  expect(await core.insights.threads.get(ada, comment?.id ?? '')).toMatchObject({
    read: null,
    problem: 'The post that this replies to is unknown, so its thread is not read.',
  });
  expect(site.searches()).toBe(0);
});

test('shows no comment without a text, as deleted ones stay in the search', async () => {
  const { core, ada, reply, id } = await open();
  reply('bo', '');
  reply('cy', 'Text');
  expect(await core.insights.threads.get(ada, id)).toMatchObject({ read: 1, comments: [{ body: 'Text' }] });
});

test('keeps as many threads as their texts leave room for, the newest', () => {
  const kept = createKeptThreads(() => start);
  const comment = { ...makeItem(1, start), body: 'x'.repeat(9_000_000) };
  for (const post of ['hn_1', 'hn_2', 'hn_1', 'hn_3']) kept.keep(1, post, [comment]);
  expect(['hn_1', 'hn_2', 'hn_3'].map((post) => kept.find(1, post) !== null)).toEqual([true, false, true]);
});

test('forgets a thread after a quarter of an hour, also where nobody opens another one', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  // What remains in memory, because this clock says that no time has passed.
  const kept = createKeptThreads(() => start);
  kept.keep(1, 'hn_1', [makeItem(1, start)]);
  vi.advanceTimersByTime(14 * minuteMs);
  expect(kept.find(1, 'hn_1')).not.toBeNull();
  vi.advanceTimersByTime(minuteMs);
  expect(kept.find(1, 'hn_1')).toBeNull();
});

test("counts an author's other posts and contacts of this account alone", async () => {
  const { core, ada, item, id } = await open();
  const eve = await makeUser(core, 'eve');
  await makeCampaign(core, eve, { streams: withOnly([], 'hackernews', true) });
  const { title, body } = makeItem(2, start);
  await ingestItems(core, [item({ fullname: 'hn_5', title, body })], scope);
  const personOf = async () => (await core.insights.threads.get(ada, id)).person;
  expect(await personOf()).toEqual({ otherPosts: 1, contactedAt: null });
  const [lead] = (await core.inbox.leads.list(ada, { limit: 10, sort: '-confidence' })).items;
  await core.inbox.leads.update(ada, lead?.id ?? '', { stage: 'contacted' });
  expect(await personOf()).toEqual({ otherPosts: 1, contactedAt: new Date(start).toISOString() });
  await expect(core.insights.threads.get(eve, id)).rejects.toMatchObject({ code: 'not_found' });
});
