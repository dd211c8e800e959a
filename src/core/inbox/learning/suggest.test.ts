import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CampaignInput } from '#shared/campaigns.ts';
import { postListQuery } from '#shared/posts.ts';
import { streamsNamed } from '#shared/streams.ts';
import { transact } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
let id: string;

const ingest = (numbers: readonly number[], says: string, overrides: Partial<FetchedItem> = {}) =>
  ingestItems(
    made.core,
    numbers.map((number) => {
      const item = makeItem(number, made.clock.now, overrides);
      return { ...item, body: `${says} ${item.body}` };
    }),
  );
const upTo = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, at) => first + at);
/** What was read otherwise, where the campaign doesn't look. */
const readOthers = (says = '') => {
  const items = upTo(1001, 1060).map((number) => {
    const item = makeItem(number, made.clock.now, { subreddit: 'lakes' });
    return { ...item, body: says || item.body };
  });
  return transact(made.core.db, (trx) => made.core.inbox.items.store(trx, { scope: '', source: 'api', items, now: made.core.now() }));
};
const start = async (fields: Partial<CampaignInput> = {}) => {
  id = (await makeCampaign(made.core, ann, { postFloor: 0, leadThreshold: 100, ...fields })).id;
};
async function mark(numbers: readonly number[], verdict: 'right' | 'wrong'): Promise<void> {
  const { items } = await made.core.inbox.posts.list(ann, postListQuery.parse({ campaignId: id, status: 'all', limit: 100 }));
  for (const number of numbers) {
    const post = items.find(({ fullname }) => fullname === `t3_item${number}`);
    await made.core.inbox.posts.feedback(ann, post?.id ?? `${number} was not kept`, { verdict });
  }
  await made.core.inbox.learning.learned();
}
const suggested = async () => (await made.core.inbox.suggestions.list(ann, id)).items;
const creditScores = async () => (await texts()).filter((text) => text.includes('credit score'));
const texts = async () => (await suggested()).map(({ text }) => text);

beforeEach(async () => {
  made = await makeCore({}, { discovery: { learnPauseMs: 0 } });
  ann = await makeUser(made.core, 'ann');
});
afterEach(() => made.close());

test('suggests a rule for what three good matches mention and excluding what three bad ones do, but nothing on two', async () => {
  await start();
  await readOthers();
  await ingest(upTo(1, 4), 'I pay for AdWords and it is not enough.');
  await ingest(upTo(11, 14), 'My credit score is the same.');
  await ingest([15], 'All credit scores are low.');
  await mark([1, 2], 'right');
  await mark([11, 12], 'wrong');
  expect(await texts()).toEqual([]);
  await mark([3], 'right');
  await mark([13, 15], 'wrong');
  expect(await texts()).toEqual([
    '3 good matches mention “AdWords”. Add it as a rule?',
    '4 bad matches mention “credit score”, and no good match or lead does. Exclude it?',
  ]);
  expect((await made.core.inbox.campaigns.get(ann, id)).suggestions).toBe(2);
  expect((await made.core.insights.dashboard.get(ann)).campaigns.map(({ suggestions }) => suggestions)).toEqual([2]);
});

test('excludes no words of a good match, of a lead, or of the campaign itself', async () => {
  await start({ offering: 'Invoicing software that also watches the credit score of clients' });
  await readOthers();
  await ingest(upTo(1, 3), 'My credit score is low. The mortgage broker hung up. It is for a dental clinic.');
  await ingest([4], 'The mortgage broker was nice.');
  await ingest([5], 'I run a dental clinic.');
  await made.core
    .db('posts')
    .whereIn('item_id', made.core.db('items').where({ fullname: 't3_item5' }).select('id'))
    .update({ status: 'lead' });
  await mark([1, 2, 3], 'wrong');
  expect(await texts()).toEqual([expect.stringContaining('“mortgage broker”')]);
  await mark([4], 'right');
  expect(await texts()).toEqual([]);
});

test('makes no rule of common words, and none of what a rule covers', async () => {
  await start();
  await readOthers();
  await ingest(upTo(1, 4), 'People can’t afford a high-end thing next month and work full-time. Send the invoice template.');
  await mark(upTo(1, 4), 'right');
  expect(await texts()).toEqual([]);
});

test('suggests to stop monitoring a subreddit whose marked posts are all bad, if others have good ones', async () => {
  await start();
  await readOthers();
  await ingest(upTo(1, 4), 'Hi.');
  await ingest(upTo(11, 30), 'Hi.', { subreddit: 'smallbusiness' });
  await mark(upTo(1, 4), 'wrong');
  await mark(upTo(11, 13), 'wrong');
  expect(await texts()).toEqual([]);
  await mark(upTo(1, 4), 'right');
  expect(await texts()).toEqual(['Stop monitoring r/smallbusiness? 20 posts and comments read, 3 marked, none a good match.']);
});

test('never suggests to stop monitoring the only stream', async () => {
  await start({ streams: streamsNamed('subreddit', ['freelance']) });
  await ingest(upTo(1, 20), 'Hi.');
  await mark(upTo(1, 4), 'wrong');
  expect(await texts()).toEqual([]);
});

