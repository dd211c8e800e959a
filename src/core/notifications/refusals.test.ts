import { expect, test } from 'vitest';
import { silentLog } from '#core/platform/log.ts';
import { openCore } from '#core/open.ts';
import type { NewChannelInput } from '#shared/notify.ts';
import { answer, drop } from '#test/support/fakes/receiver.ts';
import { addChannel, ingestLead, never, openNotified } from '#test/support/notified.ts';

type Responder = ReturnType<typeof answer>;
const telegram = (): NewChannelInput => ({
  kind: 'telegram',
  name: 'A',
  target: { botToken: '123456:abcdefghijklmnopqrstuvwxyz', chatId: '7' },
});
const to =
  (kind: 'slack' | 'teams' | 'discord' | 'ntfy' | 'webhook') =>
  (url: string): NewChannelInput => ({ kind, name: 'A', target: { url: `${url}/topic` } });
const matrix = (url: string): NewChannelInput => ({ kind: 'matrix', name: 'A', target: { url, token: 'syt_token', room: '!a:b' } });
const gotify = (url: string): NewChannelInput => ({ kind: 'gotify', name: 'A', target: { url, token: 'Abcdefgh' } });
const pushover = (): NewChannelInput => ({
  kind: 'pushover',
  name: 'A',
  target: { appToken: 'a'.repeat(30), userKey: 'u'.repeat(30) },
});
const json = (status: number, body: unknown): Responder => answer(status, { body: JSON.stringify(body) });
const minutes = (figure: number): number => figure * 60_000;

