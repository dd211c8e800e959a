import { describe, expect, test } from 'vitest';
import type { OutboxItem } from '#shared/outbox.ts';
import { makeUser } from '#test/support/factories.ts';
import { commentsBy, connect, ingestOn, openAnn, postReply } from '#test/support/connected.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { fullname } from '#test/support/fakes/reddit/world.ts';
import { failWrites } from '#test/support/failing-writes.ts';

const never = new AbortController().signal;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Opens a core in which Ann's reply to a post of `author_1` is on Reddit. */
async function openAnswered({ appToken = true } = {}) {
  const made = await openAnn();
  const { core, ann, clock, reddit } = made;
  reddit.members.habits.givesAppToken = appToken;
  await connect(core, ann);
  const post = await ingestOn(core, { reddit, actor: ann });
  await postReply({ core, clock }, ann, { postId: post.id, message: 'We make one. Disclosure: I work there.' });
  const [own] = commentsBy(reddit);
  if (!own) throw new Error('The reply is not on Reddit');
  const { leadId } = await core.inbox.posts.get(ann, post.id);
  const after = async (ms: number) => {
    clock.now += ms;
    const summary = await core.replies.watch.lookDue(never);
    await core.notifications.settled();
    return summary;
  };
  const reply = async (): Promise<OutboxItem['reply']> => (await core.replies.outbox.list(ann, { limit: 5 })).items[0]?.reply ?? null;
  await after(0);
  return {
    ...made,
    post,
    own,
    leadId: leadId ?? '',
    /** Advances the clock and runs the job. Returns its summary. */
    after,
    reply,
    stage: async () => (await core.inbox.leads.get(ann, leadId ?? '')).stage,
    timeline: async () =>
      (await core.inbox.leads.timeline(ann, leadId ?? '', { limit: 50 })).items
        .filter(({ kind }) => kind === 'answer')
        .map(({ text }) => text),
    notices: async () =>
      (await core.notifications.inbox.list(ann, { limit: 50 })).items
        .filter(({ kind }) => kind.startsWith('reply-'))
        .map(({ kind, title, path }) => [kind, title, path]),
    openFollowUps: async () =>
      (await core.inbox.followUps.list(ann, { leadId: leadId ?? '', limit: 50 })).items.filter(({ doneAt }) => doneAt === null),
    answer: (author: string, on = fullname(own)) => reddit.world.comment({ on, author, text: 'secret words of theirs' }),
  };
}

