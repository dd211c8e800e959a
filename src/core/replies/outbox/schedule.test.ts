import { describe, expect, test } from 'vitest';
import { makeUser } from '#test/support/factories.ts';
import { commentsBy, connect, ingestOn, openAnn, postReply } from '#test/support/connected.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { schedulePeriods } from '#shared/campaigns.ts';
import { caps } from './enqueue.ts';

const never = new AbortController().signal;
const hour = 3_600_000;
const day = 24 * hour;
const defaultText = 'We make one. Disclosure: I work there.';

async function openConnected() {
  const made = await openAnn();
  const { core, ann, clock, reddit } = made;
  await connect(core, ann);
  const post = await ingestOn(core, { reddit, actor: ann });
  const iso = (ms: number) => new Date(clock.now + ms).toISOString();
  const plan = (ms = hour, message = defaultText, postId = post.id) =>
    core.replies.schedule.create(ann, { postId, message, dueAt: iso(ms) });
  const list = async (from = -day, to = 30 * day) => core.replies.schedule.list(ann, { from: iso(from), to: iso(to) });
  return {
    ...made,
    post,
    iso,
    plan,
    list,
    /** Advances the clock in steps and runs the job after each. Returns the first scheduled reply. */
    async advance(ms: number, step = ms) {
      for (let done = 0; done < ms; done += step) {
        clock.now += step;
        await core.replies.outbox.sendDue(never);
      }
      return (await list(-30 * day, 30 * day)).replies[0];
    },
  };
}

