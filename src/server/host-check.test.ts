import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw } from '#test/security/raw.ts';
import { makeServer, type TestServer } from '#test/support/serve.ts';
import { createHostCheck } from './host-check.ts';

const asked = (host: string | undefined) => ({ headers: { host } }) as IncomingMessage;
const loopback = createHostCheck({ http: { publicUrl: '', host: '127.0.0.1' } });
const everywhere = createHostCheck({ http: { publicUrl: '', host: '0.0.0.0' } });
const published = createHostCheck({ http: { publicUrl: 'https://Leads.example.test', host: '127.0.0.1' } });

describe('host name', () => {
  test.each([
    // Columns: host, and whether it is accepted on loopback, on all addresses, and with a public address.
    ['localhost:3000', true, true, true],
    ['LOCALHOST', true, true, true],
    ['localhost.', true, true, true],
    ['earshot.localhost:3000', true, true, true],
    ['127.0.0.1:3000', true, true, true],
    ['[::1]:3000', true, true, true],
    ['192.168.0.5:3000', true, true, true],
    ['2130706433', true, true, true],
    [undefined, true, true, true],
    ['nas:3000', false, true, true],
    ['nas.local', false, true, true],
    ['earshot.internal', false, true, true],
    ['leads.example.test', false, false, true],
    ['LEADS.example.test.:443', false, false, true],
    ['evil.test:3000', false, false, false],
    ['localhost.evil.test', false, false, false],
    ['127.0.0.1.nip.io', false, false, false],
    ['leads.example.test.evil.test', false, false, false],
    ['evilleads.example.test', false, false, false],
    ['leads.example.test@evil.test', false, false, false],
    ['evil.test/@localhost', false, false, false],
    ['localhost, evil.test', false, false, false],
    ['evil.test#localhost', false, false, false],
    ['lоcalhost', false, false, false],
    ['localhost:99999', false, false, false],
    ['', false, false, false],
  ])('is checked: %s', (...row) => {
    const [host, ...expected] = row;
    expect([loopback, everywhere, published].map((check) => check(asked(host)))).toEqual(expected);
  });
});

describe('DNS rebinding', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await makeServer()));
  afterAll(() => server.close());
  const registration = JSON.stringify({ username: 'eve', email: 'eve@evil.test', password: 'a kettle sings at dawn' });
  const register = (host: string) =>
    sendRaw(
      server.url,
      [
        'POST /api/auth/register HTTP/1.1',
        `Host: ${host}`,
        'Origin: http://evil.test:3000',
        'Content-Type: application/json',
        `Content-Length: ${registration.length}`,
        'Connection: close',
        '',
        registration,
      ].join('\r\n'),
    );

  test("can't register the first admin, and the response names the setting to change", async () => {
    const answer = await register('evil.test:3000');
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('http.publicUrl');
    expect(await server.core.db('users').pluck('id').limit(1)).toEqual([]);
  });

  test.each(['GET /', 'GET /api/public-settings/app', 'GET /api/metrics', 'GET /socket.io/?EIO=4&transport=polling'])(
    'reads nothing: %s',
    async (line) => {
      const answer = await sendRaw(server.url, `${line} HTTP/1.1\r\nHost: evil.test\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);
      expect(answer.status).toBe(403);
    },
  );

  test("doesn't keep the same request to this machine from creating the account", async () => {
    expect((await register('localhost:3000')).status).toBe(201);
  });
});
