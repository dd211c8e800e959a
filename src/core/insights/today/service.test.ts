import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { todaySchema } from '#shared/dashboard.ts';
import type { EventPayload } from '#shared/events.ts';
import type { Lead } from '#shared/leads.ts';
import { commentsBy, connect, ingestOn, openAnn, postReply } from '#test/support/connected.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { fullname } from '#test/support/fakes/reddit/world.ts';
import { transact } from '#core/platform/db/connect.ts';
import { makeCore } from '#test/support/make-core.ts';
import { listColumns } from '#test/support/tables.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe('the list of today', () => {
  let made: Awaited<ReturnType<typeof makeCore>>;
  let ann: Awaited<ReturnType<typeof makeUser>>;

  beforeEach(async () => {
    made = await makeCore();
    made.clock.now = Date.parse('2026-11-21T10:00:00Z');
    ann = await makeUser(made.core, 'ann');
  });
  afterEach(() => made.close());

  const read = async (zone?: string) => todaySchema.parse(await made.core.insights.today.get(ann, { zone }));
  const kinds = async () => (await read()).items.map(({ kind }) => kind);
  const allLeads = async () => (await made.core.inbox.leads.list(ann, { limit: 100, sort: '-confidence' })).items;
  const setLeadsPerDay = (leadsPerDay: number) =>
    made.core
      .db('users')
      .where({ id: Number(ann.userId) })
      .update({ settings: JSON.stringify({ leadsPerDay }) });
  const inTime = (ms: number) => new Date(made.clock.now + ms).toISOString();
  const archive = (lead: Lead | undefined) =>
    made.core.inbox.posts.bulk(ann, { ids: lead?.posts.map(({ id }) => id) ?? [], action: 'archive' });
  async function findLeads(count: number): Promise<Lead[]> {
    await makeCampaign(made.core, ann);
    await ingestItems(
      made.core,
      Array.from({ length: count }, (_, number) => makeItem(number + 1, made.clock.now - number * hour)),
    );
    return allLeads();
  }

  test('is empty, with nothing planned, for a new account', async () => {
    expect(await read()).toEqual({ items: [], done: { replied: 0, followedUp: 0, dismissed: 0 }, nextAt: null });
  });

  test('has the ten best new leads, or as many as the user set, and no other user’s', async () => {
    const found = await findLeads(12);
    const eve = await makeUser(made.core, 'eve');
    const { items } = await read();
    expect(items.map(({ kind, lead }) => [kind, lead.id])).toEqual(found.slice(0, 10).map(({ id }) => ['lead', id]));
    await setLeadsPerDay(3);
    expect((await read()).items).toHaveLength(3);
    expect((await made.core.insights.today.get(eve)).items).toEqual([]);
  });

  test('gets shorter with each lead that is handled, and ends with the day’s number', async () => {
    const [first, second, third] = await findLeads(6);
    await setLeadsPerDay(3);
    await made.core.inbox.leads.update(ann, first?.id ?? '', { stage: 'contacted' });
    await archive(second);
    expect(await read()).toMatchObject({ items: [{ lead: { id: third?.id } }], done: { replied: 1, dismissed: 1, followedUp: 0 } });
    await made.core.inbox.followUps.create(ann, third?.id ?? '', { dueAt: inTime(30 * hour), note: '' });
    expect(await read()).toEqual({
      items: [],
      done: { replied: 1, followedUp: 1, dismissed: 1 },
      nextAt: '2026-11-22T00:00:00.000Z',
    });
    made.clock.now = Date.parse('2026-11-22T00:00:00Z');
    expect(await read()).toMatchObject({ items: [{}, {}, {}], done: { replied: 0, followedUp: 0, dismissed: 0 } });
  });

  test('counts by the day of the user’s time zone', async () => {
    const [first] = await findLeads(2);
    await archive(first);
    made.clock.now += 6 * hour;
    expect((await read('UTC')).done.dismissed).toBe(1);
    // Midnight has passed in Auckland.
    expect((await read('Pacific/Auckland')).done.dismissed).toBe(0);
  });

  test('is what it was before, after an undo', async () => {
    const [first, second] = await findLeads(2);
    const before = await read();
    const { undoToken } = await archive(first);
    const [post] = second?.posts ?? [];
    await made.core.inbox.posts.feedback(ann, post?.id ?? '', { verdict: 'wrong' });
    expect(await read()).toMatchObject({ items: [], done: { dismissed: 2 } });
    await made.core.inbox.posts.undoFeedback(ann, post?.id ?? '');
    await made.core.inbox.posts.undo(ann, { undoToken });
    const { id } = await made.core.inbox.followUps.create(ann, first?.id ?? '', { dueAt: inTime(day), note: '' });
    await made.core.inbox.followUps.remove(ann, id);
    expect(await read()).toEqual(before);
  });

  test('brings a snoozed lead back when its time has come, before new leads', async () => {
    const [, second] = await findLeads(3);
    const { id } = await made.core.inbox.followUps.create(ann, second?.id ?? '', { dueAt: inTime(5 * hour), note: 'Ask for the budget' });
    const snoozed = await read();
    expect(snoozed.items.map(({ lead }) => lead.id)).not.toContain(second?.id);
    expect(snoozed).toMatchObject({ done: { followedUp: 1 }, items: [{ kind: 'lead' }, { kind: 'lead' }] });
    made.clock.now += 5 * hour;
    const due = await read();
    expect(due).toMatchObject({
      done: { followedUp: 0 },
      items: [{ kind: 'follow-up', followUp: { note: 'Ask for the budget' } }, {}, {}],
    });
    expect(due.items[0]?.lead.id).toBe(second?.id);
    await made.core.inbox.followUps.update(ann, id, { snoozeUntil: inTime(day) });
    expect(await read()).toMatchObject({ done: { followedUp: 1 }, items: [{ kind: 'lead' }, { kind: 'lead' }] });
    await made.core.inbox.followUps.update(ann, id, { snoozeUntil: inTime(-hour) });
    await archive(second);
    expect(await kinds()).toEqual(['lead', 'lead']);
  });

  test('counts a lead that was moved to won or lost, until it is moved back', async () => {
    const [first, second] = await findLeads(3);
    const move = (lead: Lead | undefined, stage: Lead['stage']) => made.core.inbox.leads.update(ann, lead?.id ?? '', { stage });
    await move(second, 'contacted');
    made.clock.now += day;
    await move(first, 'lost');
    await move(second, 'won');
    expect(await read()).toMatchObject({ items: [{ kind: 'lead' }], done: { replied: 0, dismissed: 2 } });
    await move(second, 'contacted');
    expect(await read()).toMatchObject({ done: { replied: 0, dismissed: 1 } });
  });

  test('keeps a follow-up while another post of the person is open', async () => {
    await makeCampaign(made.core, ann);
    await ingestItems(made.core, [makeItem(1, made.clock.now), { ...makeItem(2, made.clock.now), author: makeItem(1, 0).author }]);
    const [lead] = await allLeads();
    const [one, other] = lead?.posts.map(({ id }) => id) ?? [];
    await made.core.inbox.followUps.create(ann, lead?.id ?? '', { dueAt: inTime(hour), note: '' });
    made.clock.now += hour;
    await made.core.inbox.posts.bulk(ann, { ids: [one ?? ''], action: 'archive' });
    expect(await kinds()).toEqual(['follow-up']);
    await made.core.inbox.posts.bulk(ann, { ids: [other ?? ''], action: 'archive' });
    expect(await kinds()).toEqual([]);
  });

  test('lists a person once, whichever campaign the follow-up was added in', async () => {
    const [lead] = await findLeads(1);
    const { id: other } = await makeCampaign(made.core, ann);
    await ingestItems(made.core, [{ ...makeItem(9, made.clock.now), author: lead?.redditUsername ?? '' }]);
    const leads = await Promise.all(
      [lead?.campaignId, other].map((campaignId) => made.core.inbox.leads.list(ann, { limit: 5, sort: '-confidence', campaignId })),
    );
    const [best] = await allLeads();
    const weaker = leads.flatMap(({ items }) => items).find(({ id }) => id !== best?.id);
    await made.core.inbox.followUps.create(ann, weaker?.id ?? '', { dueAt: inTime(hour), note: '' });
    made.clock.now += hour;
    expect(await kinds()).toEqual(['follow-up']);
  });

  test('takes a choice that is undone for the earlier one', async () => {
    const [lead] = await findLeads(1);
    const chosen = await made.core.inbox.followUps.create(ann, lead?.id ?? '', { dueAt: inTime(3 * day), note: '' });
    made.clock.now += day;
    await made.core.inbox.followUps.update(ann, chosen.id, { snoozeUntil: inTime(5 * day) });
    expect(await read()).toMatchObject({ done: { followedUp: 1 } });
    const undone = await made.core.inbox.followUps.update(ann, chosen.id, { snoozeUntil: chosen.dueAt, setAt: chosen.setAt });
    expect(undone.setAt).toBe(chosen.setAt);
    expect(await read()).toMatchObject({ done: { followedUp: 0 } });
  });

  test('names the next follow-up or run as the time when there is more to do', async () => {
    const [first] = await findLeads(1);
    await made.core.db('campaigns').update({ next_run_at: made.clock.now + 2 * hour });
    expect((await read()).nextAt).toBe(inTime(2 * hour));
    const soon = inTime(hour);
    await made.core.inbox.followUps.create(ann, first?.id ?? '', { dueAt: soon, note: '' });
    expect((await read()).nextAt).toBe(soon);
  });
});

