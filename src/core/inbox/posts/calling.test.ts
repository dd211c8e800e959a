import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { leadListQuery } from '#shared/leads.ts';
import { hourMs } from '#shared/time.ts';
import { unknownTime } from '#core/platform/item.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
let campaignId: string;

const leads = async () =>
  (await made.core.inbox.leads.list(ann, leadListQuery.parse({}))).items.map(({ redditUsername }) => redditUsername).toSorted();
const below = async () => (await made.core.inbox.posts.justBelow(ann, campaignId, 5)).items.map(({ author, notLead }) => [author, notLead]);
const change = (update: Parameters<typeof made.core.inbox.campaigns.update>[2]) =>
  made.core.inbox.campaigns.update(ann, campaignId, update);

const at = (hours: number): number => made.clock.now + hours * hourMs;
const ingestAt = (hours: number, ...items: ReturnType<typeof makeItem>[]) => {
  made.clock.now = at(hours);
  return ingestItems(
    made.core,
    items.map((item) => ({ ...item, createdAt: made.clock.now })),
  );
};
/** The stronger, the higher its number: no two are equally good. */
const strong = (number: number) => {
  const item = makeItem(number, 0);
  return { ...item, body: `${item.body}${' Thanks.'.repeat(number)}` };
};
/** Good enough, but weaker. */
const weak = (number: number) =>
  makeItem(number, 0, {
    title: 'Which invoicing software sends reminders?',
    body: `${Array.from({ length: 20 }, (_, word) => `word${number}${word * 7919}`).join(' ')}. I need one for invoices, any advice?`,
  });

beforeEach(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
  campaignId = (await makeCampaign(made.core, ann, { leadThreshold: null, leadsPerDay: 2 })).id;
});
afterEach(() => made.close());

test('calls the best of the 24 hours up to each post, and says of the others what keeps them from being leads', async () => {
  await ingestAt(
    0,
    strong(1),
    strong(2),
    weak(3),
    makeItem(4, 0, { title: 'Invoices, a thought', body: 'Late fees are a topic for people who write invoices.' }),
  );
  expect(await leads()).toEqual(['author_1', 'author_2']);
  expect(await below()).toEqual([
    ['author_3', '3rd best in 24 hours; the best 2 are leads'],
    ['author_4', expect.stringMatching(/^Below the minimum: its text scores \d+, and a lead needs 60$/)],
  ]);
});

test('says of what became one of the best only later that others were better when it was found', async () => {
  await ingestAt(0, strong(1), strong(2), weak(3));
  await made.core.db('posts').where({ author_key: 'author_1' }).update({ blacklisted: 1, open: 0, status: 'new' });
  expect(await below()).toEqual([['author_3', 'Others were better when it was found']]);
});

test('calls as many again after 24 hours, and no lead ends because of better posts', async () => {
  await ingestAt(0, weak(1), weak(2));
  expect(await leads()).toEqual(['author_1', 'author_2']);
  await ingestAt(1, strong(3), strong(4), weak(5));
  expect(await leads()).toEqual(['author_1', 'author_2', 'author_3', 'author_4']);
  await ingestAt(23.5, weak(6));
  expect(await leads()).toHaveLength(4);
  await ingestAt(2, weak(7));
  expect(await leads()).toHaveLength(5);
});

test('better posts that are found later, but are older, end no lead', async () => {
  await ingestAt(0, weak(1), weak(2));
  await ingestItems(
    made.core,
    [3, 4].map((number) => ({ ...strong(number), createdAt: at(-1) })),
  );
  // Scores everything again.
  await change({ painPoints: ['clients pay late'] });
  await ingestItems(made.core, [{ ...strong(5), createdAt: at(-2) }]);
  expect(await leads()).toEqual(['author_1', 'author_2', 'author_3', 'author_4', 'author_5']);
});

test('chooses again when its user changes the campaign, but keeps what somebody worked with', async () => {
  await ingestAt(0, strong(1), strong(2), weak(3));
  await change({ leadsPerDay: 3 });
  expect(await leads()).toEqual(['author_1', 'author_2', 'author_3']);
  const all = (await made.core.inbox.leads.list(ann, leadListQuery.parse({}))).items;
  const weakest = all.find(({ redditUsername }) => redditUsername === 'author_3');
  await made.core.inbox.leads.update(ann, weakest?.id ?? '', { notes: 'Call back' });
  await change({ leadsPerDay: 1 });
  const left = await leads();
  expect(left).toHaveLength(2);
  expect(left).toContain('author_3');
});

test('with a threshold, everything from it on is a lead, and without one the best of a day again', async () => {
  await ingestAt(0, strong(1), strong(2), weak(3));
  await change({ leadThreshold: 40 });
  expect(await leads()).toEqual(['author_1', 'author_2', 'author_3']);
  await change({ leadThreshold: 99 });
  expect(await leads()).toEqual([]);
  expect((await below())[0]?.[1]).toMatch(/^Scored \d+ when it was found; leads start at 99$/);
  await change({ leadThreshold: null });
  expect(await leads()).toEqual(['author_1', 'author_2']);
});

test('a post without a date counts for the day on which it was found', async () => {
  for (const day of [0, 1, 2]) {
    made.clock.now = at(24.1);
    const undated = [0, 1, 2].map((n) => ({ ...strong(day * 3 + n), createdAt: unknownTime }));
    await ingestItems(made.core, undated);
    expect(await leads()).toHaveLength((day + 1) * 2);
  }
  await change({ leadsPerDay: 1 });
  expect(await leads()).toHaveLength(3);
});

test('of an archive, calls the best of each of its days', async () => {
  const days = Array.from({ length: 5 }, (_, day) =>
    [0, 1, 2].map((n) => ({ ...strong(day * 3 + n), createdAt: at(-24.1 * day - n / 10) })),
  );
  await ingestItems(made.core, days.flat());
  expect((await leads()).length).toBeGreaterThanOrEqual(10);
});
