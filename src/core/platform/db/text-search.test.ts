import { streamsNamed } from '#shared/streams.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { postListQuery } from '#shared/posts.ts';
import { leadListQuery } from '#shared/leads.ts';
import { searchTerms } from './text-search.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
let bob: Awaited<ReturnType<typeof makeUser>>;
const find = async (q: string, who = ann) =>
  (await made.core.inbox.posts.list(who, postListQuery.parse({ q }))).items.map(({ fullname }) => fullname);

beforeAll(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
  bob = await makeUser(made.core, 'bob');
  await makeCampaign(made.core, ann);
  await makeCampaign(made.core, bob, { streams: streamsNamed('subreddit', ['smallbusiness']) });
  const { now } = made.clock;
  await ingestItems(made.core, [
    makeItem(1, now, { title: 'Looking for invoicing software with Crème brûlée 100% (zebra)' }),
    makeItem(2, now, {
      body: 'I need an invoicing tool now, what do you recommend? 🦓 I would pay today for one that sends reminders to clients.',
    }),
    makeItem(3, now, { subreddit: 'smallbusiness', title: 'Looking for invoicing software, any zebra will do, I would pay' }),
  ]);
});
afterAll(() => made.close());

test('finds words in title, text, and author, ignoring case and accents', async () => {
  expect(await find('ZEBRA')).toHaveLength(2);
  expect(await find('creme brulee')).toEqual(['t3_item1']);
  expect(await find('author_2')).toEqual(['t3_item2']);
});

test('finds what the index leaves out, such as emoji, by comparing texts', async () => {
  expect(searchTerms('🦓')).toBeNull();
  expect(await find('🦓')).toEqual(['t3_item2']);
  expect(await find('100%')).toEqual(['t3_item1']);
});

test('treats query operators and internal owner words as text', async () => {
  for (const q of ['zebra OR tool', 'zebra NOT crème', 'title:zebra', 'zeb*', 'NEAR(zebra will)', `u${bob.userId}`, '"', '%%%', '_']) {
    expect({ q, found: await find(q) }).toEqual({ q, found: [] });
  }
});

test("finds only the user's own posts", async () => {
  expect(await find('zebra', bob)).toEqual(['t3_item3']);
  expect(await find('creme', bob)).toEqual([]);
});

test('never fails or finds other users’ posts for any query', async () => {
  const typed = fc.oneof(
    fc.string({ maxLength: 60, unit: 'binary' }),
    fc.stringMatching(/^["'*():^+\-\\%_ a-z]{0,40}$/),
    fc.constantFrom('\0', '\ud800', "c++ don't", 'AND OR NOT', '" "'),
  );
  await fc.assert(
    fc.asyncProperty(typed, async (q) => {
      for (const name of await find(q.slice(0, 300), bob)) expect(name).toBe('t3_item3');
      await made.core.inbox.leads.list(bob, leadListQuery.parse({ q: q.slice(0, 300) }));
    }),
    { numRuns: 400 },
  );
});
