import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeServer } from '#test/support/serve.ts';

type Config = Parameters<typeof makeServer>[0];

async function open(config: Config = {}, maxConnections?: number) {
  const server = await makeServer(config, maxConnections === undefined ? {} : { maxConnections });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await server.close();
  });
  const port = Number(new URL(server.url).port);
  /** Opens connections that never finish their headers; returns those that the server keeps. */
  async function hold(count: number, localAddress: string, head = 'GET /api/health HTTP/1.1\r\nX-Slow: '): Promise<Socket[]> {
    const opened = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }));
    sockets.push(...opened);
    for (const socket of opened) socket.on('error', () => undefined).on('data', () => undefined);
    await Promise.all(opened.map((socket) => once(socket, 'connect')));
    for (const socket of opened) socket.write(head);
    return opened;
  }
  /** The status of a request from another loopback address. */
  function statusFor(localAddress: string): Promise<number> {
    return new Promise((resolve, reject) => {
      httpRequest({ port, host: '127.0.0.1', localAddress, path: '/api/health', agent: false }, (reply) => {
        reply.resume();
        resolve(reply.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });
  }
  return { server, hold, statusFor };
}
const countOpen = (sockets: readonly Socket[]): number => sockets.filter(({ closed, readableEnded }) => !closed && !readableEnded).length;

test('allows 256 open connections per address, refuses more, and serves other addresses', async () => {
  const { hold, statusFor } = await open();
  const held = await hold(400, '127.0.0.1');
  await expect.poll(() => countOpen(held)).toBe(256);
  expect(await statusFor('127.0.0.2')).toBe(200);
});

test('responds to an address at the limit with 429, and serves it again once it closes some', async () => {
  const { hold, statusFor } = await open({ http: { connectionsPerAddress: 5 } });
  const held = await hold(5, '127.0.0.1');
  expect(await statusFor('127.0.0.1')).toBe(429);
  for (const socket of held) socket.destroy();
  await expect.poll(() => statusFor('127.0.0.1')).toBe(200);
});

test("doesn't limit a trusted proxy, which connects for many", async () => {
  const { hold, statusFor } = await open({ http: { connectionsPerAddress: 5, trustedProxies: ['127.0.0.1'] } });
  await hold(50, '127.0.0.1');
  expect(await statusFor('127.0.0.1')).toBe(200);
});

describe('when 8 addresses have taken all connections', () => {
  const addresses = Array.from({ length: 8 }, (_, n) => `127.0.0.${10 + n}`);
  const each = 10;
  const kinds = [
    ['half of a request head', 'GET /api/health HTTP/1.1\r\nX-Slow: '],
    ['nothing', ''],
    ['a whole request, and then nothing', 'GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
    ['half of a body', 'POST /api/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{'],
  ] as const;

  test.each(kinds)('and each sends %s, another address is served in place of one of them', async (_, head) => {
    const { hold, statusFor } = await open({}, addresses.length * each);
    const held: Socket[] = [];
    for (const address of addresses) held.push(...(await hold(each, address, head)));
    for (let time = 1; time <= 5; time += 1) expect(await statusFor('127.0.0.2')).toBe(200);
    await expect.poll(() => countOpen(held)).toBeLessThan(held.length);
    expect(countOpen(held)).toBeGreaterThanOrEqual(addresses.length * each - 6);
  });

  test('the oldest of them is closed', async () => {
    const { hold, statusFor } = await open({}, addresses.length * each);
    const held: Socket[] = [];
    for (const address of addresses) held.push(...(await hold(each, address)));
    expect(await statusFor('127.0.0.2')).toBe(200);
    await expect.poll(() => countOpen(held.slice(0, 1))).toBe(0);
    expect(countOpen(held)).toBe(held.length - 1);
  });

  test('an upload of a signed-in user goes on', async () => {
    const { server, hold, statusFor } = await open({}, addresses.length * each);
    const { token } = await server.member('ann');
    const upload = ['POST /api/import/file HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${token}`];
    const form = ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 100000', '', '--x\r\n'];
    const [own] = await hold(1, '127.0.0.3', [...upload, ...form].join('\r\n'));
    for (const address of addresses) await hold(each, address, kinds[3][1]);
    for (let time = 0; time < 5; time += 1) expect(await statusFor('127.0.0.2')).toBe(200);
    expect(countOpen(own ? [own] : [])).toBe(1);
  });
});
