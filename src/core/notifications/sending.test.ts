import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { channelTargets } from '#shared/notify.ts';
import { webhookMessageSchema } from '#shared/webhook-message.ts';
import { answer, drop, startReceiver, type Received } from '#test/support/fakes/receiver.ts';
import { makeUser } from '#test/support/factories.ts';
import { addChannel, ingestLead, never, openNotified, waitAndSend } from '#test/support/notified.ts';

interface Body {
  id: string;
  type: string;
  headline: string;
  notifications: { title: string; score: number; author: string; redditUrl: string; url: string | null }[];
  more: number;
}
const bodyOf = (call: Received | undefined): Body => call?.json as Body;
const minute = 60_000;

async function openHook() {
  const opened = await openNotified();
  const channel = await addChannel(opened.core, opened.ann, {
    kind: 'webhook',
    name: 'CRM',
    target: { url: `${opened.receiver.url}/hook` },
  });
  const state = async () => (await opened.core.notifications.channels.list(opened.ann)).items[0];
  return { ...opened, channel, state };
}

test('sends a lead to a webhook at once, with its post, a timestamp, and a signature made with its secret', async () => {
  const { core, receiver, channel } = await openHook();
  await ingestLead(core, { fullname: 't3_one', author: 'buyer', title: 'Looking for invoicing software for my clients, would pay today' });
  expect(receiver.calls).toHaveLength(1);
  const [call] = receiver.calls;
  expect(bodyOf(call)).toMatchObject({
    type: 'notifications',
    headline: 'A new lead for Invoicing',
    notifications: [{ title: 'Looking for invoicing software for my clients, would pay today', author: 'buyer', url: null }],
    more: 0,
  });
  expect(bodyOf(call).notifications[0]?.score).toBeGreaterThan(50);
  const timestamp = String(call?.headers['earshot-timestamp']);
  expect(Number(timestamp)).toBe(core.now() / 1000);
  expect(call?.headers['earshot-event']).toBe(bodyOf(call).id);
  const signed = createHmac('sha256', channel.signingSecret ?? '')
    .update(`${timestamp}.${call?.text}`)
    .digest('hex');
  expect(call?.headers['earshot-signature']).toBe(`v1=${signed}`);
});

test("sends a lead's whole text, its parts of the score, and IDs that the API knows, in the documented form", async () => {
  const { core, receiver, ann } = await openHook();
  const body = `Looking for invoicing software for my clients, would pay today.\n\n${'We send them by hand. '.repeat(30).trim()}`;
  await ingestLead(core, { title: 'Looking for invoicing software for my clients, would pay today', body });
  const sent = receiver.calls[0]?.json;
  const { version, notifications } = webhookMessageSchema.parse(sent);
  // Parsing drops what isn't documented, at any depth.
  expect(sent).toStrictEqual(webhookMessageSchema.parse(sent));
  const [notice] = notifications;
  expect([version, notice?.body]).toEqual([1, body]);
  const post = await core.inbox.posts.get(ann, notice?.postId ?? '');
  expect(post).toMatchObject({ leadId: notice?.leadId, campaignId: notice?.campaignId, confidence: notice?.score });
  expect(notice?.components).toEqual(post.components);
  const lead = await core.inbox.leads.get(ann, notice?.leadId ?? '');
  expect(lead.posts.map(({ id }) => id)).toEqual([notice?.postId]);
});

test('sends the headers of a webhook with every message, and never to another server than they were entered for', async () => {
  const { core, receiver, ann } = await openNotified();
  const target = { url: `${receiver.url}/hook`, headers: 'Authorization: Bearer canary\nX-Tenant:  7' };
  const { id } = await addChannel(core, ann, { kind: 'webhook', name: 'CRM', target });
  await ingestLead(core);
  expect(receiver.calls[0]?.headers).toMatchObject({ authorization: 'Bearer canary', 'x-tenant': '7', 'content-type': 'application/json' });
  await core.notifications.channels.update(ann, id, { target: { url: `${receiver.url}/other` } });
  await ingestLead(core);
  expect(receiver.calls[1]?.headers).toMatchObject({ authorization: 'Bearer canary' });
  const elsewhere = await startReceiver();
  await core.notifications.channels.update(ann, id, { target: { url: elsewhere.url } });
  await ingestLead(core);
  expect(elsewhere.calls[0]?.headers).not.toHaveProperty('authorization');
  expect(JSON.stringify([await core.notifications.channels.list(ann), await core.db('notification_channels').select('*')])).not.toContain(
    'canary',
  );
  await elsewhere.close();
});

