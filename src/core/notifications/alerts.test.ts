import { expect, test } from 'vitest';
import { transact } from '#core/platform/db/connect.ts';
import { connect, openAnn } from '#test/support/connected.ts';
import { answer } from '#test/support/fakes/receiver.ts';
import { makeCampaign, makeUser } from '#test/support/factories.ts';
import { addChannel, ingestLead, never, openNotified, waitAndSend } from '#test/support/notified.ts';

const hour = 3_600_000;

test('reports a campaign once after three failed runs, and again after a successful one', async () => {
  const { core, receiver, ann, campaign } = await openNotified();
  await addChannel(core, ann, { kind: 'webhook', name: 'Hook', target: { url: receiver.url } });
  await core.db('campaigns').update({ status: 'active' });
  const run = async (state: 'failed' | 'ok'): Promise<void> => {
    const row = {
      campaign_id: Number(campaign.id),
      user_id: Number(ann.userId),
      source: 'api',
      started_at: core.now(),
      finished_at: core.now(),
    };
    await core.db('runs').insert({ ...row, state, error: state === 'failed' ? 'r/freelance: Reddit answered 403\nmore' : null });
    if (state === 'failed')
      core.bus.push({ userId: ann.userId, campaignId: campaign.id }, 'scrape-error', { campaignId: campaign.id, error: 'x' });
    await core.notifications.settled();
  };
  const listNotices = async () => (await core.notifications.inbox.list(ann, { limit: 10 })).items.map(({ kind, text }) => ({ kind, text }));
  for (const state of ['failed', 'failed', 'ok', 'failed', 'failed'] as const) await run(state);
  expect(await listNotices()).toEqual([]);
  await run('failed');
  await run('failed');
  expect(await listNotices()).toEqual([{ kind: 'campaign-failing', text: 'Its last 3 runs failed. r/freelance: Reddit answered 403' }]);
  await run('ok');
  for (let time = 0; time < 3; time += 1) await run('failed');
  expect(await listNotices()).toHaveLength(2);
  expect(receiver.calls).toHaveLength(2);
});

test('reports a Reddit account that needs to be reconnected once per connection', async () => {
  const { core, ann, clock } = await openAnn();
  await connect(core, ann);
  for (let round = 0; round < 2; round += 1) {
    await core.db('reddit_accounts').update({ needs_reconnect: 1 });
    for (let minute = 0; minute < 3; minute += 1) await core.notifications.sendDue(never);
    clock.now += hour;
    await connect(core, ann);
  }
  const { items } = await core.notifications.inbox.list(ann, { limit: 10 });
  expect(items.map(({ kind, text }) => [kind, text.includes('u/ann_reddit')])).toEqual([
    ['reconnect', true],
    ['reconnect', true],
  ]);
});

test('deletes texts about a deleted conversation, including unsent ones', async () => {
  const { core, clock, receiver, ann } = await openNotified();
  await addChannel(core, ann, { kind: 'webhook', name: 'Digest', target: { url: receiver.url }, pace: 'daily', kinds: ['reply-answered'] });
  await ingestLead(core);
  const [post] = (await core.inbox.posts.list(ann, { limit: 5, sort: '-confidence', status: 'all' })).items;
  const notice = { userId: ann.userId, kind: 'reply-answered', key: '1', title: 'u/canary answered you', path: '/dashboard' } as const;
  core.bus.emit('notice', { ...notice, postId: post?.id ?? '' });
  await core.notifications.settled();
  const [item] = await core.db('items').pluck<number[]>('id');
  await transact(core.db, (trx) => core.inbox.items.erase(trx, [{ id: item ?? 0, gone: 'account' }], core.now()));
  clock.now += 24 * hour;
  await core.notifications.sendDue(never);
  expect(receiver.calls.map(({ json }) => json)).toMatchObject([
    { notifications: [{ kind: 'reply-answered', title: 'Someone replied to you' }] },
  ]);
  expect(receiver.calls[0]?.text).not.toContain('canary');
  expect(JSON.stringify((await core.notifications.inbox.list(ann, { limit: 10 })).items)).not.toContain('canary');
});