describe('a posted reply', () => {
  test('is checked after ten minutes, then less often with age, and its score is recorded', async () => {
    const { core, reddit, own, after, reply } = await openAnswered();
    expect(await reply()).toMatchObject({ state: 'waiting', score: null, answers: null, checkedAt: null });
    expect(await after(9 * minute)).toMatchObject({ looked: 0 });
    own.score = 3;
    expect(await after(minute)).toMatchObject({ looked: 1, answered: 0, takenDown: 0, failed: 0 });
    expect(await reply()).toMatchObject({ state: 'shown', score: 3, answers: 0, answeredAt: null, locked: false, trouble: null });
    own.score = -2;
    expect(await after(14 * minute)).toMatchObject({ looked: 0 });
    expect(await after(minute)).toMatchObject({ looked: 1 });
    const points = await core.db('reply_points').orderBy('id').select<{ points: number; standing: string }[]>('points', 'standing');
    expect(points).toEqual([
      { points: 3, standing: 'shown' },
      { points: -2, standing: 'shown' },
    ]);
    await after(5 * hour);
    expect((await reply())?.history.map(({ score }) => score)).toEqual([3, -2]);
    expect(await after(59 * minute)).toMatchObject({ looked: 0 });
    expect(await after(minute)).toMatchObject({ looked: 1 });
    await after(6 * day);
    reddit.requests.length = 0;
    await after(23 * hour);
    expect(reddit.requests).toEqual([]);
    expect(await after(hour)).toMatchObject({ looked: 1 });
  });

  test('is checked for 14 days, after which the names of other people are deleted', async () => {
    const { reddit, answer, after, reply } = await openAnswered();
    answer('passer_by');
    await after(10 * minute);
    expect(await reply()).toMatchObject({ answers: 1, answeredBy: ['passer_by'] });
    for (let days = 0; days < 16; days += 1) await after(day);
    expect(await reply()).toMatchObject({ state: 'shown', nextAt: null, answers: 1, answeredBy: [] });
    reddit.requests.length = 0;
    await after(day);
    expect(reddit.requests).toEqual([]);
  });

  test('is checked together with up to 99 others per call', async () => {
    const { core, ann, reddit, own, after } = await openAnswered();
    const row = await core.db('outbox').first<Record<string, unknown>>();
    const names = Array.from({ length: 149 }, (_, number) =>
      reddit.world.comment({ on: own.link ?? '', author: 'ann_reddit', text: `${number}` }),
    );
    for (const [number, name] of names.entries())
      await core.db('outbox').insert({ ...row, id: 1000 + number, text_hash: name, thing_fullname: name });
    await after(minute);
    reddit.requests.length = 0;
    expect(await after(10 * minute)).toMatchObject({ looked: 150, failed: 0 });
    const infos = reddit.requests.filter(({ path }) => path === '/api/info').map(({ query }) => query.get('id')?.split(',').length);
    expect(infos).toEqual([100, 100, 50, 50]);
    expect((await core.replies.outbox.list(ann, { limit: 100 })).items.every(({ reply }) => reply?.state === 'shown')).toBe(true);
  });

  test('is invisible to other users', async () => {
    const { core, after } = await openAnswered();
    await after(10 * minute);
    const bob = await makeUser(core, 'bob');
    expect((await core.replies.outbox.list(bob, { limit: 5 })).items).toEqual([]);
  });
});

describe('when the person replies', () => {
  test('closes follow-ups, moves the lead to replied, and notifies once', async () => {
    const { core, ann, clock, leadId, after, answer, reply, stage, notices, timeline, openFollowUps } = await openAnswered();
    await core.inbox.followUps.create(ann, leadId, { dueAt: new Date(clock.now + 3 * day).toISOString(), note: 'Ask again' });
    expect(await stage()).toBe('contacted');
    clock.now += 5 * minute;
    answer('Author_1');
    expect(await after(5 * minute)).toMatchObject({ looked: 1, answered: 1 });
    expect(await reply()).toMatchObject({
      answers: 1,
      answeredBy: ['Author_1'],
      answeredAt: new Date(clock.now - 5 * minute).toISOString(),
    });
    expect(await stage()).toBe('replied');
    expect(await openFollowUps()).toEqual([]);
    expect(await timeline()).toEqual(['They replied to you in r/freelance']);
    const expected = [['reply-answered', 'u/author_1 replied to you in r/freelance', `/dashboard/leads/${leadId}`]];
    expect(await notices()).toEqual(expected);
    answer('author_1');
    await after(hour);
    expect(await reply()).toMatchObject({ answers: 2 });
    expect([await notices(), await timeline()]).toEqual([expected, ['They replied to you in r/freelance']]);
  });

  test('also counts a reply further down the branch', async () => {
    const { after, answer, reply, stage } = await openAnswered();
    const first = answer('passer_by');
    answer('author_1', first);
    await after(10 * minute);
    expect(await reply()).toMatchObject({ answers: 1, answeredBy: ['passer_by'], answeredAt: expect.any(String) });
    expect(await stage()).toBe('replied');
  });

  test.each(['qualified', 'won', 'lost', 'new'] as const)('leaves the lead in the stage %s', async (chosen) => {
    const { core, ann, leadId, after, answer, stage } = await openAnswered();
    await core.inbox.leads.update(ann, leadId, { stage: chosen });
    answer('author_1');
    await after(10 * minute);
    expect(await stage()).toBe(chosen);
  });

  test('repeats nothing and misses nothing after the process is killed midway', async () => {
    const { core, after, answer, stage, notices, timeline } = await openAnswered();
    answer('author_1');
    const repair = await failWrites(core.db, { on: 'before insert on reply_points' });
    await expect(after(10 * minute)).rejects.toThrow('killed');
    expect(await timeline()).toEqual([]);
    await repair();
    expect(await after(minute)).toMatchObject({ looked: 1, answered: 1 });
    expect([await stage(), await timeline()]).toEqual(['replied', ['They replied to you in r/freelance']]);
    expect(await notices()).toHaveLength(1);
  });
});

