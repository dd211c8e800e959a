import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { makeServer } from '#test/support/serve.ts';

type Config = Parameters<typeof makeServer>[0];

async function open(config: Config = {}) {
  const server = await makeServer(config);
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await server.close();
  });
  const port = Number(new URL(server.url).port);
  /** Opens connections that never finish their headers; returns those that the server keeps. */
  async function hold(count: number, localAddress: string): Promise<Socket[]> {
    const opened = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }));
    sockets.push(...opened);
    for (const socket of opened) socket.on('error', () => undefined).on('data', () => undefined);
    await Promise.all(opened.map((socket) => once(socket, 'connect')));
    for (const socket of opened) socket.write('GET /api/health HTTP/1.1\r\nX-Slow: ');
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
  return { hold, statusFor };
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
