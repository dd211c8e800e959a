import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '#core/platform/config.ts';
import { rawRequest } from '#test/security/raw.ts';
import { makeServer, type TestServer } from '#test/support/serve.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-web-'));
const webRoot = join(folder, 'web');
const secret = 'outside-of-the-root';
const page = '<!doctype html><title>the app</title>';
let server: TestServer;
beforeAll(async () => {
  mkdirSync(join(webRoot, 'static/js'), { recursive: true });
  mkdirSync(join(webRoot, '.git'));
  writeFileSync(join(folder, 'secret.txt'), secret);
  writeFileSync(join(folder, 'web-not.txt'), secret);
  writeFileSync(join(webRoot, '.env'), secret);
  writeFileSync(join(webRoot, '.git/config'), secret);
  writeFileSync(join(webRoot, 'index.html'), page);
  writeFileSync(join(webRoot, 'static/js/main-1a2b3c.js'), 'let a = 1;'.repeat(500));
  writeFileSync(join(webRoot, 'static/font.woff2'), 'font');
  symlinkSync(join(folder, 'secret.txt'), join(webRoot, 'static/link.txt'));
  symlinkSync(folder, join(webRoot, 'static/up'));
  server = await makeServer({}, { webRoot });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, { method, headers: { accept: '*/*', ...headers } });
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('files', () => {
  test('are cached forever if their name contains a hash, but the page is revalidated every time', async () => {
    const script = await open('/static/js/main-1a2b3c.js');
    expect([script.headers.get('content-type'), script.headers.get('cache-control')]).toEqual([
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    const start = await open('/', html);
    expect([await start.text(), start.headers.get('cache-control')]).toEqual([page, 'no-cache']);
    const again = await rawRequest(server.url, 'GET /', { headers: ['Accept: text/html', `If-None-Match: ${start.headers.get('etag')}`] });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  test('are compressed if they are text, and unchanged if they are fonts', async () => {
    const path = '/static/js/main-1a2b3c.js';
    const plain = await (await open(path, { 'accept-encoding': 'identity' })).text();
    for (const encoding of ['br', 'gzip']) {
      const packed = await open(path, { 'accept-encoding': encoding });
      expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([encoding, 'Accept-Encoding']);
      expect(Number(packed.headers.get('content-length'))).toBeLessThan(plain.length / 10);
      expect(await packed.text()).toBe(plain);
    }
    expect((await open('/static/font.woff2')).headers.get('content-encoding')).toBeNull();
    expect(gunzipSync(Buffer.from(await fetchPacked(path))).toString()).toBe(plain);
  });

  test('are read again if they change while the server runs', async () => {
    const file = join(webRoot, 'changing.txt');
    writeFileSync(file, 'one');
    expect(await (await open('/changing.txt')).text()).toBe('one');
    writeFileSync(file, 'two');
    utimesSync(file, 1, 1);
    expect(await (await open('/changing.txt')).text()).toBe('two');
  });

  test('are no longer served once they are deleted or a link to somewhere else takes their place', async () => {
    const file = join(webRoot, 'leaving.txt');
    writeFileSync(file, 'here');
    expect(await (await open('/leaving.txt')).text()).toBe('here');
    rmSync(file);
    expect((await open('/leaving.txt')).status).toBe(404);
    symlinkSync(join(folder, 'secret.txt'), file);
    expect((await open('/leaving.txt')).status).toBe(404);
  });

  test('respond to HEAD without a body, and accept no other method', async () => {
    const head = await open('/static/js/main-1a2b3c.js', { 'accept-encoding': 'identity' }, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '5000', '']);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) expect((await open('/static/js/main-1a2b3c.js', {}, method)).status).toBe(404);
  });
});

/** Raw bytes, because `fetch` would decompress them. */
async function fetchPacked(path: string): Promise<ArrayBuffer> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(server.url + path, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => void chunks.push(chunk));
      response.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks)).buffer));
    })
      .on('error', reject)
      .end();
  });
}

