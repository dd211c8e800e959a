import { afterEach, beforeEach, expect, test } from 'vitest';
import { startReceiver } from '#test/support/fakes/receiver.ts';
import { ingestItems, makeCampaign, makeItem } from '#test/support/factories.ts';
import { makeServer, type Api, type TestServer } from '#test/support/serve.ts';
import { startSmtpServer } from '#test/support/fakes/smtp.ts';
import type { MailLink } from '#shared/mail-links.ts';
import type { Notice } from '#shared/notices.ts';
import type { Channel } from '#shared/notify.ts';
import type { Post } from '#shared/posts.ts';

let server: TestServer;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let ann: Api;
let annId: string;
beforeEach(async () => {
  smtp = await startSmtpServer();
  receiver = await startReceiver();
  server = await makeServer({
    smtp: { url: smtp.url },
    http: { publicUrl: 'https://earshot.test' },
    security: { allowPrivateHosts: ['127.0.0.1'] },
  });
  const member = await server.member('ann');
  annId = member.user.id;
  ann = server.api(member.token);
});
afterEach(async () => {
  await server.close();
  await smtp.close();
  await receiver.close();
});

const make = async (body: unknown): Promise<Channel & { signingSecret: string | null }> =>
  (await ann.post('/notifications/channels', body)).json as Channel & { signingSecret: string | null };
const list = async () => ((await ann.get('/notifications/channels')).json as { items: Channel[] }).items;
async function ingest(): Promise<void> {
  const owner = { kind: 'user', userId: annId, role: 'admin' } as const;
  await makeCampaign(server.core, owner);
  await ingestItems(server.core, [makeItem(1, server.clock.now)]);
  await server.core.notifications.settled();
}

test('shows addresses and keys at most once, and returns or stores them nowhere in plain text', async () => {
  const secret = 'canary-signing-secret';
  await make({ kind: 'webhook', name: 'Own', target: { url: `${receiver.url}/canary-path-of-hook`, secret } });
  await make({ kind: 'slack', name: 'Slack', target: { url: 'https://hooks.slack.com/services/T0/B0/canary-slack' } });
  await make({ kind: 'telegram', name: 'Phone', target: { botToken: '123456:canary-token-canary-token', chatId: '@channel' } });
  await make({ kind: 'ntfy', name: 'ntfy', target: { url: 'https://ntfy.sh/canary-topic', token: 'tk_canary' } });
  await make({
    kind: 'matrix',
    name: 'Room',
    target: { url: 'https://matrix.test', token: 'canary-matrix-token', room: '!room:matrix.test' },
  });
  await make({ kind: 'gotify', name: 'Gotify', target: { url: 'https://gotify.test', token: 'canary-gotify-token' } });
  await make({ kind: 'teams', name: 'Teams', target: { url: 'https://a.logic.azure.com/workflows/x?sig=canary-teams' } });
  await make({ kind: 'custom', name: 'Own', target: { url: 'https://apprise.test/notify/canary-key', headers: 'X-Key: canary-header' } });
  const made = await make({ kind: 'webhook', name: 'Made', target: { url: receiver.url } });
  expect(made.signingSecret).toMatch(/^[\w-]{43}$/);
  const answers = [
    (await ann.get('/notifications/channels')).text,
    JSON.stringify(await server.core.db('notification_channels').select('*')),
  ];
  answers.push((await ann.get('/auth/export')).text, JSON.stringify(await server.core.db('audit').select('*')));
  for (const text of answers) {
    expect(text).not.toContain('canary-');
    expect(text).not.toContain(made.signingSecret);
  }
  expect((await list()).map(({ hint }) => hint)).toEqual([
    expect.stringMatching(/^127\.0\.0\.1:\d+\/…hook$/),
    'hooks.slack.com/…lack',
    'chat @channel, bot 123456',
    'ntfy.sh/can…',
    '!room… on matrix.test',
    'gotify.test',
    'a.logic.azure.com/…eams',
    'apprise.test/…-key',
    expect.stringMatching(/^127\.0\.0\.1:\d+\/…$/),
  ]);
});

