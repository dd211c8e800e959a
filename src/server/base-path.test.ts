import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '#core/platform/actor.ts';
import { parseConfig } from '#core/platform/config.ts';
import { makeServer, type TestServer } from '#test/support/serve.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'earshot-web-'));
const page =
  '<!doctype html><head><link rel="icon" href="/favicon.svg"><script src="/static/js/a.js"></script></head><a href="//x.example">x</a>';
let server: TestServer;
beforeAll(async () => {
  mkdirSync(join(webRoot, 'static/js'), { recursive: true });
  writeFileSync(join(webRoot, 'index.html'), page);
  writeFileSync(join(webRoot, 'static/js/a.js'), 'let a;');
  server = await makeServer({ http: { publicUrl: 'http://127.0.0.1/earshot' } }, { webRoot });
});
afterAll(async () => {
  await server.close();
  rmSync(webRoot, { recursive: true });
});

const open = (path: string) => fetch(server.url + path, { headers: { accept: 'text/html' } });

describe('an instance with a path in its public address', () => {
  test.each(['/earshot', '/earshot/', '/earshot?a=1', '/earshot/dashboard/leads', '/dashboard'])(
    'serves %s, with or without the path, as a document whose files are under the path',
    async (path) => {
      const answer = await open(path);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(
        '<!doctype html><head><link rel="icon" href="/earshot/favicon.svg"><script src="/earshot/static/js/a.js"></script>' +
          '<meta name="earshot-base-path" content="/earshot" /></head><a href="//x.example">x</a>',
      );
    },
  );

  test('serves files, the API, and its description under the path', async () => {
    expect(await (await open('/earshot/static/js/a.js')).text()).toBe('let a;');
    expect(await (await open('/earshot/api/ready')).json()).toMatchObject({ status: 'ready' });
    expect(await (await open('/earshot/api/openapi.json')).json()).toMatchObject({ servers: [{ url: '/earshot/api' }] });
    expect((await open('/earshot/api/ready')).headers.get('content-security-policy'), 'as data').toContain('sandbox');
  });

  test("doesn't take a longer name for its path", async () => {
    expect((await open('/earshots/api/ready')).headers.get('content-type')).toContain('text/html');
  });

  test('limits its cookies to the path', async () => {
    const { email, password } = await server.member('ann');
    const body = JSON.stringify({ email, password });
    const answer = await fetch(`${server.url}/earshot/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toContain('path=/earshot/api/auth;');
  });

  test.each(['polling', 'websocket'])('connects sockets under the path over %s', async (transport) => {
    const { token } = await server.member(`bob-${transport}`);
    const socket = io(server.url, { path: '/earshot/socket.io', transports: [transport], auth: { token }, reconnection: false });
    try {
      await new Promise((resolve, reject) => {
        socket.on('connect', () => resolve(null));
        socket.on('connect_error', reject);
      });
      expect(socket.connected).toBe(true);
    } finally {
      socket.disconnect();
    }
  });

  test('links to the path in emails', async () => {
    const { email } = await server.member('cleo');
    const { link } = await server.core.accounts.users.createResetLink(systemActor, email);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1\/earshot\/reset-password\?token=/);
  });
});

test.each(['https://a.example/x?y=1', 'https://a.example/x#y', 'https://a.example/<x>', 'https://a.example//x', 'ftp://a.example'])(
  'refuses %s as a public address',
  (publicUrl) => {
    expect(() => parseConfig({ http: { publicUrl } })).toThrow('http.publicUrl');
  },
);
