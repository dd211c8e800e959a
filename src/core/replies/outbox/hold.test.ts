import { describe, expect, test } from 'vitest';
import { holdMs, undoGraceMs } from '#shared/outbox.ts';
import { commentsBy, connect, ingestOn, openAnn, openConnected, postReply } from '#test/support/connected.ts';
import { makeCampaign, makeUser } from '#test/support/factories.ts';
import { failWrites } from '#test/support/failing-writes.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';

describe('for ten seconds, a reply', () => {
  test('can be undone, and then sent again', async () => {
    const { core, ann, reddit, after, post } = await openConnected();
    const reply = { postId: post.id, message: 'Half of it before you order anything.' };
    const { outboxId } = await core.replies.outbox.send(ann, reply);
    const needsReply = async () =>
      (await core.inbox.leads.list(ann, { limit: 9, sort: '-new', stage: 'new', waiting: false })).items.length;
    expect(await after(holdMs - 1)).toMatchObject({ state: 'queued' });
    expect(await needsReply()).toBe(0);
    expect(await core.replies.outbox.undo(ann, outboxId)).toBeNull();
    expect(await needsReply()).toBe(1);
    expect(await after(holdMs + undoGraceMs)).toBeUndefined();
    expect(commentsBy(reddit)).toEqual([]);
    await core.replies.outbox.send(ann, reply);
    expect(await after(holdMs + undoGraceMs)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toHaveLength(1);
  });

  test('is undone only by its user, and not once it was posted', async () => {
    const { core, ann, send } = await openConnected();
    const { outboxId } = await send();
    const bob = await makeUser(core, 'bob');
    await expect(core.replies.outbox.undo(bob, outboxId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(core.replies.outbox.undo(ann, outboxId)).rejects.toThrow("was posted, so it can't be undone");
  });

  test('can be undone in its last moment, for which the request needs time', async () => {
    const { core, ann, after, post } = await openConnected();
    const { outboxId } = await core.replies.outbox.send(ann, { postId: post.id, message: 'Almost' });
    expect(await after(holdMs + undoGraceMs - 1)).toMatchObject({ state: 'queued' });
    expect(await core.replies.outbox.undo(ann, outboxId)).toBeNull();
  });

  test('that is sent again after a refusal can be undone again, and is kept as not posted', async () => {
    const { core, ann, clock, reddit, send, after, post } = await openConnected();
    reddit.members.refusals.push([['THREAD_LOCKED', 'locked', null]]);
    await send('Once more');
    clock.now += 120_000;
    const { outboxId } = await core.replies.outbox.send(ann, { postId: post.id, message: 'Once more' });
    clock.now += holdMs - 1;
    expect(await core.replies.outbox.undo(ann, outboxId)).toBeNull();
    // Its response was lost.
    expect(await core.replies.outbox.undo(ann, outboxId)).toBeNull();
    expect(await after(600_000)).toMatchObject({ state: 'failed', error: 'You took this reply back.', nextAt: null });
    expect(commentsBy(reddit)).toEqual([]);
  });

  test('that waits because Reddit asked for it can be undone until it is tried again', async () => {
    const { core, ann, clock, reddit, send, after } = await openConnected();
    reddit.members.refusals.push([['RATELIMIT', 'try again in 9 minutes', 'ratelimit']]);
    const { outboxId } = await send();
    clock.now += 60_000;
    expect(await core.replies.outbox.undo(ann, outboxId)).toBeNull();
    expect(await after(3_600_000)).toMatchObject({ state: 'failed' });
    expect(commentsBy(reddit)).toEqual([]);
  });
});

describe('what follows a posted reply', () => {
  const followUpAt = '2026-11-24T09:00:00.000Z';
  async function openLead() {
    const made = await openConnected();
    const { core, ann, post } = made;
    const leadId = (await core.inbox.posts.get(ann, post.id)).leadId ?? '';
    return {
      ...made,
      person: async () => ({
        stage: (await core.inbox.leads.get(ann, leadId)).stage,
        due: (await core.inbox.followUps.list(ann, { leadId, limit: 10 })).items.map(({ dueAt }) => dueAt),
      }),
    };
  }
  const followed = { stage: 'contacted', due: [followUpAt] };

  test('is done when the user says that it was posted', async () => {
    const made = await openLead();
    const { core, ann, reddit, post, person } = made;
    reddit.faults.add({ fault: fault.refuse(), when: ({ path }) => path === '/api/comment', times: 1 });
    const { outboxId } = await postReply(made, ann, { postId: post.id, message: 'Half of it first.', followUpAt });
    await core.replies.outbox.resolve(ann, outboxId, 'sent');
    expect(await person()).toEqual(followed);
  });

  test('is done later, and once, if it failed, and holds up no other reply', async () => {
    const made = await openLead();
    const { core, ann, reddit, post, person, after } = made;
    const bob = await makeUser(core, 'bob');
    await makeCampaign(core, bob);
    reddit.members.habits.who = 'bob_reddit';
    await connect(core, bob);
    const other = await ingestOn(core, { reddit, actor: bob, number: 2 });
    const repair = await failWrites(core.db, { on: 'before insert on follow_ups' });
    await core.replies.outbox.send(ann, { postId: post.id, message: 'Half of it first.', followUpAt });
    await postReply(made, bob, { postId: other.id, message: 'From Bob' });
    expect((await core.replies.outbox.list(bob, { limit: 1 })).items).toMatchObject([{ state: 'sent' }]);
    expect(await after(0)).toMatchObject({ state: 'sent' });
    expect((await person()).due).toEqual([]);
    await repair();
    await after(300_000);
    await after(300_000);
    expect(await person()).toEqual(followed);
  });
});

test('says that a reply was not posted, and why, except to whoever took it back', async () => {
  const { core, ann, clock, post, reddit, send } = await openConnected();
  const pushed: unknown[] = [];
  core.bus.on('push', ({ event, payload }) => void (event === 'answer-failed' ? pushed.push(payload) : null));
  reddit.members.refusals.push([['THREAD_LOCKED', 'locked', null]]);
  await send('Locked');
  clock.now += 120_000;
  const { outboxId } = await core.replies.outbox.send(ann, { postId: post.id, message: 'Locked' });
  await core.replies.outbox.undo(ann, outboxId);
  expect(pushed).toEqual([{ subreddit: 'freelance', reason: 'The moderators locked this thread, so nobody can reply.' }]);
});

test('announces a posted reply, and sets the follow-up that was agreed or moves the open one', async () => {
  const made = await openAnn();
  const { core, clock, reddit, ann } = made;
  await connect(core, ann);
  const pushed: unknown[] = [];
  core.bus.on('push', ({ event, payload }) => void (event === 'answer-sent' ? pushed.push(payload) : null));
  const events: unknown[] = [];
  core.bus.on('notice', ({ kind, ...ids }) => void (kind === 'reply-posted' ? events.push(ids) : null));
  const post = await ingestOn(core, { reddit, actor: ann });
  const leadId = (await core.inbox.posts.get(ann, post.id)).leadId ?? '';
  const open = async () => (await core.inbox.followUps.list(ann, { leadId, limit: 10 })).items.map(({ dueAt }) => dueAt);
  const reply = (message: string, followUpAt: string | null) => postReply(made, ann, { postId: post.id, message, followUpAt });

  await reply('A first answer', null);
  expect(pushed).toEqual([{ postId: post.id, subreddit: 'freelance' }]);
  expect(events).toMatchObject([{ userId: ann.userId, key: '1', leadId, postId: post.id }]);
  expect(await open()).toEqual([]);
  clock.now += 120_000;
  await reply('A second answer', '2026-11-24T09:00:00.000Z');
  expect(await open()).toEqual(['2026-11-24T09:00:00.000Z']);
  clock.now += 120_000;
  await reply('A third answer', '2026-11-25T09:00:00.000Z');
  clock.now += 120_000;
  await reply('A fourth answer', '2026-11-23T09:00:00.000Z');
  expect(await open()).toEqual(['2026-11-25T09:00:00.000Z']);
});
