import { compactVerify, importJWK } from 'jose';
import { expect, test } from 'vitest';
import { parseConfig } from '#core/platform/config.ts';
import { makeBrowserKeys } from '#test/support/browser-keys.ts';
import { answer } from '#test/support/fakes/receiver.ts';
import { addChannel, ingestLead, never, openNotified } from '#test/support/notified.ts';
import { vapidOf } from './push.ts';

async function open() {
  const made = await openNotified({ http: { publicUrl: 'https://earshot.example.com' } });
  const browser = makeBrowserKeys();
  const target = { url: `${made.receiver.url}/send/abc`, p256dh: browser.p256dh, auth: browser.auth };
  await addChannel(made.core, made.ann, { kind: 'push', name: 'Phone', target });
  return { ...made, browser };
}

test('a new lead reaches the browser encrypted, and opens at the lead', async () => {
  const { core, receiver, browser } = await open();
  await ingestLead(core, { title: 'Which invoicing tool sends reminders? 🙏', body: 'I need invoicing software today.' });
  await core.notifications.sendDue(never);
  const [call] = receiver.calls;
  expect(call?.path).toBe('/send/abc');
  expect(call?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', 'content-type': 'application/octet-stream', ttl: '86400' });
  expect(call?.text).not.toContain('invoicing');
  expect(browser.read(call?.bytes ?? Buffer.of())).toMatchObject({
    title: expect.stringMatching(/^\d+ · Which invoicing tool sends reminders\? 🙏$/),
    text: expect.stringContaining('r/'),
    url: expect.stringMatching(/^https:\/\/earshot\.example\.com\/dashboard\//),
  });
});

test('the push service sees which server sends, signed with the key that browsers subscribe with', async () => {
  const { core, ann, receiver } = await open();
  await ingestLead(core);
  await core.notifications.sendDue(never);
  const { pushKey } = await core.notifications.channels.list(ann);
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(receiver.calls[0]?.headers.authorization ?? '') ?? [];
  expect(key).toBe(pushKey);
  const point = Buffer.from(pushKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const { payload } = await compactVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256'));
  expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({ aud: receiver.url, sub: 'https://earshot.example.com' });
});

test.each([
  [410, 'This browser no longer takes notifications (410). Remove this channel and add it there again.'],
  [
    403,
    "The browser's push service refuses this server (403). An admin must set http.publicUrl to the https address; then resume this channel, or add it again.",
  ],
])('a browser whose push service answers %i is not tried again', async (status, reason) => {
  const { core, ann, receiver } = await open();
  receiver.always(answer(status));
  await ingestLead(core);
  await core.notifications.sendDue(never);
  await core.notifications.sendDue(never);
  expect(receiver.calls).toHaveLength(1);
  expect((await core.notifications.channels.list(ann)).items).toMatchObject([{ paused: reason }]);
});

test('without a public https address, the operator is named by the address that mail comes from', () => {
  const secrets = { keyFor: () => new Uint8Array(32).fill(7) };
  const { smtp, http } = parseConfig({ dataDir: '/nowhere', smtp: { from: 'Earshot <ops@example.com>' } });
  expect(vapidOf(secrets, { smtp, http }).subject).toBe('mailto:ops@example.com');
});
