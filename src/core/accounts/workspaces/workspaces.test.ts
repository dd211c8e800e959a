import { describe, expect, test } from 'vitest';
import type { GivenRole } from '#shared/auth.ts';
import { leadListQuery } from '#shared/leads.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import type { Core } from '#core/open.ts';
import { type Actor, systemActor } from '#core/platform/actor.ts';
import { commentsBy, connect, openConnected, postReply } from '#test/support/connected.ts';
import { makeUser } from '#test/support/factories.ts';
import { makeServer, type TestServer } from '#test/support/serve.ts';

type User = Extract<Actor, { kind: 'user' }>;
const text = 'We make one. Disclosure: I work there.';

/** Somebody who works in Ann's workspace. */
async function join(core: Core, ann: User, { name, role }: { name: string; role: GivenRole }): Promise<User> {
  const person = await makeUser(core, name);
  const { link } = await core.accounts.workspaces.invite(ann, ann.userId, { role });
  await core.accounts.workspaces.accept(person, link.split('/').at(-1) ?? '');
  return { ...person, workspaceId: ann.userId, member: role };
}
const leave = (core: Core, ann: User, person: User) =>
  core.accounts.workspaces.removeMember(person, { id: ann.userId, userId: person.userId });

/** Ann's workspace, with Ben, each with a Reddit account, and a post with its lead. */
async function openTogether() {
  const made = await openConnected();
  const { core, ann, post, reddit, clock } = made;
  const ben = await join(core, ann, { name: 'ben', role: 'member' });
  reddit.members.habits.who = 'ben_reddit';
  await connect(core, ben);
  const { leadId } = await core.inbox.posts.get(ann, post.id);
  if (leadId === null) throw new Error('The post has no lead');
  const plan = (actor: User, ms = hourMs) =>
    core.replies.schedule.create(actor, { postId: post.id, message: text, dueAt: new Date(clock.now + ms).toISOString() });
  const list = async (actor: User) => {
    const [from, to] = [-dayMs, 30 * dayMs].map((ms) => new Date(clock.now + ms).toISOString());
    return (await core.replies.schedule.list(actor, { from, to })).replies;
  };
  const sendDue = () => core.replies.outbox.sendDue(new AbortController().signal);
  return { ...made, ben, leadId, plan, list, sendDue };
}