test("replaces or removes a webhook's headers alone, and keeps one of the same name in two spellings once", async () => {
  const { core, receiver, ann } = await openNotified();
  const target = { url: `${receiver.url}/hook`, headers: 'Authorization: Bearer canary\nX-Tenant: 7' };
  const { id } = await addChannel(core, ann, { kind: 'webhook', name: 'CRM', target });
  const sentWith = async (headers: string) => {
    await core.notifications.channels.update(ann, id, { target: { headers } });
    await ingestLead(core);
    const { path, headers: sent } = receiver.calls.at(-1) ?? {};
    return { path, authorization: sent?.authorization, tenant: sent?.['x-tenant'] };
  };
  expect(await sentWith('X-Tenant: 8\nx-tenant: 9')).toEqual({ path: '/hook', authorization: undefined, tenant: '9' });
  expect(await sentWith('')).toEqual({ path: '/hook', authorization: undefined, tenant: undefined });
});

test.each([
  ['Host: example.com', 'Earshot sets this header itself'],
  ['earshot-signature: v1=0', 'Earshot sets this header itself'],
  ['Authorization', 'Write each header in a line of its own'],
  ['X-A: b\u0000c', 'Write each header in a line of its own'],
  [Array.from({ length: 11 }, (_, at) => `X-${at}: 1`).join('\n'), 'At most 10 headers'],
])('refuses the header %o', (headers, message) => {
  const { error } = channelTargets.webhook.safeParse({ url: 'https://example.com', headers });
  expect(error?.issues[0]?.message).toContain(message);
});

test('sends a complete, made-up lead as a test, in the same form', async () => {
  const { core, receiver, ann, channel } = await openHook();
  expect(await core.notifications.channels.test(ann, channel.id)).toMatchObject({ sent: true });
  const message = webhookMessageSchema.parse(receiver.calls[0]?.json);
  expect(message).toMatchObject({ type: 'test', more: 0, notifications: [{ kind: 'new-lead', author: 'test_author' }] });
  const { replyId, followUpId, ...shown } = message.notifications[0] ?? {};
  expect([replyId, followUpId]).toEqual([null, null]);
  expect(Object.values(shown).filter((value) => value === null || value === '')).toEqual([]);
  expect(await core.notifications.inbox.list(ann, { limit: 5 })).toMatchObject({ items: [] });
});

test('sends leads that are due together in one message, strongest first, and none of them twice', async () => {
  const { core, clock, receiver } = await openHook();
  receiver.next(answer(500));
  await ingestLead(core);
  for (let lead = 0; lead < 5; lead += 1) await ingestLead(core, { createdAt: core.now() - lead * 86_400_000 });
  await core.notifications.sendDue(never);
  // Only one message is in flight at a time; the others wait until it is finished.
  expect(receiver.calls).toHaveLength(1);
  clock.now += 2 * minute;
  await core.notifications.sendDue(never);
  const bodies = receiver.calls.map(bodyOf);
  expect(bodies.map(({ notifications }) => notifications.length)).toEqual([1, 1, 5]);
  expect(bodies[0]?.id).toBe(bodies[1]?.id);
  const scores = bodies[2]?.notifications.map(({ score }) => score) ?? [];
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(new Set(scores).size).toBeGreaterThan(1);
});

test('sends a webhook each of many events, in messages of at most 50', async () => {
  const { core, clock, receiver, ann } = await openHook();
  receiver.next(answer(429, { headers: { 'retry-after': '60' } }));
  for (let at = 0; at < 120; at += 1)
    core.bus.emit('notice', { userId: ann.userId, kind: 'health', key: String(at), title: `Look ${at}`, path: '/dashboard' });
  await core.notifications.settled();
  clock.now += 2 * minute;
  await core.notifications.sendDue(never);
  const bodies = receiver.calls.slice(1).map(bodyOf);
  expect(bodies.map(({ more }) => more)).toEqual(bodies.map(() => 0));
  expect(new Set(bodies.flatMap(({ notifications }) => notifications.map(({ title }) => title))).size).toBe(120);
});

test('retries with the same event id until the receiver accepts it, and shows the error on the channel', async () => {
  const { core, clock, receiver, state } = await openHook();
  receiver.next(answer(500), answer(503), drop);
  await ingestLead(core);
  expect(await state()).toMatchObject({ lastError: { message: 'The receiver responded with 500.' }, waiting: 1 });
  await waitAndSend(core, clock);
  const ids = receiver.calls.map((call) => bodyOf(call).id);
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(1);
  expect(await state()).toMatchObject({ lastError: null, waiting: 0, lastSentAt: expect.any(String), nextAt: null });
  await waitAndSend(core, clock);
  expect(receiver.calls).toHaveLength(4);
});