test("forgets a receiver's answer together with the post that it may repeat", async () => {
  const { core, receiver } = await openNotified();
  const root = await makeUser(core, 'root', 'admin');
  await makeCampaign(core, root);
  const { id } = await addChannel(core, root, { kind: 'webhook', name: 'CRM', target: { url: receiver.url } });
  receiver.always(answer(200, { body: 'You sent: canary' }));
  await ingestLead(core);
  const log = async () => (await core.notifications.channels.deliveries(root, id)).items.map(({ answer: text }) => text);
  expect(await log()).toEqual(['You sent: canary']);
  const [item] = await core.db('items').pluck<number[]>('id');
  await transact(core.db, (trx) => core.inbox.items.erase(trx, [{ id: item ?? 0, gone: 'account' }], core.now()));
  expect(await log()).toEqual(['']);
});

test("forgets a receiver's answer to what was deleted while it was sent, and sends nothing of it again", async () => {
  const { core, receiver } = await openNotified();
  const root = await makeUser(core, 'root', 'admin');
  await makeCampaign(core, root);
  const { id } = await addChannel(core, root, { kind: 'webhook', name: 'CRM', target: { url: receiver.url } });
  receiver.next(async (response) => {
    const [item] = await core.db('items').pluck<number[]>('id');
    await transact(core.db, (trx) => core.inbox.items.erase(trx, [{ id: item ?? 0, gone: 'deleted' }], core.now()));
    response.writeHead(200).end('You sent: canary');
  });
  await ingestLead(core);
  const { items } = await core.notifications.channels.deliveries(root, id);
  expect(items).toMatchObject([{ result: 'sent', answer: '' }]);
  await expect(core.notifications.channels.resend(root, id, items[0]?.id ?? '')).rejects.toThrow(
    'Everything in this message has been deleted since.',
  );
});

/** Somebody who only reads in Ann's workspace. */
async function joinAnn({ core, clock, ann }: Awaited<ReturnType<typeof openNotified>>, name: string) {
  const person = await makeUser(core, name);
  const of = { workspace_id: Number(ann.userId), user_id: Number(person.userId) };
  await core.db('workspace_members').insert({ ...of, role: 'viewer', created_at: clock.now });
  return { own: person, there: { ...person, workspaceId: ann.userId, member: 'viewer' } as const };
}

test('is read by each person for themselves, and nothing new to who joins later', async () => {
  const made = await openNotified();
  const { core, clock, ann } = made;
  const { inbox } = core.notifications;
  await ingestLead(core);
  await inbox.markRead(ann, { all: true });
  clock.now += 1;
  const ben = await joinAnn(made, 'ben');
  const unread = async (actor: typeof ann) => {
    const page = await inbox.list(actor, { limit: 10 });
    expect(page.items.filter(({ read }) => !read)).toHaveLength(page.unread);
    return page.unread;
  };
  expect([await unread(ann), await unread(ben.there)]).toEqual([0, 0]);
  await ingestLead(core);
  expect([await unread(ann), await unread(ben.there)]).toEqual([1, 1]);
  expect(await inbox.markRead(ann, { all: true })).toEqual({ unread: 0 });
  expect([await unread(ann), await unread(ben.there)]).toEqual([0, 1]);
  const [newest] = (await inbox.list(ben.there, { limit: 1 })).items;
  expect(await inbox.markRead(ben.own, { ids: [newest?.id ?? ''] })).toEqual({ unread: 0 });
  expect(await unread(ben.there)).toBe(1);
  expect(await inbox.markRead(ben.there, { ids: [newest?.id ?? ''] })).toEqual({ unread: 0 });
  expect([await unread(ann), await unread(ben.there)]).toEqual([0, 0]);
});

test('about an account is for its person alone, in whatever workspace they are', async () => {
  const made = await openNotified();
  const { core, ann } = made;
  const ben = await joinAnn(made, 'ben');
  const admin = await makeUser(core, 'root', 'admin');
  const there = { ...admin, workspaceId: ann.userId, member: 'admin' } as const;
  for (const author of [ann, ben.own]) {
    const { id } = await core.instance.feedback.send(author, { kind: 'idea', message: 'Please', page: '/dashboard' });
    await core.instance.feedback.answer(there, id, { reply: `To ${author.userId}` });
  }
  await core.notifications.settled();
  const texts = async (actor: typeof ann) => (await core.notifications.inbox.list(actor, { limit: 10 })).items.map(({ text }) => text);
  expect(await texts(ann)).toEqual([`To ${ann.userId}`]);
  expect([await texts(ben.own), await texts(ben.there)]).toEqual([[`To ${ben.own.userId}`], [`To ${ben.own.userId}`]]);
});

