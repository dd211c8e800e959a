import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { answer, drop, startReceiver, type Received } from '#test/support/fakes/receiver.ts';
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
