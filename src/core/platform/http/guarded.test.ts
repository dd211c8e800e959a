import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hostileHosts } from '#test/support/hostile-hosts.ts';
import { AppError } from '../errors.ts';
import { isPublicAddress } from './addresses.ts';
import { createGuardedClient, type GuardedOptions } from './guarded.ts';
import type { Resolve } from './target.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };

/** A server on loopback that counts connections. */
async function listen(host: string, handle: RequestListener = (_, reply) => reply.writeHead(200, html).end('canary')) {
  const server = createServer(handle);
  let connections = 0;
  const headers: Record<string, unknown>[] = [];
  server.on('connection', () => (connections += 1));
  server.on('request', (request) => headers.push({ ...request.headers, path: request.url }));
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, headers, connections: () => connections };
}

function open(options: Partial<GuardedOptions> = {}) {
  const client = createGuardedClient({ allowPrivateHosts: [], ...options });
  onTestFinished(() => client.close());
  return client;
}

const names: Record<string, string[]> = {
  'localhost.': ['127.0.0.1'],
  'localtest.me': ['127.0.0.1'],
  '127.0.0.1.nip.io': ['127.0.0.1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'mixed.test': ['93.184.216.34', '127.0.0.1'],
  'mixed6.test': ['2606:2800:220:1:248:1893:25c8:1946', '::1'],
  'nothing.test': [],
};
const resolve: Resolve = async (host) => {
  const found = names[host];
  if (!found) throw new Error(`ENOTFOUND ${host}`);
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

/** Hosts that lead or may lead into a private network. */
const hostile = [...hostileHosts, ...Object.keys(names)];

describe('private addresses', () => {
  it('have at least sixty test cases', () => expect(new Set(hostile).size).toBeGreaterThanOrEqual(60));

  it('are never classified as public', () => {
    const written = hostile
      .map((host) => new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, ''))
      .filter((host) => ipaddr.isValid(host));
    expect(written.length).toBeGreaterThan(60);
    expect(written.filter(isPublicAddress)).toEqual([]);
  });

  it('are refused with the same error and without a connection', async () => {
    const [v4, v6] = await Promise.all([listen('127.0.0.1'), listen('::1')]);
    for (const { port } of [v4, v6]) {
      const client = open({ resolve: (host) => (host === 'localhost' ? resolve('localhost.') : resolve(host)), ports: [port, 80, 443] });
      const outcomes = hostile.map((host) =>
        client.fetch({ url: `http://${host}:${port}/` }).then(
          () => `${host} was reached`,
          (error: unknown) => (error instanceof AppError && error.cause ? `${error.code}: ${error.message}` : `${host}: ${String(error)}`),
        ),
      );
      expect(new Set(await Promise.all(outcomes))).toEqual(new Set(["unavailable: Couldn't read this address"]));
    }
    expect([v4.connections(), v6.connections()]).toEqual([0, 0]);
  });

  it('are reachable if the operator allows them, which proves the test above', async () => {
    const { port, connections } = await listen('127.0.0.1');
    const reply = await open({ allowPrivateHosts: ['127.0.0.1'] }).fetch({ url: `http://127.0.0.1:${port}/` });
    expect([reply.status, reply.text, connections()]).toEqual([200, 'canary', 1]);
    const named = await open({ resolve, allowPrivateHosts: [`LocalTest.me:${port}`] }).fetch({ url: `http://localtest.me:${port}/` });
    expect(named.text).toBe('canary');
  });

  it('with a port in the allowlist are reachable on that port only', async () => {
    const [wanted, other] = await Promise.all([listen('127.0.0.1'), listen('127.0.0.1')]);
    const client = open({ resolve, allowPrivateHosts: [`localtest.me:${wanted.port}`], ports: [other.port] });
    await expect(client.fetch({ url: `http://localtest.me:${other.port}/` })).rejects.toMatchObject({ code: 'unavailable' });
    expect(other.connections()).toBe(0);
  });

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/html,x',
    'javascript:alert(1)',
    'http://user:pw@example.com/',
    'http://example.com:22/',
    'http://example.com:8080/',
    'not an address',
    '',
  ])('are refused like the invalid URL “%s”, for which no name is resolved', async (url) => {
    let asked = 0;
    const client = open({ resolve: async () => [{ address: '93.184.216.34', family: (asked += 1) }] });
    await expect(client.fetch({ url })).rejects.toMatchObject({ code: 'unavailable', message: "Couldn't read this address" });
    expect(asked).toBe(0);
  });

  it("can't be reached by DNS rebinding, because names are resolved once per connection", async () => {
    const { port, connections } = await listen('127.0.0.1');
    let asked = 0;
    const rebinding: Resolve = async () => [{ address: (asked += 1) === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }];
    const client = open({ resolve: rebinding, ports: [port], deadlineMs: 300 });
    await expect(client.fetch({ url: `http://rebind.test:${port}/` })).rejects.toMatchObject({ code: 'unavailable' });
    await expect(client.fetch({ url: `http://rebind.test:${port}/` })).rejects.toMatchObject({ code: 'unavailable' });
    expect([asked, connections()]).toEqual([2, 0]);
  });

  it('include all special IPv4 ranges and IPv6 addresses that embed one', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const isOwn = (a: number, b: number) =>
      a === 0 ||
      a === 10 ||
      a === 127 ||
      a >= 224 ||
      (a === 172 && b >= 16 && b < 32) ||
      (a === 192 && b === 168) ||
      (a === 169 && b === 254) ||
      (a === 100 && b >= 64 && b < 128);
    const check = ([a, b, c, d]: [number, number, number, number]) => {
      const v4 = `${a}.${b}.${c}.${d}`;
      const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
      if (isOwn(a, b) && isPublicAddress(v4)) return false;
      return ![`::ffff:${v4}`, `::${v4}`, `64:ff9b::${v4}`, `2002:${hex}::`, `2001:0:${hex}::`].some(isPublicAddress);
    };
    fc.assert(fc.property(fc.tuple(byte, byte, byte, byte), check), { numRuns: 20_000, seed: 1 });
    expect(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::1'].map(isPublicAddress)).toEqual([true, true, true, true]);
  });
});