describe('browser navigation', () => {
  test.each([
    '/dashboard',
    '/dashboard/leads/7?lead=7',
    '/login',
    '/reddit/callback?code=x',
    '/beta-verification/abc',
    `/dashboard${'/a'.repeat(3000)}`,
  ])('to %s serves the app', async (path) => {
    const answer = await open(path, html);
    expect([answer.status, await answer.text()]).toEqual([200, page]);
  });
  test.each(['/api', '/api/nope', '/API/nope', '/socket.io', '/static/js/gone-1.js', '/favicon.ico'])(
    'to %s never serves the app',
    async (path) => {
      const answer = await open(path, html);
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain('the app');
    },
  );
  test("returns a machine-readable error to clients that don't accept HTML", async () => {
    const answer = await open('/dashboard', { accept: 'application/json' });
    expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ error: 'not_found' })]);
  });
});

describe('path traversal', () => {
  const tricks = [
    '/../secret.txt',
    '/static/../../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/%252e%252e%252fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/static/..%c0%afsecret.txt',
    '/....//secret.txt',
    '/../web-not.txt',
    '//secret.txt',
    '/static//../secret.txt',
    '/.env',
    '/.git/config',
    '/static/.%2e/.env',
    '/%2eenv',
    '/static/link.txt',
    '/static/up/secret.txt',
    '/static/js',
    '/static/js/',
    '/static/js/main-1a2b3c.js/',
    '/static/js/main-1a2b3c.js%00.html',
    '/secret.txt%00',
    '/%',
    '/%zz',
    '/%ff%fe',
    `/${'a'.repeat(5000)}`,
    `/${'a/'.repeat(2000)}x.txt`,
    '/file:///etc/passwd',
    'http://127.0.0.1/../secret.txt',
    '/index.html/../../secret.txt',
  ];
  test.each(tricks)('with %s shows nothing outside the folder', async (path) => {
    const answer = await rawRequest(server.url, `GET ${path}`, { headers: ['Accept: */*;q=0.1, application/json'] });
    expect([400, 404]).toContain(answer.status);
    expect(answer.body).not.toContain(secret);
    const asPage = await rawRequest(server.url, `GET ${path}`, { headers: ['Accept: text/html'] });
    expect([200, 400, 404]).toContain(asPage.status);
    expect(asPage.body).not.toContain(secret);
    expect(asPage.body).not.toContain('main-1a2b3c');
  });
});

test('explains how to build the app when it is missing', async () => {
  const bare = await makeServer();
  const answer = await fetch(bare.url, { headers: html });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await answer.text()).toContain('npm run build');
  expect((await fetch(`${bare.url}/static/js/x.js`)).status).toBe(404);
  await bare.close();
});

describe('the endpoint for page views', () => {
  const pageWith = async (endpoint: string) => {
    const root = mkdtempSync(join(tmpdir(), 'earshot-web-'));
    writeFileSync(join(root, 'index.html'), '<!doctype html><head><title>$& the app</title></head>');
    const other = await makeServer({ analytics: { endpoint } }, { webRoot: root });
    const answer = await fetch(`${other.url}/dashboard`, { headers: html });
    const result = { text: await answer.text(), policy: answer.headers.get('content-security-policy'), etag: answer.headers.get('etag') };
    await other.close();
    rmSync(root, { recursive: true });
    return result;
  };

  test('is in each document and in the content security policy', async () => {
    const { text, policy } = await pageWith('https://stats.example.test/collect?site="1"&v=2');
    expect(text).toContain('<title>$& the app</title><meta name="earshot-analytics"');
    expect(text).toContain('content="https://stats.example.test/collect?site=&quot;1&quot;&amp;v=2" /></head>');
    expect(policy).toContain("connect-src 'self' https://stats.example.test/collect;");
  });

  test('can be a path of the same site, which needs no exception in the policy', async () => {
    const { text, policy } = await pageWith('/collect');
    expect(text).toContain('content="/collect"');
    expect(policy).toContain("connect-src 'self';");
  });

  test('is absent by default, and can be nothing but a web address or a path', async () => {
    const { text } = await pageWith('');
    expect(text).not.toContain('earshot-analytics');
    for (const endpoint of ['javascript:alert(1)', '//elsewhere.example.test', 'collect', "/collect'; script-src *"])
      expect(() => parseConfig({ analytics: { endpoint } })).toThrow('Must be a URL');
  });
});