describe('an invitation', () => {
  const tokenOf = ({ json }: { json: unknown }) => (json as { link: string }).link.split('/').at(-1) ?? '';
  async function openServer(): Promise<TestServer & { invite: (body: object) => Promise<string>; id: string }> {
    const server = await makeServer();
    const ada = await server.member('ada');
    const invite = async (body: object) => tokenOf(await server.api(ada.token).post(`/workspaces/${ada.user.id}/invitations`, body));
    return Object.assign(server, { invite, id: ada.user.id });
  }

  test('works once, and moves the session to the workspace', async () => {
    const server = await openServer();
    const [ben, cy] = [await server.member('ben'), await server.member('cy')];
    const token = await server.invite({ role: 'viewer' });
    expect((await server.api().get(`/workspaces/invitations/${token}`)).json).toMatchObject({
      workspace: 'ada',
      role: 'viewer',
      by: 'ada',
      email: null,
    });
    const joined = await server.api(ben.token).post(`/workspaces/invitations/${token}/accept`);
    expect(joined.json).toMatchObject({
      id: server.id,
      role: 'viewer',
      isOwn: false,
      members: 2,
      others: 1,
      can: { work: false, give: [] },
    });
    expect((await server.api(ben.token).get('/auth/me')).json).toMatchObject({
      username: 'ben',
      workspace: { id: server.id, role: 'viewer' },
    });
    const again = await server.api(cy.token).post(`/workspaces/invitations/${token}/accept`);
    expect([again.status, again.json]).toMatchObject([
      404,
      { message: 'This invitation was used, withdrawn, or has expired. Ask for a new one.' },
    ]);
    await server.close();
  });

  test('ends after 7 days, and when it is withdrawn', async () => {
    const server = await openServer();
    const [late, gone] = [await server.invite({}), await server.invite({})];
    const ada = server.api(
      (await server.core.accounts.users.signIn({ email: 'ada@example.test', password: 'ada has a long one' }, '192.0.2.1')).token,
    );
    const { items } = (await ada.get(`/workspaces/${server.id}/invitations`)).json as { items: { id: string }[] };
    expect((await ada.delete(`/workspaces/${server.id}/invitations/${items[0]?.id}`)).status).toBe(204);
    expect((await server.api().get(`/workspaces/invitations/${gone}`)).status).toBe(404);
    server.clock.now += 7 * dayMs - 1;
    expect((await server.api().get(`/workspaces/invitations/${late}`)).status).toBe(200);
    server.clock.now += 1;
    expect((await server.api().get(`/workspaces/invitations/${late}`)).status).toBe(404);
    await server.close();
  });

  test('for an address is only for its account', async () => {
    const server = await openServer();
    const [ben, cy] = [await server.member('ben'), await server.member('cy')];
    const token = await server.invite({ email: 'Ben@example.test' });
    expect((await server.api(cy.token).post(`/workspaces/invitations/${token}/accept`)).status).toBe(403);
    expect((await server.api(ben.token).post(`/workspaces/invitations/${token}/accept`)).status).toBe(200);
    await server.close();
  });

  test('needs a seat of the plan', async () => {
    const limits = { campaigns: null, leadsPerMonth: null, aiCallsPerDay: null, seats: 2 };
    const server = await makeServer({ billing: { plans: [{ id: 'duo', name: 'Duo', limits }] } });
    const [ada, ben, cy] = [await server.member('ada'), await server.member('ben'), await server.member('cy')];
    const path = `/workspaces/${ada.user.id}/invitations`;
    const [first, second] = [await server.api(ada.token).post(path, {}), await server.api(ada.token).post(path, {})];
    expect((await server.api(ben.token).post(`/workspaces/invitations/${tokenOf(first)}/accept`)).status).toBe(200);
    expect((await server.api(cy.token).post(`/workspaces/invitations/${tokenOf(second)}/accept`)).status).toBe(403);
    expect((await server.api(ada.token).post(path, {})).status).toBe(403);
    await server.close();
  });
});

