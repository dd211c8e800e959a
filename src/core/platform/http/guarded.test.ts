import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hostileHosts } from '#test/support/hostile-hosts.ts';
import { AppError } from '../errors.ts';
import { isPublicAddress } from './network.ts';
import { createGuardedClient, type GuardedOptions } from './guarded.ts';
import { checkTarget, type Resolve, isHostEntry, isInNetworks, isKeptShut } from './target.ts';

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
    const { signal } = new AbortController();
    for (const { port } of [v4, v6]) {
      const client = open({ resolve: (host) => (host === 'localhost' ? resolve('localhost.') : resolve(host)), ports: [port, 80, 443] });
      const outcomes = hostile.map((host) =>
        client.fetch({ url: `http://${host}:${port}/` }).then(
          () => `${host} was reached`,
          (error: unknown) => (error instanceof AppError && error.cause ? `${error.code}: ${error.message}` : `${host}: ${String(error)}`),
        ),
      );
      expect(new Set(await Promise.all(outcomes))).toEqual(new Set(["unavailable: Couldn't read this address"]));
      const sockets = hostile.map((host) =>
        client.connect({ url: `http://${host}:${port}/`, onText: () => {}, onEnd: () => {}, signal }).catch(({ code }: AppError) => code),
      );
      expect(new Set(await Promise.all(sockets))).toEqual(new Set(['unavailable']));
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

describe('networks that the operator allows', () => {
  const inNetworks: Record<string, string[]> = {
    'ntfy.lan': ['127.0.0.1'],
    'other.lan': ['127.0.0.1', '10.0.0.1'],
    'outside.lan': ['192.168.1.1'],
    'metadata.lan': ['169.254.169.254'],
  };
  const inside: Resolve = async (host) => (inNetworks[host] ?? []).map((address) => ({ address, family: 4 }));

  it('open exactly their addresses, by address and by name, on any port', async () => {
    const { port, connections } = await listen('127.0.0.1');
    const client = open({ resolve: inside, allowPrivateHosts: ['127.0.0.0/30'], ports: [80, 443] });
    expect((await client.fetch({ url: `http://127.0.0.1:${port}/` })).text).toBe('canary');
    expect((await client.fetch({ url: `http://ntfy.lan:${port}/` })).text).toBe('canary');
    expect(connections()).toBe(2);
    for (const host of ['127.0.0.4', 'other.lan', 'outside.lan', '[::1]', '[::ffff:127.0.0.1]', '93.184.216.34'])
      await expect(client.fetch({ url: `http://${host}:${port}/` })).rejects.toMatchObject({ code: 'unavailable' });
    expect(connections()).toBe(2);
  });

  it('open IPv6 networks in the same way', async () => {
    const { port } = await listen('::1');
    const client = open({ allowPrivateHosts: ['::1/128', 'fd00::/8'] });
    expect((await client.fetch({ url: `http://[::1]:${port}/` })).text).toBe('canary');
    expect(() => checkTarget('http://[fe80::1]/', { allowPrivateHosts: ['fd00::/8'], ports: [80] })).toThrow('Private address');
  });

  it('keep redirects and rebinding inside', async () => {
    const secret = await listen('127.0.0.2');
    const start = await listen('127.0.0.1', (_, reply) => reply.writeHead(302, { location: `http://127.0.0.2:${secret.port}/` }).end());
    const client = open({ allowPrivateHosts: ['127.0.0.1/32'] });
    await expect(client.fetch({ url: `http://127.0.0.1:${start.port}/` })).rejects.toMatchObject({ code: 'unavailable' });
    let asked = 0;
    const rebinding: Resolve = async () => [{ address: (asked += 1) === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    const rebound = open({ allowPrivateHosts: ['127.0.0.1/32'], resolve: rebinding });
    await rebound.fetch({ url: `http://rebind.test:${start.port}/` }).catch(() => null);
    await expect(rebound.fetch({ url: `http://rebind2.test:${secret.port}/` })).rejects.toMatchObject({ code: 'unavailable' });
    expect([asked, secret.connections()]).toEqual([2, 0]);
  });

  it('never include metadata services, unless they are named themselves', () => {
    const all = ['0.0.0.0/0', '::/0'];
    const addresses = ['169.254.169.254', '169.254.170.2', '100.100.100.200', 'fd00:ec2::254'];
    expect(addresses.filter((address) => isInNetworks(all, address))).toEqual([]);
    expect(isInNetworks(all, '::ffff:a9fe:a9fe')).toBe(false);
    expect(isInNetworks(['169.254.0.0/16'], '169.254.169.253')).toBe(true);
    expect(addresses.filter((address) => !isInNetworks([address], address))).toEqual([]);
    // A name on the list doesn't name its address.
    expect(isKeptShut(['metadata.lan', '169.254.0.0/16'], '169.254.169.254')).toBe(true);
    expect(isKeptShut(['metadata.lan', '169.254.169.254/32'], '169.254.169.254')).toBe(false);
  });

  it('refuse a name on the list that resolves to a metadata service', async () => {
    const client = open({ resolve: inside, allowPrivateHosts: ['metadata.lan'], deadlineMs: 1000 });
    const error = await client.fetch({ url: 'http://metadata.lan/' }).catch((caught: unknown) => caught);
    expect(String((error as { cause?: { cause?: unknown } }).cause?.cause)).toContain('RefusedTarget');
  });

  it.each(['ntfy.lan', 'ntfy.lan:8080', 'localhost', '10.0.0.1', '10.0.0.1:8080', '10.0.0.0/8', 'fd00::/8', '[fd00::1]:8080', 'fd00::1'])(
    'can be written as %s',
    (entry) => expect(isHostEntry(entry)).toBe(true),
  );
  it.each(['', 'http://ntfy.lan', '10.0.0.0/33', '10.1/8', '300.1.1.1', 'ntfy.lan/8', 'fd00::/129', 'a b', 'ntfy.lan:99999', '*.lan'])(
    'can not be written as “%s”',
    (entry) => expect(isHostEntry(entry)).toBe(false),
  );
});
