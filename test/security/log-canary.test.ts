import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createLog } from '#core/platform/log.ts';
import { makeServer } from '#test/support/serve.ts';
import { startReceiver } from '#test/support/fakes/receiver.ts';
import { startSmtp } from './smtp.ts';

function listen() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, log: pino({ level: 'trace' }, stream) };
}

const secrets = {
  password: 'canary-password-9f2k',
  wrong: 'canary-wrong-7d1m',
  fresh: 'canary-fresh-3h8q',
  query: 'canary-query-5t6w',
  header: 'canary-header-2b4n',
  smtp: 'canary-smtp-8j5r',
  key: 'canary-key-6c3x',
};

test('writes no secret to the log at the finest level, even after errors', async () => {
  const { lines, log } = listen();
  const smtp = await startSmtp({ refuse: true });
  const url = smtp.url.replace('smtp://', `smtp://user:${secrets.smtp}@`);
  const server = await makeServer(
    {
      smtp: { url: `${url}?ignoreTLS=true` },
      http: { publicUrl: 'https://earshot.test' },
      reddit: { clientSecret: secrets.key, feedToken: secrets.key },
      ai: { openai: { apiKey: secrets.key } },
    },
    { log },
  );
  const api = server.api();
  const { setUpCode } = await server.core.accounts.users.registrationState();
  const ann = { username: 'ann', email: 'ann@example.test', password: secrets.password, setUpCode };
  const { token } = (await api.post('/auth/register', ann)).json as { token: string };
  await api.post('/auth/login', { email: ann.email, password: ann.password });
  await api.post('/auth/login', { email: secrets.wrong, password: secrets.wrong });
  await api.post('/auth/login', { email: ann.email, password: secrets.wrong, [secrets.wrong]: secrets.wrong });
  await api.send('POST', '/auth/login', { body: `{"password":"${secrets.wrong}`, headers: { 'content-type': 'application/json' } });
  await server.api(token).get(`/auth/me?token=${secrets.query}&_t=${secrets.query}`);
  await server.api(token).get(`/nope/${secrets.query}`);
  await fetch(`${server.url}/reset-password?token=${secrets.query}`, {
    headers: { cookie: secrets.header, 'x-api-key': secrets.header, referer: secrets.header },
  });
  await server.api(secrets.header).get('/auth/me');
  await api.post('/auth/forgot-password', { email: ann.email });
  await server.core.accounts.users.settle();
  const { link } = await server.core.accounts.users.createResetLink({ kind: 'system' }, ann.email);
  const reset = new URL(link).searchParams.get('token') ?? '';
  await api.post('/auth/reset-password', { token: reset, password: secrets.fresh });
  await api.post('/auth/reset-password', { token: reset, password: secrets.fresh });
  const { token: next } = (await api.post('/auth/login', { email: ann.email, password: secrets.fresh })).json as { token: string };
  await server.api(next).post('/auth/change-password', { currentPassword: secrets.wrong, newPassword: secrets.fresh });
  await server.core.db('users').update({ settings: 'broken' });
  await server.api(next).get('/auth/me');
  await server.close();
  await smtp.close();

  const all = lines.join('');
  expect(lines.length).toBeGreaterThan(12);
  const failures = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ err }) => err !== undefined);
  expect(failures.map(({ msg }) => msg)).toContain('request failed');
  expect(failures.map(({ work }) => work)).toContain('password reset email');
  for (const [name, secret] of [
    ...Object.entries(secrets),
    ['access token', token],
    ['next token', next],
    ['reset token', reset],
  ] as const) {
    expect({ name, leaks: lines.filter((line) => line.includes(secret)) }).toEqual({ name, leaks: [] });
  }
  for (const part of [token.split('.')[1], token.split('.')[2]]) expect(all).not.toContain(part);
});

test('logs no address or key of a channel, whether or not sending works', async () => {
  const { lines, log } = listen();
  const receiver = await startReceiver();
  const security = { allowPrivateHosts: ['127.0.0.1'] };
  const server = await makeServer({ security, notify: { telegramUrl: receiver.url, pushoverUrl: receiver.url } }, { log });
  const api = server.api((await server.member('ann')).token);
  const targets = [
    { kind: 'webhook', target: { url: `${receiver.url}/canary-hook?key=canary-key`, secret: 'canary-signing-secret' } },
    { kind: 'slack', target: { url: 'http://127.0.0.1:1/canary-refused' } },
    { kind: 'telegram', target: { botToken: '123456:canary-token-canary-token', chatId: '1' } },
    { kind: 'matrix', target: { url: receiver.url, token: 'canary-matrix-token', room: '!canary-room:test' } },
    { kind: 'gotify', target: { url: 'http://127.0.0.1:1', token: 'canary-gotify-token' } },
    { kind: 'pushover', target: { appToken: `canary${'a'.repeat(24)}`, userKey: `canary${'u'.repeat(24)}` } },
    { kind: 'custom', target: { url: `${receiver.url}/notify/canary-key`, headers: 'X-Key: canary-header' } },
    { kind: 'webhook', target: { url: 'wrong canary-wrong' } },
  ];
  receiver.next((response) => void response.destroy());
  for (const given of targets) {
    const { id } = (await api.post('/notifications/channels', { name: 'A', ...given })).json as { id?: string };
    if (id) await api.post(`/notifications/channels/${id}/test`);
  }
  await server.close();
  await receiver.close();
  expect(receiver.calls.length).toBeGreaterThan(1);
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => line.includes('canary'))).toEqual([]);
});

test('logs one line per request with id, method, route, status, time, and user, but no path', async () => {
  const { lines, log } = listen();
  const server = await makeServer({}, { log });
  const ann = await server.member('ann');
  const campaign = (await server.api(ann.token).post('/campaigns', { name: 'Mine', rules: [{ text: 'invoice' }] })).json as { id: string };
  lines.length = 0;
  const answer = await server.api(ann.token).get(`/campaigns/${campaign.id}?_t=1`);
  await server.close();
  const requests = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'request');
  expect(requests).toEqual([
    {
      level: 30,
      time: expect.anything(),
      pid: expect.anything(),
      hostname: expect.anything(),
      msg: 'request',
      id: answer.headers.get('x-request-id'),
      method: 'GET',
      route: '/api/campaigns/:id',
      status: 200,
      ms: expect.any(Number),
      user: ann.user.id,
    },
  ]);
});

test("redacts fields named like secrets in the product's own log, one or two levels deep", async () => {
  const written: string[] = [];
  const log = await createLog('info', false);
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym];
  if (!stream) throw new Error('pino has no stream');
  stream.write = (line) => void written.push(line);
  log.info(
    { token: 'canary-1', request: { authorization: 'canary-2' }, a: { b: { password: 'canary-3' } } },
    'line\nwith \u001b[31mbreaks',
  );
  expect(written).toHaveLength(1);
  expect(written[0]).not.toContain('canary');
  expect(written[0]).not.toContain('\u001b');
  expect(written[0]?.trimEnd()).not.toContain('\n');
});
