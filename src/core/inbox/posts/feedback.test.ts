import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { postListQuery } from '#shared/posts.ts';
import { leadListQuery } from '#shared/leads.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;

const posts = () => made.core.inbox.posts;
const idOf = async (number: number): Promise<string> => {
  const { items } = await posts().list(ann, postListQuery.parse({ status: 'all' }));
  return items.find(({ fullname }) => fullname === `t3_item${number}`)?.id ?? 'none';
};
const statusOf = async (number: number) => (await posts().get(ann, await idOf(number))).status;
const leads = async () => {
  const { items } = await made.core.inbox.leads.list(ann, leadListQuery.parse({}));
  return items.map(({ redditUsername }) => redditUsername).toSorted();
};
const learn = async () => {
  await made.core.inbox.learning.learned();
  await made.core.discovery.pipeline.settled();
};
// Without what changes by itself: leads are announced in the background, and the timeline goes on.
const stored = async () => ({
  posts: await made.core.db('posts').orderBy('id'),
  leads: (await made.core.db('leads').orderBy('id')).map(({ announce_since: _since, last_activity_at: _at, ...lead }) => lead),
});

const talk = {
  title: 'Invoices, a thought',
  body: 'Clients who pay late cost me hours of invoices each month. How do you all feel about late fees?',
};

beforeEach(async () => {
  made = await makeCore(
    {
      billing: {
        plans: [
          { id: 'large', name: 'Large' },
          { id: 'small', name: 'Small', limits: { leadsPerMonth: 1 } },
        ],
      },
    },
    { discovery: { learnPauseMs: 0 } },
  );
  ann = await makeUser(made.core, 'ann');
  await makeCampaign(made.core, ann);
  const { now } = made.clock;
  await ingestItems(made.core, [makeItem(1, now), makeItem(2, now, talk), makeItem(3, now, { author: null })]);
});
afterEach(() => made.close());

describe('a good match', () => {
  test('makes a lead of a post, which stays one when the campaign is ranked again', async () => {
    expect(await posts().feedback(ann, await idOf(2), { verdict: 'right' })).toMatchObject({ status: 'lead', leadId: expect.any(String) });
    expect(await leads()).toEqual(['author_1', 'author_2']);
    await learn();
    expect([await statusOf(2), await leads()]).toEqual(['lead', ['author_1', 'author_2']]);
  });

  test('stays a post without an author, and where its user put it', async () => {
    expect(await posts().feedback(ann, await idOf(3), { verdict: 'right' })).toMatchObject({
      status: 'new',
      feedback: { verdict: 'right' },
    });
    await posts().update(ann, await idOf(2), { status: 'archived' });
    expect(await posts().feedback(ann, await idOf(2), { verdict: 'right' })).toMatchObject({ status: 'archived' });
  });

  test('makes a lead again of a post that was dismissed as a bad match', async () => {
    const ids = [await idOf(1)];
    await posts().bulk(ann, { ids, action: 'dismiss', reason: 'seller' });
    expect(await leads()).toEqual([]);
    await posts().feedback(ann, await idOf(1), { verdict: 'right' });
    expect(await leads()).toEqual(['author_1']);
  });

  test('is saved beyond the limit of leads of a plan, and the post stays one', async () => {
    const id = await idOf(2);
    await made.core.db('users').update({ plan: 'small' });
    expect(await posts().feedback(ann, id, { verdict: 'right' })).toMatchObject({ status: 'new', feedback: { verdict: 'right' } });
    expect(await leads()).toEqual(['author_1']);
  });
});

describe('a bad match', () => {
  test('ends a lead, which stays a post when the campaign is ranked again', async () => {
    expect(await posts().feedback(ann, await idOf(1), { verdict: 'wrong', reason: 'seller' })).toMatchObject({ status: 'new' });
    expect(await leads()).toEqual([]);
    await learn();
    expect([await statusOf(1), await leads()]).toEqual(['new', []]);
  });

  test('leaves a person in the list whom its user has contacted', async () => {
    const { leadId } = await posts().get(ann, await idOf(1));
    await made.core.inbox.leads.update(ann, leadId ?? '', { stage: 'contacted' });
    await posts().feedback(ann, await idOf(1), { verdict: 'wrong' });
    expect(await leads()).toEqual(['author_1']);
  });
});

describe('undoing feedback', () => {
  test.each([
    [1, 'right'],
    [1, 'wrong'],
    [2, 'right'],
    [2, 'wrong'],
    [3, 'right'],
  ] as const)('restores post %i and the leads exactly after “%s”', async (number, verdict) => {
    const before = await stored();
    await posts().feedback(ann, await idOf(number), { verdict });
    await posts().undoFeedback(ann, await idOf(number));
    expect(await stored()).toEqual(before);
  });

  test('restores them exactly after a change of mind too', async () => {
    const before = await stored();
    for (const verdict of ['right', 'wrong', 'right'] as const) await posts().feedback(ann, await idOf(2), { verdict });
    expect(await statusOf(2)).toBe('lead');
    await posts().undoFeedback(ann, await idOf(2));
    expect(await stored()).toEqual(before);
  });

  test('keeps what its user decided about the post since', async () => {
    await posts().feedback(ann, await idOf(2), { verdict: 'right' });
    await posts().update(ann, await idOf(2), { status: 'archived' });
    expect(await posts().undoFeedback(ann, await idOf(2))).toMatchObject({ status: 'archived', feedback: null });
  });

  test('keeps a lead that its user has written about since', async () => {
    const { leadId } = await posts().feedback(ann, await idOf(2), { verdict: 'right' });
    await made.core.inbox.leads.update(ann, leadId ?? '', { notes: 'Met at the fair' });
    await posts().undoFeedback(ann, await idOf(2));
    expect(await made.core.inbox.leads.get(ann, leadId ?? '')).toMatchObject({ notes: 'Met at the fair' });
    expect(await statusOf(2)).toBe('new');
  });

  test('can itself be undone with a bulk change, which restores where it came from', async () => {
    await posts().feedback(ann, await idOf(2), { verdict: 'right' });
    const before = await stored();
    const { undoToken } = await posts().bulk(ann, { ids: [await idOf(2)], action: 'dismiss' });
    await posts().undo(ann, { undoToken });
    expect((await stored()).posts).toEqual(before.posts);
    expect(await posts().undoFeedback(ann, await idOf(2))).toMatchObject({ status: 'new' });
  });
});
