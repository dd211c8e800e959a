import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeServer, type TestServer } from '#test/support/serve.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types service-worker";
const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
const webRoot = mkdtempSync(join(tmpdir(), 'earshot-web-'));
let server: TestServer;
let token: string;
beforeAll(async () => {
  mkdirSync(join(webRoot, 'static'));
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html>');
  writeFileSync(join(webRoot, 'static/a.js'), '1');
  server = await makeServer({}, { webRoot });
  token = (await server.member('ann')).token;
  await server.core.db('users').update({ settings: 'broken' });
});
afterAll(async () => {
  await server.close();
  rmSync(webRoot, { recursive: true });
});

describe('every response', () => {
  test.each([
    ['the page', 200, '/', 'text/html'],
    ['a page of the app', 200, '/dashboard/leads/7', 'text/html'],
    ['a file', 200, '/static/a.js', '*/*'],
    ['the API', 200, '/api/health', '*/*'],
    ['a missing file', 404, '/static/b.js', '*/*'],
    ['a missing route', 404, '/api/nope', '*/*'],
    ['an access error', 401, '/api/campaigns/1/nope/../../../auth/me', '*/*'],
    ['a failure', 500, '/api/auth/me', '*/*'],
    ['the socket', 200, '/socket.io/?EIO=4&transport=polling', '*/*'],
    ['an invalid socket request', 400, '/socket.io/?EIO=9&transport=x', '*/*'],
  ])('has the security headers: %s', async (...row) => {
    const [, status, path, accept] = row;
    const authorization = status === 500 ? { authorization: `Bearer ${token}` } : {};
    const { status: seen, headers } = await fetch(server.url + path, { headers: { accept, ...authorization } });
    expect(seen).toBe(status);
    expect(headers.get('content-security-policy')).toBe(path.startsWith('/api') ? dataPolicy : policy);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('x-frame-options')).toBe('DENY');
    for (const name of ['x-powered-by', 'server', 'access-control-allow-origin', 'strict-transport-security', 'set-cookie'])
      expect(headers.get(name)).toBeNull();
    expect(headers.get('cache-control') === 'no-store').toBe(/^\/(api|socket)/.test(path) && status !== 400);
  });
});

test.each([
  ['/report/secret', 'noindex, nofollow'],
  ['/api/reports/secret', 'noindex, nofollow'],
  ['/', null],
])('keeps shared reports out of search engines: %s', async (path, robots) => {
  const { headers } = await fetch(server.url + path, { headers: { accept: 'text/html' } });
  expect(headers.get('x-robots-tag')).toBe(robots);
});

test('enforces HTTPS and allows the socket in the content security policy', async () => {
  const secure = await makeServer({ http: { publicUrl: 'https://leads.example.test/' } });
  const { headers } = await fetch(`${secure.url}/`, { headers: { accept: 'text/html' } });
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  expect(headers.get('content-security-policy')).toContain("connect-src 'self' wss://leads.example.test;");
  expect((await secure.api().get('/public-settings/app')).json).toMatchObject({ socketUrl: 'https://leads.example.test' });
  await secure.close();
});