test('for a person in a workspace reaches their own devices, and no chat of another workspace', async () => {
  const made = await openNotified();
  const { core, ann, receiver } = made;
  const ben = await joinAnn(made, 'ben');
  await addChannel(core, ben.own, { kind: 'webhook', name: 'CRM', target: { url: receiver.url } });
  await addChannel(core, ben.own, { kind: 'slack', name: 'Team', target: { url: receiver.url } });
  const { id } = await addChannel(core, ben.own, { kind: 'email', name: 'Mail', target: {} });
  const notice = {
    userId: ann.userId,
    personId: ben.own.userId,
    kind: 'approval',
    key: '1',
    title: 'Approve',
    path: '/dashboard',
  } as const;
  core.bus.emit('notice', notice);
  await core.notifications.settled();
  expect(await core.db('notification_deliveries').pluck('channel_id')).toEqual([Number(id)]);
});

test('removes read notices after 30 days, all notices after 90, and those of a deleted account immediately', async () => {
  const { core, clock, ann } = await openNotified();
  await ingestLead(core);
  await ingestLead(core);
  const { items } = await core.notifications.inbox.list(ann, { limit: 10 });
  await core.notifications.inbox.markRead(ann, { ids: [items[0]?.id ?? ''] });
  clock.now += 31 * 24 * hour;
  expect(await core.notifications.prune()).toBe(1);
  clock.now += 60 * 24 * hour;
  expect(await core.notifications.prune()).toBe(1);
  await addChannel(core, ann, { kind: 'email', name: 'Mail', target: {} });
  await ingestLead(core);
  await core.db('users').delete();
  for (const table of [
    'notifications',
    'notification_channels',
    'notification_messages',
    'notification_attempts',
    'notification_deliveries',
  ])
    expect(await core.db(table).select('id')).toEqual([]);
});

test('sends nothing to a disabled account until it is enabled again', async () => {
  const { core, clock, receiver, ann } = await openNotified();
  await addChannel(core, ann, { kind: 'webhook', name: 'Hook', target: { url: receiver.url } });
  receiver.next(answer(503));
  await ingestLead(core);
  expect(receiver.calls).toHaveLength(1);
  await core.db('users').update({ disabled: 1 });
  await waitAndSend(core, clock);
  expect(receiver.calls).toHaveLength(1);
  await core.db('users').update({ disabled: 0 });
  await core.notifications.sendDue(never);
  expect(receiver.calls).toHaveLength(2);
});

interface Sent {
  notifications: Record<string, unknown>[];
}
const programKinds = ['lead-updated', 'reply-posted', 'follow-up-due'] as const;

/** Ann's lead, found before her webhook wants to know what she does with it; `events` are what that got. */
async function openProgram() {
  const opened = await openNotified();
  const { core, ann, receiver } = opened;
  await ingestLead(core);
  await addChannel(core, ann, { kind: 'slack', name: 'Team', target: { url: `${receiver.url}/slack` } });
  await addChannel(core, ann, { kind: 'webhook', name: 'CRM', target: { url: `${receiver.url}/hook` }, kinds: [...programKinds] });
  const [lead] = (await core.inbox.leads.list(ann, { limit: 5, sort: '-confidence' })).items;
  if (!lead) throw new Error('No lead');
  const events = () => receiver.calls.flatMap(({ path, json }) => (path === '/hook' ? (json as Sent).notifications : [{ path }]));
  return { ...opened, lead, events };
}

