import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createUpstream, UpstreamError, type UpstreamOptions, createBreaker, retryAfterMs } from './upstream.ts';

async function serve(handle: RequestListener, options: Partial<UpstreamOptions> = {}) {
  const seen: { path: string | undefined; agent: string | undefined }[] = [];
  const server = createServer((request, reply) => {
    seen.push({ path: request.url, agent: request.headers['user-agent'] });
    handle(request, reply);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream = createUpstream({ userAgent: 'web:test:v1', ...options });
  onTestFinished(async () => {
    await upstream.close();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { upstream, seen, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` };
}

describe('calls to configured addresses', () => {
  it('return status, headers, and text of any response', async () => {
    const { upstream, url } = await serve((_, reply) =>
      reply.writeHead(404, { 'x-a': 'b', 'content-encoding': 'gzip' }).end(gzipSync('gone')),
    );
    const { status, headers, text } = await upstream.send({ url });
    expect([status, headers.get('x-a'), text]).toEqual([404, 'b', 'gone']);
  });

  it('always send our User-Agent', async () => {
    const { upstream, url, seen } = await serve((_, reply) => reply.end());
    await upstream.send({ url });
    await upstream.fetch(url, { headers: { 'User-Agent': 'node' } });
    expect(seen.map(({ agent }) => agent)).toEqual(['web:test:v1', 'web:test:v1']);
  });

  it('do not follow redirects', async () => {
    const { upstream, url, seen } = await serve((_, reply) => reply.writeHead(302, { location: '/elsewhere' }).end());
    const { status, headers } = await upstream.send({ url: `${url}/here` });
    expect([status, headers.get('location'), seen.map(({ path }) => path)]).toEqual([302, '/elsewhere', ['/here']]);
  });

  it('fail at the time limit, even while bytes arrive', async () => {
    const { upstream, url } = await serve(
      (_, reply) => {
        const timer = setInterval(() => reply.write('x'), 20);
        reply.on('close', () => clearInterval(timer));
      },
      { timeoutMs: 250 },
    );
    await expect(upstream.send({ url })).rejects.toThrow(new UpstreamError('No reply in time'));
  });

  it('fail at the size limit, also after decompression', async () => {
    const { upstream, url } = await serve(
      (_, reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(100_000))),
      { maxBytes: 50_000 },
    );
    await expect(upstream.send({ url })).rejects.toBeInstanceOf(UpstreamError);
    await expect(upstream.fetch(url).then((reply) => reply.text())).rejects.toThrow(/larger than 50000 bytes/);
  });

  it('reject with the reason of the signal', async () => {
    const { upstream, url } = await serve(() => undefined);
    const control = new AbortController();
    const call = upstream.send({ url, signal: control.signal });
    control.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });

  it.each([204, 304])('accept a %s without a body', async (status) => {
    const { upstream, url } = await serve((_, reply) => reply.writeHead(status).end());
    expect(await upstream.send({ url })).toMatchObject({ status, text: '' });
  });

  it('report a refused connection', async () => {
    const { upstream } = await serve(() => undefined);
    await expect(upstream.send({ url: 'http://127.0.0.1:1/' })).rejects.toBeInstanceOf(UpstreamError);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  it.each([
    ['4', 4000],
    ['0', 0],
    ['1.5', 1500],
    ['Fri, 20 Nov 2026 12:01:00 GMT', 60_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['9'.repeat(400), 2 * 86_400_000],
    ['Fri, 20 Nov 2099 12:00:00 GMT', 2 * 86_400_000],
    ['soon', null],
    ['', null],
    ['-5', null],
  ])('"%s" asks for %s ms', (text, wait) => {
    const asked = retryAfterMs(new Headers({ 'retry-after': text }), now);
    // Node parses "-5" as a date in the past; either way, there is no wait.
    expect(text === '-5' ? asked || null : asked).toBe(wait);
  });
});

it('opens the breaker after five consecutive failures, allows one probe after the pause, and closes on success', () => {
  let time = 0;
  const breaker = createBreaker({ now: () => time });
  const failTimes = (count: number) => Array.from({ length: count }).forEach(() => breaker.failed());
  failTimes(4);
  breaker.succeeded();
  failTimes(4);
  expect(breaker.openUntil()).toBeNull();
  breaker.failed();
  expect(breaker.openUntil()).toBe(60_000);
  time = 60_000;
  expect(breaker.openUntil()).toBeNull();
  breaker.failed();
  expect(breaker.openUntil()).toBe(120_000);
  time = 120_000;
  breaker.succeeded();
  breaker.failed();
  expect(breaker.openUntil()).toBeNull();
});