describe('shared work', () => {
  test('says who a lead is assigned to, who did what, and what is mine', async () => {
    const { core, ann, ben, leadId } = await openTogether();
    const lead = await core.inbox.leads.update(ben, leadId, { assigneeId: ben.userId, stage: 'contacted' });
    expect(lead.assignee).toEqual({ id: ben.userId, username: 'ben' });
    const { items } = await core.inbox.leads.timeline(ann, leadId, { limit: 10 });
    expect(items.find(({ kind }) => kind === 'assignee')).toMatchObject({ text: 'Assigned to ben', actor: { username: 'ben' } });
    expect(items.find(({ kind }) => kind === 'lead')?.actor).toBeNull();
    const count = async (actor: User, assignee: string) =>
      (await core.inbox.leads.list(actor, { limit: 25, sort: '-confidence', assignee })).items.length;
    expect([await count(ben, 'me'), await count(ann, 'me'), await count(ann, 'none'), await count(ann, ben.userId)]).toEqual([1, 0, 0, 1]);
    const eve = await makeUser(core, 'eve');
    await expect(core.inbox.leads.update(ann, leadId, { assigneeId: eve.userId })).rejects.toMatchObject({ code: 'invalid' });
  });

  test("sends from the sender's own account, and warns colleagues before they reply to the same person", async () => {
    const { core, ann, ben, post, reddit, clock, sendDue } = await openTogether();
    await core.replies.outbox.send(ben, { postId: post.id, message: text });
    const warn = async (actor: User) =>
      (await core.replies.check.check(actor, post.id, { text: '' })).points.find(({ key }) => key === 'answered')?.message;
    expect(await warn(ann)).toBe('A reply by ben is on its way here');
    clock.now += 60_000;
    await sendDue();
    expect(commentsBy(reddit, 'ben_reddit')).toMatchObject([{ text }]);
    expect(commentsBy(reddit)).toEqual([]);
    clock.now += 3 * hourMs;
    expect(await warn(ann)).toBe('ben replied to this 3 hours ago');
    expect(await warn(ben)).toBe('You replied to this 3 hours ago');
    const [item] = (await core.replies.outbox.list(ann, { limit: 1 })).items;
    expect(item).toMatchObject({ account: 'ben_reddit', sentBy: { username: 'ben' }, state: 'sent' });
  });

  test('lets a reply be changed by its sender and the owner, not by another member', async () => {
    const { core, ann, ben, plan, list } = await openTogether();
    const cy = await join(core, ann, { name: 'cy', role: 'member' });
    const { id } = await plan(ben);
    expect((await list(cy)).map(({ canChange }) => canChange)).toEqual([false]);
    await expect(core.replies.schedule.update(cy, id, { paused: true })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(core.replies.outbox.undo(cy, id)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await core.replies.schedule.pauseAll(cy, true)).toEqual({ changed: 0 });
    expect(await core.replies.schedule.update(ann, id, { paused: true })).toMatchObject({ held: 'paused', canChange: true });
    expect(await core.replies.schedule.update(ben, id, { paused: false })).toMatchObject({ held: null });
    await core.replies.schedule.update(ann, id, { message: `${text} Ask me anything.` });
    const agreed = await core
      .db('audit')
      .where({ action: 'answer-agreed', target: `outbox:${id}` })
      .orderBy('id')
      .pluck('actor_id');
    expect(agreed).toEqual([Number(ben.userId), Number(ann.userId)]);
  });

  test('never makes a lead of a colleague', async () => {
    const { core, ann, ben } = await openTogether();
    const { listOwnAccounts } = await import('#core/discovery/pass/queries.ts');
    const own = await listOwnAccounts(core.db, [Number(ann.userId), Number(ben.userId)], () => Promise.resolve([]));
    expect([...(own.get(Number(ann.userId)) ?? [])].toSorted()).toEqual(['ann_reddit', 'ben_reddit']);
    expect([...(own.get(Number(ben.userId)) ?? [])]).toEqual(['ben_reddit']);
  });
});

describe('who leaves', () => {
  test('hands over: leads become unassigned, and scheduled replies are held until somebody takes them over', async () => {
    const { core, ann, ben, leadId, plan, list, reddit, clock, sendDue } = await openTogether();
    await core.inbox.leads.update(ben, leadId, { assigneeId: ben.userId });
    const { id } = await plan(ben);
    clock.now += 1000;
    await leave(core, ann, ben);
    const updatedSince = new Date(clock.now).toISOString();
    const { items } = await core.inbox.leads.list(ann, leadListQuery.parse({ updatedSince }));
    expect(items).toMatchObject([{ id: leadId, assignee: null, lastActivityAt: updatedSince }]);
    const timeline = await core.inbox.leads.timeline(ann, leadId, { limit: 5 });
    expect(timeline.items[0]).toMatchObject({ kind: 'assignee', text: 'Unassigned', actor: null, at: updatedSince });
    expect(await list(ann)).toMatchObject([{ held: 'left', sentBy: { username: 'ben' }, account: 'ben_reddit' }]);
    clock.now += 2 * hourMs;
    await sendDue();
    expect(await core.replies.schedule.pauseAll(ann, false)).toEqual({ changed: 0 });
    expect(commentsBy(reddit, 'ben_reddit')).toEqual([]);
    const dueAt = new Date(clock.now + hourMs).toISOString();
    expect(await core.replies.schedule.update(ann, id, { dueAt })).toMatchObject({
      held: null,
      sentBy: { username: 'ann' },
      account: 'ann_reddit',
    });
    clock.now += hourMs;
    await sendDue();
    expect(commentsBy(reddit)).toMatchObject([{ text }]);
    expect(commentsBy(reddit, 'ben_reddit')).toEqual([]);
  });

  test('has their replies watched with the account of somebody who is there, or with none', async () => {
    const { core, ann, ben, post, reddit, clock } = await openTogether();
    await postReply({ core, clock }, ben, { postId: post.id, message: text });
    const after = async (ms: number) => {
      clock.now += ms;
      reddit.requests.length = 0;
      await core.replies.watch.lookDue(new AbortController().signal);
      const { items } = await core.replies.outbox.list(ann, { limit: 1 });
      return { reply: items[0]?.reply, tokens: new Set(reddit.requests.map(({ headers }) => headers.authorization)) };
    };
    await after(0);
    const { reply, tokens: bens } = await after(hourMs / 2);
    expect(reply).toMatchObject({ state: 'shown', senderLeft: false });
    await leave(core, ann, ben);
    const gone = await after(2 * hourMs);
    expect(gone.reply).toMatchObject({ state: 'shown', senderLeft: true, trouble: null });
    // Ann's and the app's, of which the app's was used before.
    expect([gone.tokens.size, gone.tokens.intersection(bens).size]).toEqual([2, 1]);
    await core.reddit.account.disconnect(ann);
    const none = await after(dayMs);
    expect(none.reply).toMatchObject({ senderLeft: true, trouble: { why: 'unconnected' } });
    expect(none.tokens).toEqual(new Set());
  });

  test.each([
    ['was about to be posted', async (send: () => Promise<unknown>, gone: () => Promise<unknown>) => [await send(), await gone()]],
    ['was on its way to the server', async (send: () => Promise<unknown>, gone: () => Promise<unknown>) => [await gone(), await send()]],
  ])('posts nothing more: a reply that %s waits for somebody who takes it over', async (_, order) => {
    const { core, ann, ben, post, list, reddit, clock, sendDue } = await openTogether();
    await order(
      () => core.replies.outbox.send(ben, { postId: post.id, message: text }),
      () => leave(core, ann, ben),
    );
    clock.now += 60_000;
    await sendDue();
    expect(commentsBy(reddit, 'ben_reddit')).toEqual([]);
    const [left] = await list(ann);
    expect(left).toMatchObject({ held: 'left', sentBy: { username: 'ben' }, canChange: true });
    await core.replies.schedule.update(ann, left?.id ?? '', { dueAt: new Date(clock.now).toISOString() });
    await sendDue();
    expect(commentsBy(reddit)).toMatchObject([{ text }]);
  });

  test('by deleting the account leaves the same, and the workspace goes with its owner', async () => {
    const { core, ann, ben, leadId, plan, list } = await openTogether();
    await core.inbox.leads.update(ben, leadId, { assigneeId: ben.userId, notes: 'Wrote' });
    await plan(ben);
    await makeUser(core, 'root', 'admin');
    await core.accounts.users.deleteUser(systemActor, 'ben@example.test');
    expect((await core.inbox.leads.get(ann, leadId)).assignee).toBeNull();
    expect((await core.inbox.leads.timeline(ann, leadId, { limit: 10 })).items.find(({ kind }) => kind === 'note')?.actor).toBeNull();
    expect(await list(ann)).toMatchObject([{ held: 'left', sentBy: null }]);
    const cy = await join(core, ann, { name: 'cy', role: 'admin' });
    await core.accounts.users.deleteUser(systemActor, 'ann@example.test');
    expect((await core.accounts.workspaces.list(cy)).items).toMatchObject([{ id: cy.userId, isOwn: true }]);
    await expect(core.inbox.leads.get(cy, leadId)).rejects.toMatchObject({ code: 'not_found' });
  });
});