describe('someone who answers a reply', () => {
  async function openAnswered() {
    const made = await openAnn();
    const { core, ann, clock, reddit } = made;
    await connect(core, ann);
    const post = await ingestOn(core, { reddit, actor: ann });
    await postReply({ core, clock }, ann, { postId: post.id, message: 'We make one. Disclosure: I work there.' });
    const [own] = commentsBy(reddit);
    if (!own) throw new Error('The reply is not on Reddit');
    await core.replies.watch.lookDue(new AbortController().signal);
    return {
      ...made,
      post,
      comment: (author: string, text: string, on = fullname(own)) => reddit.world.comment({ on, author, text }),
      look: async (ms: number) => {
        clock.now += ms;
        await core.replies.watch.lookDue(new AbortController().signal);
      },
      items: async () => (await core.insights.today.get(ann)).items,
    };
  }

  test('comes first, with their words, until the user replies', async () => {
    const made = await openAnswered();
    const { core, ann, post, comment, look, items } = made;
    expect(await items()).toEqual([]);
    const theirs = comment('author_1', 'Does it send *reminders*?');
    await look(hour / 4);
    expect(await items()).toMatchObject([
      {
        kind: 'answer',
        lead: { stage: 'replied', redditUsername: 'author_1' },
        answers: [{ author: 'author_1', body: 'Does it send *reminders*?', postId: post.id }],
      },
    ]);
    const [item] = await items();
    const answerId = item?.answers[0]?.id ?? '';
    const message = 'It does, after a week and after two.';
    const { outboxId } = await core.replies.outbox.send(ann, { postId: post.id, answerId, message });
    expect(await core.insights.today.get(ann)).toMatchObject({ items: [], done: { replied: 1 } });
    await core.replies.outbox.undo(ann, outboxId);
    expect(await items()).toEqual([item]);
    await postReply(made, ann, { postId: post.id, answerId, message });
    const [, sent] = commentsBy(made.reddit);
    expect(sent).toMatchObject({ parent: theirs, text: message });
    const eve = await makeUser(core, 'eve');
    await connect(core, eve);
    await expect(core.replies.outbox.send(eve, { postId: post.id, answerId, message: 'Mine' })).rejects.toThrow('not found');
    const other = await ingestOn(core, { reddit: made.reddit, actor: ann, number: 2 });
    await expect(core.replies.outbox.send(ann, { postId: other.id, answerId, message: 'Elsewhere' })).rejects.toThrow(
      'no longer available',
    );
  });

  test('is handled by a response on Reddit, an archived lead, or a follow-up', async () => {
    const { core, ann, clock, comment, look, items } = await openAnswered();
    const first = comment('passer_by', 'I would like that, too.');
    await look(hour / 4);
    expect(await items()).toMatchObject([{ kind: 'answer', answers: [{ author: 'passer_by' }] }]);
    comment('ann_reddit', 'Good to hear!', first);
    await look(hour / 4);
    expect(await items()).toEqual([]);

    comment('author_1', 'How much is it?');
    await look(hour / 4);
    const [item] = await items();
    const ids = item?.lead.posts.map(({ id }) => id) ?? [];
    const { undoToken } = await core.inbox.posts.bulk(ann, { ids, action: 'archive' });
    expect(await items()).toEqual([]);
    await core.inbox.posts.undo(ann, { undoToken });
    expect(await items()).toHaveLength(1);
    await core.inbox.followUps.create(ann, item?.lead.id ?? '', { dueAt: new Date(clock.now + day).toISOString(), note: '' });
    expect(await items()).toEqual([]);
  });

  test('keeps its id from check to check, and only news is announced', async () => {
    const { core, clock, comment, look, items, reddit } = await openAnswered();
    const stale: unknown[] = [];
    // What was scored and learned before may be announced while these checks run.
    core.bus.on('push', ({ event, payload }) => {
      if (event === 'stale' && (payload as EventPayload<'stale'>).keys.includes('replies-changed')) stale.push(payload);
    });
    const theirs = comment('author_1', 'How much is it?');
    await look(hour / 4);
    const [before] = await items();
    stale.length = 0;
    await look(hour / 4);
    expect([await items(), stale]).toEqual([[before], []]);
    comment('passer_by', 'Me too.');
    await look(hour / 4);
    const [after] = await items();
    expect(after?.answers.map(({ author }) => author)).toEqual(['author_1', 'passer_by']);
    expect(after?.answers[0]).toEqual(before?.answers[0]);
    expect(stale).not.toEqual([]);
    reddit.world.setGone(theirs, 'deleted');
    await look(hour / 4);
    expect((await items())[0]?.answers).toEqual(after?.answers.slice(1));
    const [row] = await core.db('reply_answers').select('found_at', 'checked_at').limit(2);
    expect(row).toEqual({ found_at: clock.now - hour / 4, checked_at: clock.now });
  });

  test('is listed once and stays handled, below however many replies of the user it stands', async () => {
    const made = await openAnswered();
    const { core, ann, clock, post, comment, look, items } = made;
    comment('author_1', 'How much is it?');
    await look(hour / 4);
    const [first] = await items();
    await postReply(made, ann, { postId: post.id, answerId: first?.answers[0]?.id, message: 'Two dollars.' });
    const [, second] = commentsBy(made.reddit);
    if (!second) throw new Error('The reply is not on Reddit');
    comment('author_1', 'Too much.', fullname(second));
    await core.db('reply_watches').update({ next_at: clock.now });
    await look(1);
    const [item] = await items();
    expect(item?.answers.map(({ body }) => body)).toEqual(['Too much.']);
    const ids = item?.lead.posts.map(({ id }) => id) ?? [];
    const { undoToken } = await core.inbox.posts.bulk(ann, { ids, action: 'archive' });
    await look(hour / 2);
    expect([await items(), await core.db('reply_answers').pluck<string[]>('body')]).toEqual([[], ['Too much.', 'Too much.']]);
    await core.inbox.posts.undo(ann, { undoToken });
    expect(await items()).toMatchObject([{ answers: [{ id: item?.answers[0]?.id }] }]);
  });

  test('is forgotten where nothing is checked for their user any more, and when that user disconnects', async () => {
    const { core, ann, comment, look } = await openAnswered();
    const words = async () => (await core.db('reply_answers').limit(5)).map(({ author, body }) => [author, body]);
    comment('author_1', 'secret words');
    await look(hour / 4);
    await core.db('users').update({ disabled: 1 });
    await look(2 * day + hour);
    expect(await words()).toEqual([[null, '']]);
    await core.db('users').update({ disabled: 0 });
    await look(hour);
    expect(await words()).toEqual([['author_1', 'secret words']]);
    await core.reddit.account.disconnect(ann);
    expect(await words()).toEqual([]);
  });

  test('is forgotten with the post, even if the reply was erased before', async () => {
    const { core, comment, look } = await openAnswered();
    comment('author_1', 'secret words');
    await look(hour / 4);
    await core.db('outbox').update({ text: '' });
    const [item] = await core.db('items').select('id').limit(1);
    await transact(core.db, (trx) => core.inbox.items.erase(trx, [{ id: item?.id ?? 0, gone: 'deleted' }], core.now()));
    expect(await core.db('reply_answers').limit(5)).toEqual([]);
  });

  test('stays until a reply is posted that was missed, and is handled while one may be on Reddit', async () => {
    const { core, ann, clock, post, comment, look, items } = await openAnswered();
    comment('author_1', 'How much is it?');
    await look(hour / 4);
    const answerId = (await items())[0]?.answers[0]?.id;
    const { outboxId } = await core.replies.outbox.send(ann, { postId: post.id, answerId, message: 'Two dollars.' });
    const is = (state: object) =>
      core
        .db('outbox')
        .where({ id: Number(outboxId) })
        .update(state);
    const waiting = async () => (await core.inbox.leads.list(ann, { limit: 5, sort: '-confidence', waiting: true })).items.length;
    for (const state of [{ state: 'queued' }, { state: 'sending' }, { state: 'unknown' }, { state: 'sent', wrap_up_at: clock.now }]) {
      await is(state);
      expect([state, (await items()).length, await waiting()]).toEqual([state, 0, 1]);
    }
    await is({ state: 'queued', wrap_up_at: null, held: 'missed', scheduled_at: clock.now });
    expect([(await items()).length, await waiting()]).toEqual([1, 0]);
  });

  test('gets a follow-up that the user chose when they wrote the reply', async () => {
    const made = await openAnswered();
    const { core, ann, clock, post } = made;
    clock.now += hour;
    const [wroteAt, followUpAt] = [clock.now, new Date(clock.now + 3 * day).toISOString()];
    await postReply(made, ann, { postId: post.id, message: 'One more thing.', followUpAt });
    expect((await core.inbox.followUps.list(ann, { limit: 5 })).items).toMatchObject([
      { dueAt: followUpAt, setAt: new Date(wroteAt).toISOString() },
    ]);
  });

  test('is forgotten when they delete their words, and their words with the end of the checks', async () => {
    const { core, reddit, comment, look, items } = await openAnswered();
    const gone = comment('author_1', 'secret words');
    comment('passer_by', 'other words');
    await look(hour / 4);
    expect((await items())[0]?.answers.map(({ body }) => body)).toEqual(['secret words', 'other words']);
    reddit.world.setGone(gone, 'deleted');
    await look(hour / 4);
    expect((await items())[0]?.answers.map(({ body }) => body)).toEqual(['other words']);
    for (let days = 0; days < 16; days += 1) await look(day);
    expect((await items())[0]?.answers).toMatchObject([{ author: null, body: '', permalink: null }]);
    const tables = [...(await listColumns(core.db)).keys()].filter((name) => !name.includes('fts'));
    const rows = (await Promise.all(tables.map((table) => core.db(table).select('*').limit(10_000)))).flat();
    expect(JSON.stringify(rows)).not.toMatch(/(?:secret|other) words/);
  });

  test('is forgotten where their words could not be confirmed for two days', async () => {
    const { reddit, comment, look, items } = await openAnswered();
    comment('author_1', 'Does it send reminders?');
    await look(hour / 4);
    reddit.faults.add({ fault: fault.forbidden(), when: ({ path }) => path.startsWith('/comments/') });
    await look(2 * day);
    expect((await items())[0]?.answers).toMatchObject([{ author: 'author_1', body: 'Does it send reminders?' }]);
    await look(day);
    expect((await items())[0]?.answers).toMatchObject([{ author: null, body: '', permalink: null }]);
  });
});