test.each([
  [{ kind: 'slack', name: 'A', target: { url: 'hooks.slack.com' } }, 'target.url', 'Enter a URL that starts with https://'],
  [{ kind: 'slack', name: 'A', target: { url: 'file:///etc/passwd' } }, 'target.url', 'Enter a URL that starts with https://'],
  [{ kind: 'webhook', name: 'A', target: { url: 'https://a:b@example.com' } }, 'target.url', 'Enter a URL that starts with https://'],
  [{ kind: 'webhook', name: 'A', target: { url: 'https://example.com', secret: 'short' } }, 'target.secret', 'At least 16 characters'],
  [
    { kind: 'telegram', name: 'A', target: { botToken: 'x', chatId: '1' } },
    'target.botToken',
    'Invalid bot token. It should look like 123456:ABC…',
  ],
  [{ kind: 'ntfy', name: 'A', target: { url: 'https://ntfy.sh/' } }, 'target.url', 'The topic is missing: https://ntfy.sh/your-topic'],
  [
    { kind: 'matrix', name: 'A', target: { url: 'https://matrix.test', token: 'syt_token', room: '#room:matrix.test' } },
    'target.room',
    'Invalid room ID. It starts with !',
  ],
  [{ kind: 'pushover', name: 'A', target: { appToken: 'x', userKey: 'y' } }, 'target.userKey', 'Invalid key. It has 30 letters and digits'],
  [
    { kind: 'custom', name: 'A', target: { url: 'https://a.test', template: 'text' } },
    'target.template',
    'Enter JSON, such as {"text": "{{text}}"}',
  ],
  [
    { kind: 'custom', name: 'A', target: { url: 'https://a.test', template: '{}' } },
    'target.template',
    'Put {{text}} where the notifications go',
  ],
  [
    { kind: 'custom', name: 'A', target: { url: 'https://a.test', template: '{"a": "{{text}} {{score}}"}' } },
    'target.template',
    'Use only {{title}}, {{text}}, {{url}}, {{id}}',
  ],
  [{ kind: 'email', name: '', target: {} }, 'name', 'Give it a name'],
  [{ kind: 'email', name: 'A', target: {}, kinds: [] }, 'kinds', 'Choose at least one'],
  [{ kind: 'email', name: 'A', target: {}, kinds: ['new-lead', 'lead-updated'] }, 'kinds', 'Only a webhook can send these'],
  [{ kind: 'email', name: 'A', target: {}, zone: 'Mars/Base' }, 'zone', 'Invalid time zone'],
  [
    { kind: 'email', name: 'A', target: {}, quiet: { from: '22:00', to: '22:00' } },
    'quiet.to',
    'Quiet hours must start and end at different times',
  ],
  [{ kind: 'email', name: 'A', target: { to: 'eve@example.test' } }, 'target.to', 'Unknown key'],
  [{ kind: 'email', name: 'A', target: {}, campaignIds: ['77'] }, 'campaignIds', 'No longer available'],
])('rejects %j at its field', async (body, path, message) => {
  const answer = await ann.post('/notifications/channels', body);
  expect(answer.status).toBe(400);
  expect((answer.json as { details: unknown }).details).toContainEqual({ path, message });
});

test('keeps the signing secret with a new address, and rejects an invalid address at its field', async () => {
  const { id, signingSecret } = await make({ kind: 'webhook', name: 'Hook', target: { url: `${receiver.url}/a` } });
  expect((await ann.patch(`/notifications/channels/${id}`, { target: { url: 'nowhere' } })).json).toMatchObject({
    details: [{ path: 'target.url', message: 'Enter a URL that starts with https://' }],
  });
  expect((await ann.patch(`/notifications/channels/${id}`, { target: { url: `${receiver.url}/b` } })).status).toBe(200);
  expect((await ann.post(`/notifications/channels/${id}/test`)).json).toEqual({
    sent: true,
    message: 'The receiver accepted the message.',
  });
  const [call] = receiver.calls;
  expect(call?.path).toBe('/b');
  const { signatureOf } = await import('#core/notifications/webhook.ts');
  expect(call?.headers['earshot-signature']).toBe(
    signatureOf(signingSecret ?? '', Number(call?.headers['earshot-timestamp']), call?.text ?? ''),
  );
  expect((await ann.post(`/notifications/channels/${id}/test`)).status).toBe(429);
});

test('lets an API token read notifications, and add webhooks that only it may change and that end with it', async () => {
  const { id: tokenId, token } = (await ann.post('/tokens', { name: 'CRM', scope: 'write' })).json as { id: string; token: string };
  const program = server.api(token);
  expect((await program.get('/notifications')).status).toBe(200);
  expect((await program.get('/notifications/channels')).status).toBe(403);
  expect((await program.post('/notifications/channels', { kind: 'email', name: 'A', target: {} })).status).toBe(403);
  const hook = { kind: 'webhook', name: 'CRM', target: { url: receiver.url } };
  const { id: ofUser } = await make(hook);
  for (const answer of [
    await program.patch(`/notifications/channels/${ofUser}`, { target: { url: 'https://evil.test' } }),
    await program.delete(`/notifications/channels/${ofUser}`),
    await program.post(`/notifications/channels/${ofUser}/test`),
  ])
    expect([403, 404]).toContain(answer.status);
  const added = (await program.post('/notifications/channels', hook)).json as { id: string; signingSecret: string };
  expect(added.signingSecret).toMatch(/^[\w-]{43}$/);
  expect((await program.patch(`/notifications/channels/${added.id}`, { paused: false })).status).toBe(200);
  const { token: second } = (await ann.post('/tokens', { name: 'Other', scope: 'write' })).json as { token: string };
  expect((await server.api(second).delete(`/notifications/channels/${added.id}`)).status).toBe(404);
  expect((await list()).map(({ id }) => id)).toEqual([ofUser, added.id]);
  await ann.delete(`/tokens/${tokenId}`);
  expect((await list()).map(({ id }) => id)).toEqual([ofUser]);
});

