import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeServer, type TestServer } from '#test/support/serve.ts';
import { rawRequest } from './raw.ts';
import { startSmtp, type SmtpStandIn } from './smtp.ts';

let server: TestServer;
let smtp: SmtpStandIn;
beforeEach(async () => {
  smtp = await startSmtp();
  server = await makeServer({ smtp: { url: smtp.url }, http: { publicUrl: 'https://leads.example.test' } });
  await server.member('ann');
});
afterEach(async () => {
  await server.close();
  await smtp.close();
});

/** Text of the last email, decoded from quoted-printable. */
const lastMail = (): string => (smtp.taken.at(-1) ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
const tokenOf = (): string => /reset-password\?token=([\w-]+)/.exec(lastMail())?.[1] ?? '';
async function forgot(email: unknown, headers: Record<string, string> = {}) {
  const answer = await server.api().send('POST', '/auth/forgot-password', {
    body: JSON.stringify({ email }),
    headers: { 'content-type': 'application/json', ...headers },
  });
  await server.core.accounts.users.settle();
  return answer;
}

describe('reset link', () => {
  test('has the configured origin, regardless of the request', async () => {
    const body = JSON.stringify({ email: 'ann@example.test' });
    const poison = [
      'X-Forwarded-Host: evil.test',
      'X-Forwarded-Proto: http',
      'Forwarded: host=evil.test',
      'Origin: https://evil.test',
      'Referer: https://evil.test/',
    ];
    const answer = await rawRequest(server.url, 'POST http://evil.test/api/auth/forgot-password', {
      headers: ['Content-Type: application/json', `Content-Length: ${body.length}`, ...poison],
      body,
    });
    await server.core.accounts.users.settle();
    expect([200, 404]).toContain(answer.status);
    await forgot('ann@example.test', { 'x-forwarded-host': 'evil.test' });
    expect(smtp.taken.length).toBeGreaterThan(0);
    for (const mail of smtp.taken) expect(mail).not.toContain('evil.test');
    expect(lastMail()).toContain('https://leads.example.test/reset-password?token=');
  });

  test('changes the password once, for twenty concurrent requests', async () => {
    await forgot('ANN@example.test');
    const token = tokenOf();
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => server.api().post('/auth/reset-password', { token, password: `a good long one ${n}` })),
    );
    const winners = all.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(winners).toHaveLength(1);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 400]));
    expect((await server.api().post('/auth/login', { email: 'ann@example.test', password: `a good long one ${winners[0]}` })).status).toBe(
      200,
    );
  });
});

describe('reset request', () => {
  test('looks the same for known, unknown, and disabled accounts, and while the mail server is down', async () => {
    await server.member('gone');
    await server.core.accounts.users.setDisabled({ kind: 'system' }, 'gone@example.test', true);
    const seen: string[] = [];
    const ask = async (email: string) => {
      const { status, text, headers } = await forgot(email);
      seen.push(JSON.stringify([status, text, [...headers.keys()].sort()]));
    };
    for (const email of ['ann@example.test', 'nobody@example.test', 'gone@example.test']) await ask(email);
    expect(smtp.taken).toHaveLength(1);
    await smtp.close();
    await ask('ann@example.test');
    expect(new Set(seen).size).toBe(1);
  });

  test.each([
    [['ann@example.test']],
    [{ email: 'ann@example.test' }],
    [null],
    [7],
    ['ann@example.test,eve@example.test'],
    ['ann@example.test\r\nBcc: eve@example.test'],
    ['ann@example.test\0'],
  ])('accepts a single address as text, and rejects %o', async (email) => {
    expect((await forgot(email)).status).toBe(400);
    expect(smtp.taken).toEqual([]);
  });
});

describe('limits over HTTP', () => {
  const login = (password: string, from: string) =>
    server.api().send('POST', '/auth/login', {
      body: JSON.stringify({ email: 'ann@example.test', password }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    });

  test("report when to retry, and can't be bypassed with a forged X-Forwarded-For", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) statuses.push((await login('wrong one', `198.51.100.${n}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const refused = await login('wrong one', '198.51.100.99');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.json).toMatchObject({ error: 'too_many' });
  });

  test('apply to each client separately behind a trusted proxy', async () => {
    await server.close();
    server = await makeServer({ http: { trustedProxies: ['127.0.0.1'] } });
    const ann = await server.member('ann');
    for (let n = 0; n < 6; n += 1) await login('wrong one', '6.6.6.6, 198.51.100.1');
    expect((await login(ann.password, '198.51.100.1')).status).toBe(429);
    expect((await login(ann.password, '198.51.100.1, 198.51.100.2')).status).toBe(200);
  });
});
