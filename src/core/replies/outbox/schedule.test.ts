import { describe, expect, test } from 'vitest';
import { makeUser } from '#test/support/factories.ts';
import { commentsBy, connect, ingestOn, openAnn } from '#test/support/connected.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { caps } from './enqueue.ts';

const never = new AbortController().signal;
const hour = 3_600_000;
const day = 24 * hour;
const words = 'We make one. Disclosure: I work there.';

async function openConnected() {
  const made = await openAnn();
  const { core, ann, clock, reddit } = made;
  await connect(core, ann);
  const post = await ingestOn(core, { reddit, actor: ann });
  const iso = (ms: number) => new Date(clock.now + ms).toISOString();
  const plan = (ms = hour, message = words, postId = post.id) => core.replies.schedule.create(ann, { postId, message, dueAt: iso(ms) });
  const list = async (from = -day, to = 30 * day) => core.replies.schedule.list(ann, { from: iso(from), to: iso(to) });
  return {
    ...made,
    post,
    iso,
    plan,
    list,
    /** Every minute of this stretch the job runs; answers the first of the schedule. */
    async pass(ms: number, step = ms) {
      for (let done = 0; done < ms; done += step) {
        clock.now += step;
        await core.replies.outbox.sendDue(never);
      }
      return (await list(-30 * day, 30 * day)).replies[0];
    },
  };
}