test('lists the inbox page by page, subtracts what was read, and hides it from other users', async () => {
  await ingest();
  const inbox = async (path = '/notifications') =>
    (await ann.get(path)).json as { items: Notice[]; unread: number; nextCursor: string | null };
  const { items, unread } = await inbox();
  expect(items).toMatchObject([
    { kind: 'new-lead', campaign: 'Invoicing', subreddit: 'freelance', read: false, path: expect.stringMatching(/leads\/\d+$/) },
  ]);
  expect(unread).toBe(1);
  const eve = server.api((await server.member('eve')).token);
  expect(((await eve.get('/notifications')).json as { items: unknown[] }).items).toEqual([]);
  expect((await eve.post('/notifications/read', { ids: [items[0]?.id] })).status).toBe(200);
  expect((await inbox()).unread).toBe(1);
  expect((await ann.post('/notifications/read', { ids: [items[0]?.id] })).json).toEqual({ unread: 0 });
  expect((await inbox()).items[0]?.read).toBe(true);
  for (let key = 0; key < 4; key += 1) {
    server.core.bus.emit('notice', { userId: annId, kind: 'health', key: String(key), title: `Look ${key}`, path: '/dashboard' });
    await server.core.notifications.settled();
  }
  server.core.bus.emit('notice', { userId: annId, kind: 'health', key: '1', title: 'Again', path: '/dashboard' });
  await server.core.notifications.settled();
  const first = await inbox('/notifications?limit=3');
  const second = await inbox(`/notifications?limit=3&cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items].map(({ title }) => title).slice(0, 4)).toEqual(['Look 3', 'Look 2', 'Look 1', 'Look 0']);
  expect(second.nextCursor).toBeNull();
});

const linkIn = (pattern: RegExp): string => {
  const mail = (smtp.taken[0] ?? '').replaceAll('=\r\n', '').replaceAll('\r\n ', '');
  return pattern.exec(mail)?.[1] ?? '';
};

test('changes nothing when a mail scanner opens the unsubscribe link, and unsubscribes on POST without signing in', async () => {
  const { id } = await make({ kind: 'email', name: 'Mail', target: {} });
  await ingest();
  const token = linkIn(/List-Unsubscribe: ?<https:\/\/earshot\.test\/api\/mail-links\/([\w-]+)>/);
  const anonymous = server.api();
  for (let visit = 0; visit < 3; visit += 1)
    expect((await anonymous.get(`/mail-links/${token}`)).json).toEqual({ action: 'unsubscribe', about: 'Mail', done: false });
  const page = await anonymous.send('GET', `/mail-links/${token}`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('location')]).toEqual([303, `/mail/${token}`]);
  expect((await list())[0]?.paused).toBeNull();
  const click = await anonymous.send('POST', `/mail-links/${token}`, {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(click.json).toEqual({ action: 'unsubscribe', about: 'Mail', done: true });
  expect((await list())[0]).toMatchObject({ id, paused: 'You unsubscribed with a link in an email.' });
});

test('marks a bad match with the "not a lead" link any number of times, and rejects a forged or expired link', async () => {
  await make({ kind: 'email', name: 'Mail', target: {} });
  await ingest();
  const token = linkIn(/Not a lead: https:\/\/earshot\.test\/mail\/([\w-]+)/);
  const anonymous = server.api();
  expect((await anonymous.get(`/mail-links/${token}`)).json as MailLink).toMatchObject({ action: 'not-a-lead', done: false });
  const feedback = async () => ((await ann.get('/posts')).json as { items: Post[] }).items.map((post) => post.feedback);
  expect(await feedback()).toEqual([null]);
  const [payload, signature] = [token.slice(0, -43), token.slice(-43)];
  const other = Buffer.from(
    Buffer.from(payload, 'base64url')
      .toString()
      .replace(/"id":\d+/, '"id":2'),
  ).toString('base64url');
  for (const forged of [`${other}${signature}`, `${payload}${'A'.repeat(43)}`, 'a'.repeat(80), 'a.b'])
    expect((await anonymous.post(`/mail-links/${forged}`)).status).toBe(404);
  expect((await anonymous.post(`/mail-links/${token}?reason=seller`)).json).toMatchObject({ done: true });
  expect((await anonymous.post(`/mail-links/${token}?reason=seller`)).status).toBe(200);
  expect((await anonymous.post(`/mail-links/${token}?reason=whatever`)).status).toBe(400);
  expect(await feedback()).toMatchObject([{ verdict: 'wrong', reason: 'seller' }]);
  server.clock.now += 31 * 86_400_000;
  expect((await anonymous.post(`/mail-links/${token}`)).status).toBe(404);
});