describe('redirects', () => {
  const redirecting =
    (location: string, status = 302): RequestListener =>
    (request, reply) =>
      request.url === '/start'
        ? void reply.writeHead(status, { location }).end()
        : void reply.writeHead(200, html).end(`at ${request.url}`);

  it('are followed up to three times', async () => {
    const { port } = await listen('127.0.0.1', (request, reply) => {
      const step = Number(request.url?.slice(1));
      if (step > 0) reply.writeHead(302, { location: `/${step - 1}` }).end();
      else reply.writeHead(200, html).end('there');
    });
    const client = open({ allowPrivateHosts: ['127.0.0.1'] });
    expect(await client.fetch({ url: `http://127.0.0.1:${port}/3` })).toMatchObject({ text: 'there', url: `http://127.0.0.1:${port}/0` });
    await expect(client.fetch({ url: `http://127.0.0.1:${port}/4` })).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each([
    'http://127.0.0.1:{port}/',
    'http://[::1]:{port}/',
    'http://localtest.me:{port}/',
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:{port}/',
    '//127.0.0.1:{port}/',
    'http://u:p@127.0.0.1:{port}/',
  ])('to %s are refused', async (pattern) => {
    const canary = await listen('127.0.0.1');
    const start = await listen('127.0.0.1', redirecting(pattern.replace('{port}', String(canary.port))));
    const client = open({ resolve, allowPrivateHosts: [`127.0.0.1:${start.port}`], ports: [canary.port, 80, 443] });
    await expect(client.fetch({ url: `http://127.0.0.1:${start.port}/start` })).rejects.toMatchObject({ code: 'unavailable' });
    expect(canary.connections()).toBe(0);
  });

  it('drop credentials only if the origin changes', async () => {
    const other = await listen('127.0.0.1');
    const same = await listen('127.0.0.1', redirecting('/next'));
    const away = await listen('127.0.0.1', redirecting(`http://127.0.0.1:${other.port}/next`, 307));
    const client = open({ allowPrivateHosts: ['127.0.0.1'] });
    const headers = { authorization: 'Bearer secret', cookie: 'a=b', 'x-signature': 'c' };
    await client.fetch({ url: `http://127.0.0.1:${same.port}/start`, headers });
    await client.fetch({ url: `http://127.0.0.1:${away.port}/start`, headers });
    expect(same.headers.map(({ authorization }) => authorization)).toEqual(['Bearer secret', 'Bearer secret']);
    expect(other.headers).toHaveLength(1);
    expect(other.headers[0]).not.toHaveProperty('authorization');
    expect(other.headers[0]).not.toHaveProperty('cookie');
    expect(other.headers[0]).not.toHaveProperty('x-signature');
  });

  it('of a POST are returned, not followed', async () => {
    const start = await listen('127.0.0.1', redirecting('/next', 307));
    const client = open({ allowPrivateHosts: ['127.0.0.1'] });
    const reply = await client.fetch({ url: `http://127.0.0.1:${start.port}/start`, method: 'POST', body: '{}' });
    expect([reply.status, start.headers.length]).toEqual([307, 1]);
  });
});

describe('response bodies', () => {
  const fetchFrom = async (handle: RequestListener, options: Partial<GuardedOptions> = {}) => {
    const { port } = await listen('127.0.0.1', handle);
    return open({ allowPrivateHosts: ['127.0.0.1'], deadlineMs: 3000, ...options }).fetch({ url: `http://127.0.0.1:${port}/` });
  };
  const refused = { code: 'unavailable', message: "Couldn't read this address" };

  it('are limited in size after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(100_000);
    await expect(fetchFrom((_, reply) => reply.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(bomb))).rejects.toMatchObject(
      refused,
    );
  });

  it('without an end are aborted at the limit', async () => {
    const endless: RequestListener = (_, reply) => {
      reply.writeHead(200, html);
      const more = () => void (reply.destroyed || reply.write(Buffer.alloc(65_536), more));
      more();
    };
    await expect(fetchFrom(endless)).rejects.toMatchObject(refused);
  });

  it('that arrive too slowly are aborted at the deadline', async () => {
    const drip: RequestListener = (_, reply) => {
      reply.writeHead(200, html);
      const timer = setInterval(() => reply.write('x'), 20);
      reply.on('close', () => clearInterval(timer));
    };
    await expect(fetchFrom(drip, { deadlineMs: 300 })).rejects.toMatchObject({ ...refused, cause: { name: 'TimeoutError' } });
  });

  it('with a Content-Length over the limit are refused unread', async () => {
    const honest: RequestListener = (_, reply) => void reply.writeHead(200, { ...html, 'content-length': 100 * 1024 * 1024 }).write('x');
    await expect(fetchFrom(honest)).rejects.toMatchObject({ ...refused, cause: { message: 'Content-Length over the limit' } });
  });

  it.each(['application/octet-stream', 'image/png', 'video/mp4', ''])('of the type "%s" are refused', async (type) => {
    await expect(fetchFrom((_, reply) => reply.writeHead(200, type ? { 'content-type': type } : {}).end('x'))).rejects.toMatchObject(
      refused,
    );
  });

  it.each([
    ['text/html; charset="ISO-8859-1"', Buffer.from([0xfc])],
    ['text/html;charset=windows-1252', Buffer.from([0xfc])],
    ['TEXT/HTML', Buffer.from('ü')],
    ['text/html; charset=nonsense', Buffer.from('ü')],
  ])('of the type %s are decoded with their charset', async (type, body) => {
    expect((await fetchFrom((_, reply) => reply.writeHead(200, { 'content-type': type }).end(body))).text).toBe('ü');
  });

  it('that never arrive yield the same error for a refused connection, an invalid response, and an untrusted certificate', async () => {
    const { port } = await listen('127.0.0.1', (request) => request.socket.end('nonsense\r\n\r\n'));
    const client = open({ allowPrivateHosts: ['127.0.0.1'] });
    for (const url of [`http://127.0.0.1:${port}/`, 'http://127.0.0.1:1/', `https://127.0.0.1:${port}/`])
      await expect(client.fetch({ url })).rejects.toMatchObject(refused);
  });

  it('are fetched without proxies from the environment', async () => {
    const proxy = await listen('127.0.0.1');
    const page = await listen('127.0.0.1');
    process.env.HTTP_PROXY = `http://127.0.0.1:${proxy.port}`;
    onTestFinished(() => void delete process.env.HTTP_PROXY);
    await open({ allowPrivateHosts: ['127.0.0.1'] }).fetch({ url: `http://127.0.0.1:${page.port}/` });
    expect([proxy.connections(), page.connections()]).toEqual([0, 1]);
  });
});