test('tries a message at most five times, keeps its notice in the inbox, and sends the next one', async () => {
  const { core, clock, receiver, ann } = await openHook();
  receiver.always(answer(500));
  await ingestLead(core);
  await waitAndSend(
    core,
    clock,
    Array.from({ length: 12 }, () => 4 * 3_600_000),
  );
  expect(receiver.calls).toHaveLength(5);
  expect((await core.notifications.inbox.list(ann, { limit: 10 })).items).toHaveLength(1);
  receiver.always(null);
  await ingestLead(core);
  expect(receiver.calls).toHaveLength(6);
});

test('waits for the Retry-After of a 429 without counting it as a failure', async () => {
  const { core, clock, receiver, state } = await openHook();
  receiver.next(answer(429, { headers: { 'retry-after': '1800' } }));
  await ingestLead(core);
  clock.now += 29 * minute;
  await core.notifications.sendDue(never);
  expect(receiver.calls).toHaveLength(1);
  expect(await core.db('notification_channels').pluck('failures')).toEqual([0]);
  clock.now += minute;
  await core.notifications.sendDue(never);
  expect(receiver.calls).toHaveLength(2);
  expect(await state()).toMatchObject({ waiting: 0 });
});

test('pauses the channel on a 410 with a notice in the inbox, and sends again once resumed', async () => {
  const { core, receiver, ann, channel, state } = await openHook();
  receiver.next(answer(410));
  await ingestLead(core);
  expect(await state()).toMatchObject({ paused: 'The receiver says this address no longer exists (410).' });
  const [notice] = (await core.notifications.inbox.list(ann, { limit: 10 })).items;
  expect(notice).toMatchObject({ kind: 'channel-paused', title: 'CRM is paused', path: '/dashboard/settings?tab=notifications' });
  await ingestLead(core);
  expect(receiver.calls).toHaveLength(1);
  await core.notifications.channels.update(ann, channel.id, { paused: false });
  await ingestLead(core);
  expect(receiver.calls).toHaveLength(2);
});

test('pauses a channel after twenty failures in a row, and sends nothing more', async () => {
  const { core, clock, receiver, state, ann } = await openHook();
  receiver.always(answer(500));
  for (let round = 0; round < 8; round += 1) {
    await ingestLead(core);
    await waitAndSend(
      core,
      clock,
      Array.from({ length: 6 }, () => 4 * 3_600_000),
    );
  }
  expect(receiver.calls).toHaveLength(20);
  expect(await state()).toMatchObject({ paused: '20 attempts in a row failed.' });
  const kinds = (await core.notifications.inbox.list(ann, { limit: 50 })).items.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'channel-paused')).toHaveLength(1);
});

test('never follows a redirect, especially not to a private address', async () => {
  const { core, receiver, state } = await openHook();
  const inside = await startReceiver();
  receiver.next(answer(302, { headers: { location: inside.url } }));
  await ingestLead(core);
  expect(inside.calls).toEqual([]);
  expect(await state()).toMatchObject({
    lastError: { message: 'The receiver redirects to another address (302). Enter that one instead.' },
    waiting: 0,
  });
  await inside.close();
});

test("doesn't let a slow receiver delay other channels", async () => {
  const { core, receiver, ann } = await openHook();
  const other = await startReceiver();
  await addChannel(core, ann, { kind: 'webhook', name: 'Other', target: { url: other.url } });
  const taken = Promise.withResolvers<void>();
  receiver.next(async (response) => {
    await taken.promise;
    response.writeHead(200).end();
  });
  const ingesting = ingestLead(core);
  while (other.calls.length === 0) await pause(5);
  expect(receiver.calls.length).toBeLessThanOrEqual(1);
  taken.resolve();
  await ingesting;
  expect([receiver.calls.length, other.calls.length]).toEqual([1, 1]);
  await other.close();
});

test('neither sends nor shows a post that was deleted before its notice was sent', async () => {
  const { core, clock, receiver, ann, state } = await openHook();
  receiver.next(answer(500));
  await ingestLead(core, {
    fullname: 't3_gone',
    title: 'Looking for invoicing software, says the canary, would pay today',
    author: 'canary_author',
  });
  const before = receiver.calls.length;
  await ingestLead(core, { fullname: 't3_gone', title: '', body: '', author: null, gone: 'deleted' });
  await waitAndSend(core, clock);
  expect(receiver.calls).toHaveLength(before);
  expect(await state()).toMatchObject({ waiting: 0 });
  const { items } = await core.notifications.inbox.list(ann, { limit: 5 });
  expect(items[0]).toMatchObject({ title: 'Deleted where it was posted', text: '', score: null });
  expect(JSON.stringify(items)).not.toContain('canary');
  expect(JSON.stringify(await core.db('notifications').select('*'))).not.toContain('canary');
});