test('suggests to remove a rule that brought only bad matches, not the last one', async () => {
  await start({ rules: [{ text: 'photography', minScore: 5 }, { text: 'invoic*' }] });
  await ingest(upTo(1, 3), 'It is for photography.', { title: 'A tool' });
  await ingest(upTo(11, 13), 'Hi.');
  await mark(upTo(11, 13), 'right');
  await mark(upTo(1, 3), 'wrong');
  expect(await texts()).toEqual(['You marked 3 posts that the rule photography found, all as bad matches. Remove the rule?']);
  await made.core.inbox.suggestions.accept(ann, { id, key: (await suggested())[0]?.key ?? '' });
  expect((await made.core.inbox.campaigns.get(ann, id)).rules).toEqual([{ text: 'invoic*' }]);
  expect(await texts()).toEqual([]);
});

test("makes a suggested change once, and never to another user's campaign", async () => {
  await start();
  await readOthers();
  await ingest(upTo(1, 3), 'My credit score is low.');
  await mark(upTo(1, 3), 'wrong');
  const [suggestion] = await suggested();
  const chosen = { id, key: suggestion?.key ?? '' };
  const eve = await makeUser(made.core, 'eve', 'admin');
  const { suggestions } = made.core.inbox;
  for (const attempt of [
    suggestions.list(eve, id),
    suggestions.accept(eve, chosen),
    suggestions.dismiss(eve, chosen),
    suggestions.restore(eve, chosen),
  ])
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
  expect((await suggestions.accept(ann, chosen)).excludes).toEqual(['credit score']);
  expect(await suggested()).toEqual([]);
  await expect(suggestions.accept(ann, chosen)).rejects.toMatchObject({ code: 'not_found' });
  await made.core.inbox.learning.learned();
  expect(await suggested()).toEqual([]);
  await made.core.inbox.campaigns.update(ann, id, { excludes: [] });
  expect(await suggested()).toEqual([suggestion]);
});

test('suggests what was dismissed again once twice as many posts agree, or when the dismissal is taken back', async () => {
  await start();
  await readOthers();
  await ingest(upTo(1, 6), 'My credit score is low.');
  await mark(upTo(1, 3), 'wrong');
  const { suggestions } = made.core.inbox;
  const first = (await suggested()).find(({ text }) => text.includes('credit score'));
  const chosen = { id, key: first?.key ?? '' };
  expect((await suggestions.dismiss(ann, chosen)).items).not.toContainEqual(first);
  expect((await suggestions.restore(ann, chosen)).items).toContainEqual(first);
  await suggestions.dismiss(ann, chosen);
  await mark([4, 5], 'wrong');
  expect(await creditScores()).toEqual([]);
  await mark([6], 'wrong');
  expect(await creditScores()).toEqual([expect.stringContaining('6 bad matches')]);
});

test('removes suggestions that may quote a post once its author deletes it', async () => {
  await start();
  await readOthers();
  await ingest(upTo(1, 3), 'My credit score is low.');
  await mark(upTo(1, 3), 'wrong');
  expect(await suggested()).toHaveLength(1);
  const item = await made.core.db('items').where({ fullname: 't3_item1' }).first<{ id: number }>('id');
  await transact(made.core.db, (trx) => made.core.inbox.items.erase(trx, [{ id: item.id, gone: 'deleted' }], made.clock.now));
  expect(await made.core.db('campaigns').first('suggestions')).toEqual({ suggestions: '[]' });
  await made.core.inbox.learning.learnDue(AbortSignal.timeout(10_000));
  expect(await suggested()).toEqual([]);
});

async function markBodies(body: string): Promise<void> {
  await ingest(upTo(1, 3), '');
  await made.core.db('items').whereIn('fullname', ['t3_item1', 't3_item2', 't3_item3']).update({ title: 'Invoicing', body });
  await mark(upTo(1, 3), 'wrong');
}

test.each([
  ['Spanish', 'El lago es muy bonito y no hay nadie que lo vea, es para mi.', 'Mi declaración trimestral es para hoy y no la tengo.'],
  ['invisible characters', '', 'My declara\u200Bción trimes\u202Etral dropped, is that what it is for you?'],
])('finds words in texts with %s', async (_, others, says) => {
  await start();
  await readOthers(others);
  await markBodies(says);
  expect(await texts()).toEqual([expect.stringContaining('3 bad matches mention “declaración trimestral”')]);
});

test.each([
  ['Russian', 'Мне нужен счёт для клиента и я не знаю как это сделать'],
  ['Chinese', '我需要给客户开发票的软件但是不知道怎么做'],
  ['one endless word', `the ${'x'.repeat(5000)} of it`],
])('suggests nothing from %s', async (_, says) => {
  await start();
  await readOthers();
  await markBodies(says);
  expect(await texts()).toEqual([]);
});

test('suggests words only, whatever a text holds', async () => {
  await start();
  await readOthers();
  await markBodies(
    'The <script>alert(1)</script> AND (NOT "OR" kind:post) is in what I have: https://spam.example/zebra-okapi ${zebra} {{okapi}}',
  );
  for (const { change } of await suggested())
    expect(change).toEqual({ kind: 'exclude', words: expect.stringMatching(/^(?:script|alert|zebra|okapi)$/) });
});
