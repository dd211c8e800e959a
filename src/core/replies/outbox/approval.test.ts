import { describe, expect, test } from 'vitest';
import type { GivenRole } from '#shared/auth.ts';
import { dayMs, hourMs, minuteMs } from '#shared/time.ts';
import type { Actor } from '#core/platform/actor.ts';
import { commentsBy, connect, ingestOn, openConnected } from '#test/support/connected.ts';
import { makeUser } from '#test/support/factories.ts';
import { caps } from './enqueue.ts';

type User = Extract<Actor, { kind: 'user' }>;
const text = 'We make one. Disclosure: I work there.';

/** Ann's workspace, where replies are approved, with Ben, a member, and a post. */
async function openApproving() {
  const made = await openConnected();
  const { core, ann, post, reddit, clock } = made;
  async function join(name: string, role: GivenRole): Promise<User> {
    const person = await makeUser(core, name);
    const { link } = await core.accounts.workspaces.invite(ann, ann.userId, { role });
    await core.accounts.workspaces.accept(person, link.split('/').at(-1) ?? '');
    return { ...person, workspaceId: ann.userId, member: role };
  }
  const ben = await join('ben', 'member');
  reddit.members.habits.who = 'ben_reddit';
  await connect(core, ben);
  await core.accounts.workspaces.change(ann, ann.userId, { approvesReplies: true });
  return {
    ...made,
    ben,
    join,
    send: (actor: User, message = text) => core.replies.outbox.send(actor, { postId: post.id, message }),
    plan: (actor: User, ms = hourMs) =>
      core.replies.schedule.create(actor, { postId: post.id, message: text, dueAt: new Date(clock.now + ms).toISOString() }),
    approve: (actor: User, id: string, message?: string) => core.replies.approval.decide(actor, id, { decision: 'approve', message }),
    waiting: async (actor: User = ann) => (await core.replies.approval.list(actor)).items,
    async pass(ms: number) {
      clock.now += ms;
      await core.replies.outbox.sendDue(new AbortController().signal);
    },
    posted: () => commentsBy(reddit, 'ben_reddit').map((comment) => comment.text),
    async noticesOf(actor: User) {
      await core.notifications.settled();
      return (await core.notifications.inbox.list(actor, { limit: 20 })).items
        .filter(({ kind }) => kind === 'approval')
        .map(({ title }) => title);
    },
  };
}