describe('when someone else replies', () => {
  test('notifies once and leaves the lead as it is', async () => {
    const { core, ann, clock, leadId, after, answer, stage, notices, openFollowUps, reply } = await openAnswered();
    await core.inbox.followUps.create(ann, leadId, { dueAt: new Date(clock.now + day).toISOString(), note: '' });
    answer('passer_by');
    answer('ann_reddit');
    expect(await after(10 * minute)).toMatchObject({ answered: 0 });
    answer('another');
    await after(hour);
    expect(await reply()).toMatchObject({ answers: 2, answeredBy: ['passer_by', 'another'], answeredAt: null });
    expect([await stage(), (await openFollowUps()).length]).toEqual(['contacted', 1]);
    expect(await notices()).toEqual([['reply-answered', 'Someone replied to you in r/freelance', `/dashboard/leads/${leadId}`]]);
  });

  test('deletes their name when they delete the comment', async () => {
    const { reddit, after, answer, reply } = await openAnswered();
    const theirs = answer('passer_by');
    await after(10 * minute);
    reddit.world.setGone(theirs, 'deleted');
    await after(hour);
    expect(await reply()).toMatchObject({ answers: 0, answeredBy: [] });
  });
});

describe('a removed reply', () => {
  test('is detected with the outside view, notified once, and gets a follow-up', async () => {
    const { reddit, own, leadId, after, reply, notices, timeline, openFollowUps } = await openAnswered();
    await after(10 * minute);
    reddit.world.setGone(fullname(own), 'removed');
    expect(await after(hour)).toMatchObject({ takenDown: 1 });
    expect(await reply()).toMatchObject({ state: 'removed', score: 1 });
    expect(await openFollowUps()).toMatchObject([{ note: expect.stringContaining('Your reply was removed') }]);
    await after(hour);
    expect(await notices()).toEqual([['reply-removed', 'Your reply in r/freelance was removed', `/dashboard/leads/${leadId}`]]);
    expect(await timeline()).toEqual(['Your reply in r/freelance was removed']);
    expect(await openFollowUps()).toHaveLength(1);
    reddit.world.setGone(fullname(own), null);
    await after(hour);
    expect(await reply()).toMatchObject({ state: 'shown' });
    expect(await timeline()).toEqual(['Others can see your reply in r/freelance again', 'Your reply in r/freelance was removed']);
  });

  test('gets no second follow-up', async () => {
    const { core, ann, clock, leadId, reddit, own, after, openFollowUps } = await openAnswered();
    await core.inbox.followUps.create(ann, leadId, { dueAt: new Date(clock.now + day).toISOString(), note: 'Mine' });
    reddit.world.setGone(fullname(own), 'removed');
    await after(10 * minute);
    expect(await openFollowUps()).toMatchObject([{ note: 'Mine' }]);
  });

  test.each(['won', 'lost'] as const)('gets no follow-up if the lead is %s', async (stage) => {
    const { core, ann, leadId, reddit, own, after, openFollowUps, notices } = await openAnswered();
    await core.inbox.leads.update(ann, leadId, { stage });
    reddit.world.setGone(fullname(own), 'removed');
    await after(10 * minute);
    expect(await openFollowUps()).toEqual([]);
    expect(await notices()).toHaveLength(1);
  });

  test('counts as hidden after an hour if Reddit does not show it to others', async () => {
    const { reddit, after, reply, notices } = await openAnswered();
    reddit.world.shadowBanned.add('ann_reddit');
    await after(10 * minute);
    expect(await reply()).toMatchObject({ state: 'waiting', score: 1 });
    expect(await after(hour)).toMatchObject({ takenDown: 1 });
    expect(await reply()).toMatchObject({ state: 'hidden', score: 1 });
    expect(await notices()).toMatchObject([['reply-removed', "Others can't see your reply in r/freelance", expect.any(String)]]);
  });

  test('is notified once a day if all replies of the account are hidden, with a follow-up each', async () => {
    const { core, clock, ann, reddit, after, notices } = await openAnswered();
    await after(90_000);
    const second = await ingestOn(core, { reddit, actor: ann, number: 2 });
    await postReply({ core, clock }, ann, { postId: second.id, message: 'Another answer.' });
    reddit.world.shadowBanned.add('ann_reddit');
    await after(0);
    expect(await after(2 * hour)).toMatchObject({ takenDown: 2 });
    expect(await notices()).toHaveLength(1);
    expect((await core.inbox.followUps.list(ann, { limit: 50 })).items).toHaveLength(2);
  });

  test('is not detected without an app token', async () => {
    const { reddit, own, after, reply, notices } = await openAnswered({ appToken: false });
    reddit.world.setGone(fullname(own), 'removed');
    await after(2 * hour);
    expect(await reply()).toMatchObject({ state: 'own', score: 1 });
    expect(await notices()).toEqual([]);
  });

  test('is not assumed if the subreddit is private', async () => {
    const { reddit, after, reply, notices } = await openAnswered();
    reddit.world.community('freelance', { state: 'private' });
    await after(2 * hour);
    expect(await reply()).toMatchObject({ state: 'own' });
    expect(await notices()).toEqual([]);
  });

  test('is no longer checked if its author deleted it, and its text is deleted', async () => {
    const { core, ann, reddit, own, after, reply, notices, timeline } = await openAnswered();
    await after(10 * minute);
    reddit.world.setGone(fullname(own), 'deleted');
    await after(hour);
    expect(await reply()).toMatchObject({ state: 'deleted', nextAt: null });
    expect((await core.replies.outbox.list(ann, { limit: 1 })).items).toMatchObject([{ state: 'sent', message: '' }]);
    expect([await timeline(), await notices()]).toEqual([['You deleted your reply in r/freelance'], []]);
    reddit.requests.length = 0;
    await after(day);
    expect(reddit.requests).toEqual([]);
  });
});