test('tells a program what its user does with a lead, with its state, once, and neither the bell nor other channels', async () => {
  const { core, ann, lead, events } = await openProgram();
  const inbox = await core.notifications.inbox.list(ann, { limit: 10 });
  await core.inbox.leads.update(ann, lead.id, { stage: 'qualified', tags: ['agency'] });
  await core.notifications.settled();
  const of = { event: 'lead.updated', leadId: lead.id, campaignId: lead.campaignId, author: lead.redditUsername };
  const state = { stage: 'qualified', notes: '', tags: ['agency'], value: null, feedback: null };
  expect(events()).toMatchObject([
    { ...of, text: 'Stage: new → qualified', lead: state },
    { ...of, text: 'Tags: agency', lead: state },
  ]);
  await core.inbox.leads.addNote(ann, lead.id, 'Call on Monday');
  await core.inbox.posts.feedback(ann, lead.posts[0]?.id ?? '', { verdict: 'right' });
  await core.notifications.settled();
  for (let time = 0; time < 2; time += 1) await core.notifications.sendDue(never);
  expect(events().slice(2)).toMatchObject([
    { ...of, text: 'Notes changed', lead: { notes: 'Call on Monday' } },
    { ...of, text: 'Marked as a good match', postId: lead.posts[0]?.id, lead: { feedback: 'right' } },
  ]);
  expect(await core.notifications.inbox.list(ann, { limit: 10 })).toEqual(inbox);
});

test("forgets a receiver's answer about a lead together with its author's posts", async () => {
  const { core, ann, lead, receiver } = await openProgram();
  receiver.always(answer(200, { body: `You sent: ${lead.redditUsername}` }));
  await core
    .db('users')
    .where({ id: Number(ann.userId) })
    .update({ role: 'admin' });
  await core.inbox.leads.update(ann, lead.id, { stage: 'won' });
  await core.notifications.settled();
  const answers = () => core.db('notification_attempts').where('events', 'like', '%lead.updated%').pluck('answer');
  expect(await answers()).toEqual([`You sent: ${lead.redditUsername}`]);
  const [item] = await core.db('items').pluck<number[]>('id');
  await transact(core.db, (trx) => core.inbox.items.erase(trx, [{ id: item ?? 0, gone: 'account' }], core.now()));
  expect(await answers()).toEqual(['']);
});

test('tells a program once of what was done right before Earshot was killed, or in another process', async () => {
  const { core, ann, lead, events } = await openProgram();
  const { emit } = core.bus;
  core.bus.emit = () => {};
  await core.inbox.leads.update(ann, lead.id, { stage: 'won' });
  core.bus.emit = emit;
  for (let time = 0; time < 2; time += 1) await core.notifications.sendDue(never);
  expect(events()).toMatchObject([{ event: 'lead.updated', lead: { stage: 'won' } }]);
});

test('tells a program once that a follow-up is due, and again after it was moved', async () => {
  const { core, ann, clock, lead, events } = await openProgram();
  const at = (hours: number) => new Date(clock.now + hours * hour).toISOString();
  const { id } = await core.inbox.followUps.create(ann, lead.id, { dueAt: at(1), note: 'Ask again' });
  await core.notifications.sendDue(never);
  expect(events()).toEqual([]);
  clock.now += 2 * hour;
  for (let time = 0; time < 2; time += 1) await core.notifications.sendDue(never);
  const event = { event: 'followup.due', followUpId: id, leadId: lead.id, text: 'Ask again', lead: { stage: 'new' } };
  expect(events()).toMatchObject([event]);
  await core.inbox.followUps.update(ann, id, { snoozeUntil: at(1) });
  clock.now += 2 * hour;
  await core.notifications.sendDue(never);
  expect(events()).toMatchObject([event, event]);
});

test('names each event by what happened', async () => {
  const { core, ann, receiver } = await openNotified();
  await addChannel(core, ann, {
    kind: 'webhook',
    name: 'CRM',
    target: { url: receiver.url },
    kinds: ['outage', 'reply-posted', 'reply-answered'],
  });
  const emit = (kind: 'outage' | 'reply-posted' | 'reply-answered', key: string) => {
    core.bus.emit('notice', { userId: ann.userId, kind, key, title: '', path: '/dashboard' });
    return core.notifications.settled();
  };
  for (const key of ['down:reddit:5', 'up:reddit:5']) await emit('outage', key);
  await emit('reply-posted', '7');
  await emit('reply-answered', 'person:8');
  const notices = receiver.calls.flatMap(({ json }) => (json as Sent).notifications);
  expect(notices.map(({ event, replyId }) => [event, replyId])).toEqual([
    ['source.down', null],
    ['source.up', null],
    ['reply.posted', '7'],
    ['reply.answered', '8'],
  ]);
});