describe('a scheduled reply', () => {
  test('is sent once, at its time', async () => {
    const { reddit, plan, advance, list, core, ann, post } = await openConnected();
    expect(await plan()).toMatchObject({ state: 'queued', held: null, note: null, title: expect.stringContaining('invoicing') });
    expect(await advance(hour - 60_000)).toMatchObject({ state: 'queued' });
    expect(commentsBy(reddit)).toEqual([]);
    expect(await advance(60_000)).toMatchObject({ state: 'sent' });
    expect(await advance(day, hour)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toMatchObject([{ text: defaultText }]);
    expect((await list()).waiting.count).toBe(0);
    const { leadId } = await core.inbox.posts.get(ann, post.id);
    expect((await core.inbox.leads.get(ann, leadId ?? '')).stage).toBe('contacted');
  });

  test('is sent with its changed text at its changed time', async () => {
    const { core, ann, reddit, plan, advance, iso } = await openConnected();
    const { id } = await plan();
    const changed = await core.replies.schedule.update(ann, id, { message: 'Better defaultText', dueAt: iso(3 * hour) });
    expect(changed).toMatchObject({ message: 'Better defaultText', wishedAt: iso(3 * hour), dueAt: iso(3 * hour) });
    await advance(2 * hour);
    expect(commentsBy(reddit)).toEqual([]);
    expect(await advance(hour)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toMatchObject([{ text: 'Better defaultText' }]);
    await expect(core.replies.schedule.update(ann, id, { message: 'Too late' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(core.replies.schedule.remove(ann, id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('takes its follow-up along when it is moved, and says when that is', async () => {
    const { core, ann, iso, post } = await openConnected();
    const reply = { postId: post.id, message: defaultText, dueAt: iso(hour), followUpAt: iso(3 * day) };
    const { id, followUpAt } = await core.replies.schedule.create(ann, reply);
    expect(followUpAt).toBe(iso(3 * day));
    expect(await core.replies.schedule.update(ann, id, { dueAt: iso(2 * day + hour) })).toMatchObject({ followUpAt: iso(5 * day) });
  });

  test('is never sent after its removal, and may be scheduled again', async () => {
    const { core, ann, reddit, plan, advance, list } = await openConnected();
    const { id } = await plan();
    await expect(plan()).rejects.toMatchObject({ code: 'conflict' });
    await core.replies.schedule.remove(ann, id);
    await advance(2 * hour);
    expect(commentsBy(reddit)).toEqual([]);
    expect((await list()).replies).toEqual([]);
    expect(await plan()).toMatchObject({ state: 'queued' });
  });

  test('is invisible to other users', async () => {
    const { core, plan, iso } = await openConnected();
    const bob = await makeUser(core, 'bob');
    const { id } = await plan();
    expect((await core.replies.schedule.list(bob, { from: iso(-day), to: iso(day) })).replies).toEqual([]);
    await expect(core.replies.schedule.update(bob, id, { paused: true })).rejects.toMatchObject({ code: 'not_found' });
    await expect(core.replies.schedule.remove(bob, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await core.replies.schedule.pauseAll(bob, true)).toEqual({ changed: 0 });
  });

  test('is rejected for a time in the past or more than 90 days ahead', async () => {
    const { plan } = await openConnected();
    await expect(plan(-hour)).rejects.toMatchObject({ code: 'invalid' });
    await expect(plan(91 * day)).rejects.toMatchObject({ code: 'invalid' });
  });

  test.each(['changed', 'removed', 'paused'] as const)('is not sent if it is %s during the last check', async (what) => {
    const { core, ann, reddit, plan, clock } = await openConnected();
    const { id } = await plan();
    const during = {
      changed: () =>
        core
          .db('outbox')
          .where({ id: Number(id) })
          .update({ text_hash: 'of another text' }),
      removed: () => core.replies.schedule.remove(ann, id),
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

describe('a held reply', () => {
  test('waits while it is paused, and is sent when it is resumed', async () => {
    const { core, ann, reddit, plan, advance, list } = await openConnected();
    await plan();
    expect(await core.replies.schedule.pauseAll(ann, true)).toEqual({ changed: 1 });
    expect(await advance(2 * hour, hour)).toMatchObject({ state: 'queued', held: 'paused' });
    expect((await list()).waiting).toMatchObject({ count: 1, paused: 1, nextAt: null });
    expect(await core.replies.schedule.pauseAll(ann, false)).toEqual({ changed: 1 });
    await core.replies.outbox.settled();
    expect(commentsBy(reddit)).toHaveLength(1);
  });

  test('is sent up to two hours late, and held after that', async () => {
    const { core, ann, reddit, plan, advance, post, iso } = await openConnected();
    await plan(hour);
    expect(await advance(3 * hour)).toMatchObject({ state: 'sent' });
    await plan(hour, 'Another one');
    await advance(3 * hour + 1);
    expect(commentsBy(reddit)).toHaveLength(1);
    // Missed replies are in every range, so that users see them.
    const [missed] = (await core.replies.schedule.list(ann, { from: iso(20 * day), to: iso(21 * day) })).replies;
    expect(missed).toMatchObject({ postId: post.id, state: 'queued', held: 'missed', note: expect.stringContaining('on time') });
    expect(await core.replies.schedule.update(ann, missed?.id ?? '', { paused: false })).toMatchObject({ held: 'missed' });
    const changed = await core.replies.schedule.update(ann, missed?.id ?? '', { message: 'Later, and in other words' });
    expect(changed).toMatchObject({ held: 'missed', note: missed?.note });
    expect(await core.replies.schedule.update(ann, missed?.id ?? '', { dueAt: iso(0) })).toMatchObject({ held: null, note: null });
    await core.replies.outbox.settled();
    expect(commentsBy(reddit)).toHaveLength(2);
  });

  test('waits without a connection and is sent after reconnecting', async () => {
    const { core, ann, reddit, plan, advance } = await openConnected();
    await plan();
    await core.db('reddit_accounts').update({ needs_reconnect: 1 });
    expect(await advance(hour + 60_000, hour + 60_000)).toMatchObject({
      state: 'queued',
      note: expect.stringContaining('connect your Reddit account again'),
    });
    await connect(core, ann);
    expect(await advance(60_000)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toHaveLength(1);
  });

  test('waits for permission to post and says so', async () => {
    const { core, ann, plan, advance } = await openConnected();
    await plan();
    await core.db('reddit_accounts').update({ scopes: 'identity read' });
    expect(await advance(hour)).toMatchObject({ state: 'queued', note: expect.stringContaining('allow posting') });
    await connect(core, ann);
    expect(await advance(60_000)).toMatchObject({ state: 'sent' });
  });

  test('is held when its account is disconnected, until it gets a time again', async () => {
    const { core, ann, plan, advance, iso, reddit } = await openConnected();
    const { id } = await plan();
    expect(await core.reddit.account.disconnect(ann)).toMatchObject({ canceled: 0, held: 1 });
    expect(await advance(hour)).toMatchObject({ state: 'queued', held: 'left', note: expect.stringContaining('was disconnected') });
    expect(commentsBy(reddit)).toEqual([]);
    reddit.members.habits.who = 'ann_second';
    await connect(core, ann);
    expect(await advance(hour)).toMatchObject({ state: 'queued', held: 'left' });
    await core.replies.schedule.update(ann, id, { dueAt: iso(hour) });
    expect(await advance(hour)).toMatchObject({ state: 'sent', account: 'ann_second' });
  });

  test.each([
    ['locked', { locked: true }, 'locked'],
    ['deleted', { gone: 'deleted' as const }, 'removed on Reddit'],
  ])('is not sent to a thread that was %s in the meantime', async (_, change, reason) => {
    const { reddit, plan, advance, post } = await openConnected();
    await plan();
    Object.assign(reddit.world.things.get(post.fullname) ?? {}, change);
    expect(await advance(hour)).toMatchObject({ state: 'failed', note: expect.stringContaining(reason) });
    expect(commentsBy(reddit)).toEqual([]);
  });
});

describe('the schedule', () => {
  test('sends replies of the same minute 90 seconds apart and says why the second one waits', async () => {
    const { reddit, plan, advance, list } = await openConnected();
    await plan(hour, 'One');
    await plan(hour, 'Two');
    await advance(hour);
    expect(commentsBy(reddit)).toHaveLength(1);
    expect((await list()).replies[1]).toMatchObject({ state: 'queued', note: expect.stringContaining('90 seconds') });
    await advance(90_000);
    expect(commentsBy(reddit)).toHaveLength(2);
  });

  test("refuses to schedule more replies than a subreddit's daily limit", async () => {
    const { plan } = await openConnected();
    for (let number = 0; number < caps.subreddit; number += 1) await plan((number + 1) * hour, `Reply ${number}`);
    await expect(plan(10 * hour, 'One too many')).rejects.toMatchObject({ code: 'too_many' });
    await plan(26 * hour, 'The next day');
  });

  test('delays a scheduled reply while other replies have used up the daily limit', async () => {
    const { core, ann, clock, reddit, plan, advance, post } = await openConnected();
    await plan(hour, 'Planned');
    for (let number = 0; number < caps.subreddit; number += 1) {
      await postReply({ core, clock }, ann, { postId: post.id, message: `At once ${number}` });
      clock.now += 80_000;
    }
    expect(await advance(hour)).toMatchObject({ state: 'queued', note: expect.stringContaining('within 24 hours') });
    expect(commentsBy(reddit)).toHaveLength(caps.subreddit);
    await advance(day, hour);
    expect(commentsBy(reddit)).toHaveLength(caps.subreddit + 1);
  });
});

test("lists each active campaign's first run in the range, also in a later week", async () => {
  const { core, ann, list, clock, iso } = await openConnected();
  const [campaign] = (await core.inbox.campaigns.list(ann, { limit: 10 })).items;
  const next = Date.parse(campaign?.nextRunAt ?? '');
  expect((await list(-day, day)).listening).toMatchObject([{ campaignId: campaign?.id, at: campaign?.nextRunAt }]);
  const [later] = (await list(7 * day, 14 * day)).listening;
  const from = Date.parse(iso(7 * day));
  const at = Date.parse(later?.at ?? '');
  expect(at).toBeGreaterThanOrEqual(from);
  expect((at - next) % schedulePeriods[campaign?.schedule ?? 'continuous']).toBe(0);
  await core.inbox.campaigns.update(ann, campaign?.id ?? '', { status: 'paused' });
  clock.now += 1;
  expect((await list(7 * day, 14 * day)).listening).toEqual([]);
});