test('reports when a thread is locked and when it is unlocked', async () => {
  const { reddit, post, after, reply } = await openAnswered();
  reddit.world.get(post.fullname).locked = true;
  await after(10 * minute);
  expect(await reply()).toMatchObject({ state: 'shown', locked: true });
  reddit.world.get(post.fullname).locked = false;
  await after(hour);
  expect(await reply()).toMatchObject({ locked: false });
});

describe('a failed check', () => {
  test('keeps the last result, reports since when, and is retried', async () => {
    const { core, own, clock, reddit, after, reply, notices } = await openAnswered();
    own.score = 4;
    await after(10 * minute);
    const read = await reply();
    reddit.faults.add({ fault: fault.serverError(503), times: 1000 });
    expect(await after(hour)).toMatchObject({ looked: 0, failed: 1 });
    const since = new Date(clock.now).toISOString();
    const down = { state: 'shown', score: 4, checkedAt: read?.checkedAt, trouble: { why: 'unreadable', since } };
    expect(await reply()).toMatchObject(down);
    await after(hour);
    expect(await reply()).toMatchObject(down);
    expect(await core.db('reply_points').where({ standing: 'unreadable' })).toHaveLength(1);
    reddit.faults.clear();
    own.score = 5;
    expect(await after(hour)).toMatchObject({ looked: 1 });
    expect(await reply()).toMatchObject({ score: 5, trouble: null });
    expect(await notices()).toEqual([]);
  });

  test('deletes the names of other people after two days', async () => {
    const { reddit, after, answer, reply } = await openAnswered();
    answer('passer_by');
    await after(10 * minute);
    reddit.faults.add({ fault: fault.serverError(503), times: 10_000 });
    await after(day);
    expect(await reply()).toMatchObject({ answeredBy: ['passer_by'] });
    await after(1.5 * day);
    expect(await reply()).toMatchObject({ answers: 1, answeredBy: [] });
  });

  test('of a single thread keeps its last answers', async () => {
    const { reddit, own, after, answer, reply } = await openAnswered();
    answer('passer_by');
    await after(10 * minute);
    own.score = 9;
    reddit.faults.add({ fault: fault.forbidden(), times: 1, when: ({ path }) => path.startsWith('/comments/') });
    expect(await after(hour)).toMatchObject({ looked: 1, failed: 0 });
    expect(await reply()).toMatchObject({ score: 9, answers: 1, answeredBy: ['passer_by'], trouble: null });
  });

  test('is not reported if the request budget is used up', async () => {
    const { reddit, after, reply } = await openAnswered();
    reddit.faults.add({ fault: fault.tooMany({ 'retry-after': '300' }), times: 1 });
    expect(await after(10 * minute)).toMatchObject({ looked: 0, failed: 1 });
    expect(await reply()).toMatchObject({ state: 'waiting', trouble: null });
    expect(await after(15 * minute)).toMatchObject({ looked: 1 });
  });

  test('reports a missing connection, sends no requests, and resumes after reconnecting', async () => {
    const { core, ann, reddit, after, reply } = await openAnswered();
    await after(10 * minute);
    await core.reddit.account.disconnect(ann);
    reddit.requests.length = 0;
    await after(hour);
    expect(await reply()).toMatchObject({ state: 'shown', trouble: { why: 'unconnected' } });
    expect(reddit.requests).toEqual([]);
    await connect(core, ann);
    expect(await after(15 * minute)).toMatchObject({ looked: 1 });
    expect(await reply()).toMatchObject({ trouble: null });
  });

  test('reports a revoked connection, and is not repeated with another account', async () => {
    const { core, ann, reddit, after, reply } = await openAnswered();
    reddit.members.removeApp();
    await after(10 * minute);
    await after(15 * minute);
    expect(await reply()).toMatchObject({ trouble: { why: 'unconnected' } });
    reddit.members.habits.who = 'ann_other';
    await connect(core, ann);
    reddit.requests.length = 0;
    expect(await after(hour)).toMatchObject({ looked: 0 });
    expect(reddit.requests).toEqual([]);
    expect(await reply()).toMatchObject({ trouble: { why: 'unconnected' } });
  });

  test('is not retried once the reply is too old', async () => {
    const { reddit, after, reply } = await openAnswered();
    reddit.faults.add({ fault: fault.serverError(503), times: 100_000 });
    await after(15 * day);
    expect(await reply()).toMatchObject({ state: 'waiting', nextAt: null });
  });

  test('is not recorded on shutdown, and the next run checks the reply', async () => {
    const { core, clock, reddit, after, reply } = await openAnswered();
    clock.now += 10 * minute;
    const ending = new AbortController();
    reddit.faults.add({ fault: fault.meanwhile(() => ending.abort(new Error('stopping'))), times: 1 });
    await core.replies.watch.lookDue(ending.signal);
    expect(await reply()).toMatchObject({ state: 'waiting', trouble: null });
    expect(await after(minute)).toMatchObject({ looked: 1 });
  });
});