interface Case {
  receives: string;
  channel: (url: string) => NewChannelInput;
  responder: Responder;
  /** Milliseconds until the next attempt; null when there is none. */
  next: number | null;
  paused?: string;
  error?: string;
}
const cases: Case[] = [
  {
    receives: 'Discord 429',
    channel: to('discord'),
    responder: json(429, { retry_after: 12.5, global: false }),
    next: 12_500,
    error: 'The receiver asked to wait (429).',
  },
  {
    receives: 'Discord 404',
    channel: to('discord'),
    responder: json(404, { code: 10_015 }),
    next: null,
    paused: 'Discord says this webhook no longer exists (404).',
  },
  {
    receives: 'Discord 400',
    channel: to('discord'),
    responder: json(400, { code: 50_006 }),
    next: null,
    error: 'Discord responded with 400.',
  },
  {
    receives: 'Slack 404 (no_service)',
    channel: to('slack'),
    responder: answer(404, { body: 'no_service' }),
    next: null,
    paused: 'Slack says this webhook no longer exists (404).',
  },
  {
    receives: 'Slack 410',
    channel: to('slack'),
    responder: answer(410, { body: 'channel_is_archived' }),
    next: null,
    paused: 'Slack says this address no longer exists (410).',
  },
  {
    receives: 'Slack 400',
    channel: to('slack'),
    responder: answer(400, { body: 'invalid_payload' }),
    next: null,
    error: 'Slack responded with 400.',
  },
  {
    receives: 'Slack 429',
    channel: to('slack'),
    responder: answer(429, { headers: { 'retry-after': '30' } }),
    next: 30_000,
    error: 'The receiver asked to wait (429).',
  },
  {
    receives: 'a broken connection to Slack',
    channel: to('slack'),
    responder: drop,
    next: null,
    error:
      'The receiver took too long to respond, or the connection broke. One message may not have arrived. You can find it in your inbox.',
  },
  {
    receives: 'a gateway timeout for Slack',
    channel: to('slack'),
    responder: answer(504),
    next: null,
    error: 'Slack timed out behind its gateway (504). One message may not have arrived. You can find it in your inbox.',
  },
  {
    receives: 'Telegram 429',
    channel: telegram,
    responder: json(429, { ok: false, parameters: { retry_after: 40 } }),
    next: 40_000,
    error: 'The receiver asked to wait (429).',
  },
  {
    receives: 'Telegram 401',
    channel: telegram,
    responder: json(401, { ok: false, description: 'Unauthorized' }),
    next: null,
    paused: 'Telegram rejected the bot token.',
  },
  {
    receives: 'Telegram 403',
    channel: telegram,
    responder: json(403, { ok: false, description: 'Forbidden: bot was blocked by the user' }),
    next: null,
    paused: "Telegram doesn't let the bot post there (Forbidden: bot was blocked by the user).",
  },
  {
    receives: 'a moved Telegram group',
    channel: telegram,
    responder: json(400, { ok: false, parameters: { migrate_to_chat_id: -100_123 } }),
    next: null,
    paused: 'The group is now a supergroup. Change the chat ID to -100123.',
  },
  {
    receives: 'a missing Telegram chat',
    channel: telegram,
    responder: json(400, { ok: false, description: 'Bad Request: chat not found' }),
    next: null,
    error: 'Telegram rejected the message: Bad Request: chat not found.',
  },
  {
    receives: 'ntfy 403',
    channel: to('ntfy'),
    responder: answer(403),
    next: null,
    error: "ntfy doesn't allow posting to this topic (403). Check the token.",
  },
  {
    receives: 'Teams 404',
    channel: to('teams'),
    responder: answer(404),
    next: null,
    paused: 'Teams says this workflow no longer exists (404).',
  },
  {
    receives: 'Teams 401',
    channel: to('teams'),
    responder: answer(401),
    next: null,
    error: "Teams doesn't accept this address (401). Copy it again; anyone must be able to start the workflow.",
  },
  {
    receives: 'Matrix 429',
    channel: matrix,
    responder: json(429, { errcode: 'M_LIMIT_EXCEEDED', retry_after_ms: 2500 }),
    next: 2500,
    error: 'The receiver asked to wait (429).',
  },
  {
    receives: 'Matrix 401',
    channel: matrix,
    responder: json(401, { errcode: 'M_UNKNOWN_TOKEN' }),
    next: null,
    paused: 'The homeserver rejected the access token.',
  },
  {
    receives: 'Matrix 403',
    channel: matrix,
    responder: json(403, { errcode: 'M_FORBIDDEN' }),
    next: null,
    error: "The homeserver doesn't let this user write in the room. Invite the user, and join.",
  },
  {
    receives: 'a broken connection to Matrix, which drops repeats,',
    channel: matrix,
    responder: drop,
    next: minutes(2),
    error: 'The receiver took too long to respond, or the connection broke.',
  },
  {
    receives: 'Gotify 401',
    channel: gotify,
    responder: answer(401),
    next: null,
    paused: "Gotify rejected the application's token (401).",
  },
  {
    receives: 'wrong keys for Pushover',
    channel: pushover,
    responder: json(400, { user: 'invalid', errors: ['user identifier is invalid'], status: 0 }),
    next: null,
    paused: 'Pushover rejected the keys: user identifier is invalid.',
  },
  {
    receives: 'another 400 of Pushover',
    channel: pushover,
    responder: json(400, { errors: ['message is too long'], status: 0 }),
    next: null,
    error: 'Pushover rejected the message: message is too long.',
  },
  {
    receives: "the end of Pushover's month",
    channel: pushover,
    responder: answer(429, { headers: { 'x-limit-app-reset': '4102444800' } }),
    next: minutes(360),
    error: 'The receiver asked to wait (429).',
  },
  {
    receives: "a webhook's 503 with Retry-After",
    channel: to('webhook'),
    responder: answer(503, { headers: { 'retry-after': '600' } }),
    next: minutes(10),
    error: 'The receiver asked to wait (503).',
  },
  {
    receives: 'a gateway timeout for a webhook',
    channel: to('webhook'),
    responder: answer(502),
    next: minutes(2),
    error: 'The receiver timed out behind its gateway (502).',
  },
];

test.each(cases)('retries, drops, or pauses on $receives, and reports why', async ({ channel, responder, next, paused = null, error }) => {
  const { core, clock, receiver, ann } = await openNotified();
  await addChannel(core, ann, channel(receiver.url));
  receiver.next(responder);
  await ingestLead(core);
  expect(receiver.calls).toHaveLength(1);
  const [state] = (await core.notifications.channels.list(ann)).items;
  expect({ paused: state?.paused, error: state?.lastError?.message }).toEqual({ paused, error: error ?? paused });
  clock.now += next ?? minutes(600);
  await core.notifications.sendDue(never);
  expect(receiver.calls).toHaveLength(next === null ? 1 : 2);
});

test('sends each message once when two processes send at the same time', async () => {
  const { core, clock, receiver, ann } = await openNotified({}, { onDisk: true });
  for (let channel = 0; channel < 6; channel += 1)
    await addChannel(core, ann, { ...to('slack')(receiver.url), name: `S${channel}`, pace: 'daily', zone: 'UTC' });
  await ingestLead(core);
  clock.now += 86_400_000;
  const other = await openCore(core.config, { log: silentLog, now: () => clock.now, hold: 'beside' });
  await Promise.all([
    core.notifications.sendDue(never),
    other.notifications.sendDue(never),
    core.notifications.sendDue(never),
    other.notifications.sendDue(never),
  ]);
  await other.close();
  expect(receiver.calls).toHaveLength(6);
});