describe('where replies are approved, a reply', () => {
  test('waits until a second person approves it, and is then posted once, which the timeline and the audit log say', async () => {
    const { core, ann, ben, post, send, waiting, approve, pass, posted, noticesOf } = await openApproving();
    const sent = await send(ben);
    expect(sent).toMatchObject({ state: 'queued', held: 'approval' });
    await pass(dayMs);
    expect(posted()).toEqual([]);
    expect(await waiting()).toMatchObject([{ id: sent.outboxId, sentBy: { username: 'ben' }, message: text, canApprove: true }]);
    expect(await waiting(ben)).toMatchObject([{ canApprove: false, canChange: true }]);
    expect(await approve(ann, sent.outboxId)).toBeNull();
    await pass(minuteMs);
    await pass(dayMs);
    expect(posted()).toEqual([text]);
    expect((await core.replies.outbox.list(ben, { limit: 1 })).items).toMatchObject([{ state: 'sent', approvedBy: { username: 'ann' } }]);
    const { leadId } = await core.inbox.posts.get(ann, post.id);
    const { items } = await core.inbox.leads.timeline(ann, leadId ?? '', { limit: 20 });
    expect(items.find(({ kind }) => kind === 'approval')).toMatchObject({
      text: 'Approved the reply in r/freelance',
      actor: { username: 'ann' },
    });
    const audit = await core.db('audit').where({ action: 'answer-approved' }).select('target', 'actor_id');
    expect(audit).toEqual([{ target: `outbox:${sent.outboxId}`, actor_id: Number(ann.userId) }]);
    expect(await noticesOf(ann)).toEqual(['ben wrote a reply in r/freelance for approval']);
    expect(await noticesOf(ben)).toEqual(['ann approved your reply in r/freelance']);
  });

  test('is approved neither by who wrote it nor by a member or a viewer', async () => {
    const { core, ben, join, send, approve, waiting } = await openApproving();
    const { outboxId } = await send(ben);
    const promoted: User = { ...ben, member: 'admin' };
    for (const person of [ben, promoted, await join('cy', 'member'), await join('di', 'viewer')])
      await expect(approve(person, outboxId)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(approve(await makeUser(core, 'eve'), outboxId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await waiting()).toHaveLength(1);
  });

  test('can be changed by who approves it', async () => {
    const { ann, ben, send, approve, pass, posted } = await openApproving();
    const { outboxId } = await send(ben);
    await approve(ann, outboxId, 'We make one, and I work there.');
    await pass(minuteMs);
    expect(posted()).toEqual(['We make one, and I work there.']);
  });

  test('that two people approve at once is posted once', async () => {
    const { ann, ben, join, send, approve, pass, posted } = await openApproving();
    const cy = await join('cy', 'admin');
    const { outboxId } = await send(ben);
    const decided = await Promise.allSettled([approve(ann, outboxId), approve(cy, outboxId, 'Another text')]);
    expect(decided.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await pass(minuteMs);
    await pass(dayMs);
    expect(posted()).toHaveLength(1);
    await expect(approve(cy, outboxId)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('is sent back with a note, and waits again once its text is changed', async () => {
    const { core, ann, ben, plan, approve, waiting, pass, posted, noticesOf } = await openApproving();
    const { id } = await plan(ben, dayMs);
    await core.replies.approval.decide(ann, id, { decision: 'return', note: 'Say what it costs' });
    expect(await waiting(ben)).toMatchObject([{ held: 'returned', note: 'ann: Say what it costs' }]);
    expect(await noticesOf(ben)).toEqual(['ann sent your reply in r/freelance back']);
    await expect(approve(ann, id)).rejects.toMatchObject({ code: 'conflict' });
    await core.replies.schedule.update(ben, id, { paused: false });
    await core.replies.schedule.update(ben, id, { dueAt: new Date(core.now() + hourMs).toISOString() });
    await core.replies.schedule.pauseAll(ben, false);
    await pass(2 * hourMs);
    expect(posted()).toEqual([]);
    expect(await core.replies.schedule.update(ben, id, { message: 'It costs $9.' })).toMatchObject({ held: 'approval' });
    await approve(ann, id);
    await pass(minuteMs);
    expect(posted()).toEqual(['It costs $9.']);
  });

  test('that was approved waits again when who wrote it changes its text', async () => {
    const { core, ann, ben, plan, approve, pass, posted } = await openApproving();
    const { id } = await plan(ben);
    await approve(ann, id);
    expect(await core.replies.schedule.update(ben, id, { message: 'Something else' })).toMatchObject({ held: 'approval' });
    await pass(hourMs);
    expect(posted()).toEqual([]);
    expect(await core.replies.schedule.update(ann, id, { message: 'Better' })).toMatchObject({ held: 'approval' });
    await approve(ann, id);
    expect(await core.replies.schedule.update(ann, id, { message: 'Best' })).toMatchObject({ held: null });
    await pass(minuteMs);
    expect(posted()).toEqual(['Best']);
  });

  test('that nobody approved by its time is held, says so, and is posted once it is approved', async () => {
    const { core, ann, ben, plan, approve, waiting, pass, posted, noticesOf } = await openApproving();
    const { id } = await plan(ben);
    await pass(hourMs);
    await pass(5 * hourMs);
    expect(posted()).toEqual([]);
    expect(await waiting()).toMatchObject([{ note: 'Nobody approved this by its time, so it waits until somebody does.' }]);
    expect(await noticesOf(ben)).toEqual(['A reply in r/freelance missed its time']);
    await approve(ann, id);
    await pass(minuteMs);
    expect(posted()).toEqual([text]);
    expect((await core.replies.outbox.list(ann, { limit: 1 })).items[0]).toMatchObject({ state: 'sent', error: null });
  });

  test('is checked again when it is approved, with the daily limits', async () => {
    const { core, ann, ben, post, reddit, clock, send, approve, pass, posted } = await openApproving();
    const { outboxId } = await send(ben);
    clock.now += 2 * dayMs;
    const other = await ingestOn(core, { reddit, actor: ann, number: 2 });
    const own = {
      user_id: Number(ann.userId),
      sent_by: Number(ben.userId),
      post_id: Number(other.id),
      account: 'ben_reddit',
      state: 'sent',
    } as const;
    for (let number = 0; number < caps.account; number += 1)
      await core.db('outbox').insert({
        ...own,
        parent_fullname: `t3_x${number}`,
        subreddit: `place${number}`,
        text: 'x',
        text_hash: `${number}`,
        due_at: clock.now,
        created_at: clock.now - hourMs,
      });
    await expect(approve(ann, outboxId)).rejects.toMatchObject({ code: 'too_many' });
    await core.db('outbox').where({ state: 'sent' }).delete();
    clock.now += 2 * minuteMs;
    const thread = reddit.world.things.get(post.fullname);
    if (thread) thread.locked = true;
    await expect(approve(ann, outboxId)).rejects.toThrow('The thread is locked');
    if (thread) thread.locked = false;
    clock.now += 2 * minuteMs;
    await approve(ann, outboxId);
    await pass(minuteMs);
    expect(posted()).toEqual([text]);
  });

  test('of a person whom nobody else could approve is posted without', async () => {
    const { core, ann, ben, send, pass, reddit } = await openApproving();
    expect(await send(ann)).toMatchObject({ held: null });
    await pass(minuteMs);
    expect(commentsBy(reddit)).toHaveLength(1);
    await core.accounts.workspaces.change(ann, ann.userId, { approvesReplies: false });
    expect(await send(ben, 'Another one')).toMatchObject({ held: null });
  });

  test('that the owner sends from their own account instead needs nobody if nobody else could approve it', async () => {
    const { core, ann, ben, plan, waiting, pass, reddit } = await openApproving();
    const { id } = await plan(ben);
    const taken = await core.replies.schedule.update(ann, id, { account: 'ann_reddit' });
    expect(taken).toMatchObject({ held: null, account: 'ann_reddit', sentBy: { username: 'ann' } });
    expect(await waiting()).toEqual([]);
    await pass(hourMs);
    expect(commentsBy(reddit)).toHaveLength(1);
  });

  test('of the owner waits for an admin, and of somebody who leaves is taken over by who agrees to it, and approved by another', async () => {
    const { core, ann, ben, join, clock, plan, send, approve, waiting } = await openApproving();
    const cy = await join('cy', 'admin');
    const own = await send(ann);
    expect(own).toMatchObject({ held: 'approval' });
    await approve(cy, own.outboxId);
    const { id } = await plan(ben);
    await core.accounts.workspaces.removeMember(ben, { id: ann.userId, userId: ben.userId });
    expect(await waiting()).toEqual([]);
    const dueAt = new Date(clock.now + hourMs).toISOString();
    const taken = await core.replies.schedule.update(ann, id, { dueAt, message: 'Mine now' });
    expect(taken).toMatchObject({ held: 'approval', sentBy: { username: 'ann' } });
    await expect(approve(ann, id)).rejects.toMatchObject({ code: 'forbidden' });
    await approve(cy, id);
  });
});

test('what is for one person is shown to no colleague, and is gone for who leaves', async () => {
  const { core, ann, ben, join, send, noticesOf } = await openApproving();
  const cy = await join('cy', 'admin');
  await send(ben);
  expect([await noticesOf(ann), await noticesOf(cy), await noticesOf(ben)].map((titles) => titles.length)).toEqual([1, 1, 0]);
  const { unread } = await core.notifications.inbox.markRead(ann, { all: true });
  // The new lead, too: each reads for themselves.
  expect([unread, (await core.notifications.inbox.list(cy, { limit: 9 })).unread]).toEqual([0, 2]);
  await core.accounts.workspaces.removeMember(cy, { id: ann.userId, userId: cy.userId });
  expect(await core.db('notifications').where({ person_id: Number(cy.userId) })).toEqual([]);
});