test('logs each attempt with its event, status, and answer, and sends one again with the same event ID', async () => {
  const { core, receiver, ann, channel } = await openHook();
  const log = async () => (await core.notifications.channels.deliveries(ann, channel.id)).items;
  receiver.next(answer(422, { body: 'No field “deal”' }));
  await ingestLead(core);
  expect(await log()).toMatchObject([
    {
      events: ['lead.created'],
      result: 'failed',
      status: 422,
      message: 'The receiver responded with 422.',
      isTest: false,
      ms: expect.any(Number),
    },
  ]);
  await core.notifications.channels.resend(ann, channel.id, (await log())[0]?.id ?? '');
  await core.notifications.settled();
  expect(await log()).toMatchObject([{ result: 'sent', status: 200, message: 'The receiver accepted the message.' }, { status: 422 }]);
  const [first, again] = receiver.calls;
  expect([again?.headers['earshot-event'], bodyOf(again)]).toEqual([first?.headers['earshot-event'], bodyOf(first)]);
  await core.notifications.sendDue(never);
  expect(receiver.calls).toHaveLength(2);
});

test('sends a delivery again with all its attempts, but no test, and nothing over a paused channel or one of somebody else', async () => {
  const { core, clock, receiver, ann, channel } = await openHook();
  const { channels } = core.notifications;
  await channels.test(ann, channel.id);
  await ingestLead(core);
  const [sent, tested] = (await channels.deliveries(ann, channel.id)).items.map(({ id }) => id);
  await expect(channels.resend(ann, channel.id, tested ?? '')).rejects.toMatchObject({ code: 'conflict' });
  const eve = await makeUser(core, 'eve');
  await expect(channels.resend(eve, channel.id, sent ?? '')).rejects.toMatchObject({ code: 'not_found' });
  await expect(channels.deliveries(eve, channel.id)).rejects.toMatchObject({ code: 'not_found' });
  clock.now += 3 * 24 * 60 * minute;
  receiver.next(drop);
  await channels.resend(ann, channel.id, sent ?? '');
  await core.notifications.settled();
  await waitAndSend(core, clock);
  expect(receiver.calls).toHaveLength(4);
  await channels.update(ann, channel.id, { paused: true });
  await expect(channels.resend(ann, channel.id, sent ?? '')).rejects.toMatchObject({ code: 'conflict' });
});

test('keeps the last 100 attempts of a channel, for 14 days', async () => {
  const { core, clock, ann, channel } = await openHook();
  for (let at = 0; at < 103; at += 1) {
    core.bus.emit('notice', { userId: ann.userId, kind: 'health', key: String(at), title: `Look ${at}`, path: '/dashboard' });
    await core.notifications.settled();
  }
  expect((await core.notifications.channels.deliveries(ann, channel.id)).items).toHaveLength(100);
  expect(await core.db('notification_attempts').select('id')).toHaveLength(100);
  clock.now += 14 * 24 * 60 * minute + 1;
  expect((await core.notifications.channels.deliveries(ann, channel.id)).items).toEqual([]);
  await core.notifications.prune();
  expect(await core.db('notification_attempts').select('id')).toEqual([]);
});

test('shows the first 200 characters of an answer without what the channel keeps secret, and only to admins on a private network', async () => {
  const { core, receiver, ann } = await openNotified();
  const root = await makeUser(core, 'root', 'admin');
  const target = { url: `${receiver.url}/hook/5f0c-21ab?key=k3yk3y%2B`, headers: 'Authorization: Bearer canary-canary' };
  const body = `Refused hook 5f0c-21ab k3yk3y+\u0000 \u202EBearer canary-canary ${target.url} ${'x'.repeat(300)}`;
  const answersFor = async (actor: typeof ann) => {
    const { id } = await addChannel(core, actor, { kind: 'webhook', name: 'CRM', target });
    receiver.next(answer(400, { body }));
    await core.notifications.channels.test(actor, id);
    return (await core.notifications.channels.deliveries(actor, id)).items.map((one) => one.answer);
  };
  const [shown] = await answersFor(root);
  expect(shown).toMatch(/^Refused hook … … … … … x+…$/);
  expect(shown).toHaveLength(200);
  expect(await answersFor(ann)).toEqual(['']);
  // In an admin's workspace, too.
  const guest = { ...ann, workspaceId: root.userId, member: 'admin' } as const;
  expect(await answersFor(guest)).toEqual(['']);
});