describe('an answer for later', () => {
  test('goes out once, when its time has come and not before', async () => {
    const { reddit, plan, pass, list, core, ann, post } = await openConnected();
    expect(await plan()).toMatchObject({ state: 'queued', held: null, note: null, title: expect.stringContaining('invoicing') });
    expect(await pass(hour - 60_000)).toMatchObject({ state: 'queued' });
    expect(commentsBy(reddit)).toEqual([]);
    expect(await pass(60_000)).toMatchObject({ state: 'sent' });
    expect(await pass(day, hour)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toMatchObject([{ text: words }]);
    expect((await list()).waiting.count).toBe(0);
    const { leadId } = await core.inbox.posts.get(ann, post.id);
    expect((await core.inbox.leads.get(ann, leadId ?? '')).stage).toBe('contacted');
  });

  test('goes out in the words and at the time it was changed to', async () => {
    const { core, ann, reddit, plan, pass, iso } = await openConnected();
    const { id } = await plan();
    const changed = await core.replies.schedule.update(ann, id, { message: 'Better words', dueAt: iso(3 * hour) });
    expect(changed).toMatchObject({ message: 'Better words', wishedAt: iso(3 * hour), dueAt: iso(3 * hour) });
    await pass(2 * hour);
    expect(commentsBy(reddit)).toEqual([]);
    expect(await pass(hour)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toMatchObject([{ text: 'Better words' }]);
    await expect(core.replies.schedule.update(ann, id, { message: 'Too late' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(core.replies.schedule.remove(ann, id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('that was taken back never goes out and may be planned again', async () => {
    const { core, ann, reddit, plan, pass, list } = await openConnected();
    const { id } = await plan();
    await expect(plan()).rejects.toMatchObject({ code: 'conflict' });
    await core.replies.schedule.remove(ann, id);
    await pass(2 * hour);
    expect(commentsBy(reddit)).toEqual([]);
    expect((await list()).replies).toEqual([]);
    expect(await plan()).toMatchObject({ state: 'queued' });
  });

  test('is neither seen nor changed by somebody else', async () => {
    const { core, plan, iso } = await openConnected();
    const bob = await makeUser(core, 'bob');
    const { id } = await plan();
    expect((await core.replies.schedule.list(bob, { from: iso(-day), to: iso(day) })).replies).toEqual([]);
    await expect(core.replies.schedule.update(bob, id, { paused: true })).rejects.toMatchObject({ code: 'not_found' });
    await expect(core.replies.schedule.remove(bob, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await core.replies.schedule.pauseAll(bob, true)).toEqual({ changed: 0 });
  });

  test('is not planned for the past or for after 90 days', async () => {
    const { plan } = await openConnected();
    await expect(plan(-hour)).rejects.toMatchObject({ code: 'invalid' });
    await expect(plan(91 * day)).rejects.toMatchObject({ code: 'invalid' });
  });

  test.each(['changed', 'taken back', 'paused'] as const)('that is %s while it is looked at does not go out as it was', async (what) => {
    const { core, ann, reddit, plan, clock } = await openConnected();
    const { id } = await plan();
    const during = {
      changed: () =>
        core
          .db('outbox')
          .where({ id: Number(id) })
          .update({ text_hash: 'of other words' }),
      'taken back': () => core.replies.schedule.remove(ann, id),
      paused: () => core.replies.schedule.update(ann, id, { paused: true }),
    };
    clock.now += hour;
    reddit.faults.add({
      fault: fault.meanwhile(async () => void (await during[what]())),
      when: ({ path }) => path === '/api/info',
      times: 1,
    });
    await core.replies.outbox.sendDue(never);
    expect(reddit.requests.some(({ path }) => path === '/api/info')).toBe(true);
    expect(commentsBy(reddit)).toEqual([]);
  });
});

describe('held back', () => {
  test('a paused one waits, and goes on when it is let go in time', async () => {
    const { core, ann, reddit, plan, pass, list } = await openConnected();
    await plan();
    expect(await core.replies.schedule.pauseAll(ann, true)).toEqual({ changed: 1 });
    expect(await pass(2 * hour, hour)).toMatchObject({ state: 'queued', held: 'paused' });
    expect((await list()).waiting).toMatchObject({ count: 1, paused: 1, nextAt: null });
    expect(await core.replies.schedule.pauseAll(ann, false)).toEqual({ changed: 1 });
    await core.replies.outbox.settled();
    expect(commentsBy(reddit)).toHaveLength(1);
  });

  test('a reply up to two hours late is sent at the start, and a later one is held', async () => {
    const { core, ann, reddit, plan, pass, post, iso } = await openConnected();
    await plan(hour);
    expect(await pass(3 * hour)).toMatchObject({ state: 'sent' });
    await plan(hour, 'Another one');
    await pass(3 * hour + 1);
    expect(commentsBy(reddit)).toHaveLength(1);
    // In every range, so that nobody overlooks it.
    const [missed] = (await core.replies.schedule.list(ann, { from: iso(20 * day), to: iso(21 * day) })).replies;
    expect(missed).toMatchObject({ postId: post.id, state: 'queued', held: 'missed', note: expect.stringContaining('on time') });
    expect(await core.replies.schedule.update(ann, missed?.id ?? '', { paused: false })).toMatchObject({ held: 'missed' });
    expect(await core.replies.schedule.update(ann, missed?.id ?? '', { dueAt: iso(0) })).toMatchObject({ held: null, note: null });
    await core.replies.outbox.settled();
    expect(commentsBy(reddit)).toHaveLength(2);
  });

  test('a reply waits without a connection and is sent after reconnecting', async () => {
    const { core, ann, reddit, plan, pass } = await openConnected();
    await plan();
    await core.db('reddit_accounts').update({ needs_reconnect: 1 });
    expect(await pass(hour + 60_000, hour + 60_000)).toMatchObject({
      state: 'queued',
      note: expect.stringContaining('connect your Reddit account again'),
    });
    await connect(core, ann);
    expect(await pass(60_000)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toHaveLength(1);
  });

  test('without the permission to post it waits and says so', async () => {
    const { core, ann, plan, pass } = await openConnected();
    await plan();
    await core.db('reddit_accounts').update({ scopes: 'identity read' });
    expect(await pass(hour)).toMatchObject({ state: 'queued', note: expect.stringContaining('allow posting') });
    await connect(core, ann);
    expect(await pass(60_000)).toMatchObject({ state: 'sent' });
  });

  test('disconnecting cancels it', async () => {
    const { core, ann, plan, pass, reddit } = await openConnected();
    await plan();
    await core.reddit.account.disconnect(ann);
    expect(await pass(hour)).toMatchObject({ state: 'failed', note: expect.stringContaining('disconnected') });
    expect(commentsBy(reddit)).toEqual([]);
  });

  test.each([
    ['locked', { locked: true }, 'locked'],
    ['deleted', { gone: 'deleted' as const }, 'removed on Reddit'],
  ])('a thread that was %s meanwhile is not answered', async (_, change, reason) => {
    const { reddit, plan, pass, post } = await openConnected();
    await plan();
    Object.assign(reddit.world.things.get(post.fullname) ?? {}, change);
    expect(await pass(hour)).toMatchObject({ state: 'failed', note: expect.stringContaining(reason) });
    expect(commentsBy(reddit)).toEqual([]);
  });
});

describe('pace', () => {
  test('two for the same minute go out 90 seconds apart, and the second says why', async () => {
    const { reddit, plan, pass, list } = await openConnected();
    await plan(hour, 'One');
    await plan(hour, 'Two');
    await pass(hour);
    expect(commentsBy(reddit)).toHaveLength(1);
    expect((await list()).replies[1]).toMatchObject({ state: 'queued', note: expect.stringContaining('90 seconds') });
    await pass(90_000);
    expect(commentsBy(reddit)).toHaveLength(2);
  });

  test('more than a community takes a day cannot be planned', async () => {
    const { plan } = await openConnected();
    for (let number = 0; number < caps.subreddit; number += 1) await plan((number + 1) * hour, `Answer ${number}`);
    await expect(plan(10 * hour, 'One too many')).rejects.toMatchObject({ code: 'too_many' });
    await plan(26 * hour, 'The next day');
  });

  test('what was said at once meanwhile moves it until there is room', async () => {
    const { core, ann, clock, reddit, plan, pass, post } = await openConnected();
    await plan(hour, 'Planned');
    for (let number = 0; number < caps.subreddit; number += 1) {
      await core.replies.outbox.send(ann, post.id, `At once ${number}`);
      await core.replies.outbox.settled();
      clock.now += 90_000;
    }
    expect(await pass(hour)).toMatchObject({ state: 'queued', note: expect.stringContaining('within 24 hours') });
    expect(commentsBy(reddit)).toHaveLength(caps.subreddit);
    await pass(day, hour);
    expect(commentsBy(reddit)).toHaveLength(caps.subreddit + 1);
  });
});
