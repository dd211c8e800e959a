import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { makeServer, type ServerOptions } from '#test/support/serve.ts';

async function open(options?: ServerOptions) {
  const server = await makeServer({ http: { trustedProxies: ['127.0.0.1'] } }, options);
  onTestFinished(() => server.close());
  /** Opens a connection from `address` without signing in. Returns its status and session id. */
  async function handshake(address: string): Promise<{ status: number; sid: string }> {
    const reply = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`, { headers: { 'x-forwarded-for': address } });
    const text = await reply.text();
    return { status: reply.status, sid: /"sid":"([^"]+)"/.exec(text)?.[1] ?? '' };
  }
  async function signIn(token: string, address: string): Promise<ReturnType<typeof io>> {
    const socket = io(server.url, { auth: { token }, forceNew: true, reconnection: false, extraHeaders: { 'x-forwarded-for': address } });
    onTestFinished(() => void socket.disconnect());
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return socket;
  }
  return { server, handshake, signIn };
}
const statuses = (all: readonly { status: number }[]) =>
  Object.fromEntries(
    Map.groupBy(all, ({ status }) => status)
      .entries()
      .map(([status, of]) => [status, of.length]),
  );

test('allows 50 connections per network without sign-in, in addition to signed-in ones', async () => {
  const { server, handshake, signIn } = await open({ admissionMs: 60_000 });
  const { token } = await server.member('ann');
  const all = await Promise.all(Array.from({ length: 400 }, () => handshake('198.51.100.7')));
  expect(statuses(all)).toEqual({ 200: 50, 403: 350 });
  expect((await signIn(token, '203.0.113.9')).connected).toBe(true);
  expect((await server.api().get('/health')).status).toBe(200);
});

test('counts an IPv6 network as one, whichever of its addresses is used', async () => {
  const { handshake } = await open({ admissionMs: 60_000 });
  const all = await Promise.all(Array.from({ length: 100 }, (_, index) => handshake(`2001:db8:1:2::${index.toString(16)}`)));
  expect(statuses(all)).toEqual({ 200: 50, 403: 50 });
});

test('counts the /56 and the /48 of an IPv6 address with twice and four times as many', async () => {
  const { handshake } = await open({ admissionMs: 60_000 });
  const from = (network: (index: number) => string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => handshake(`${network(index)}::1`)));
  expect(statuses(await from((index) => `2001:db8:1:${index.toString(16)}`, 120))).toEqual({ 200: 100, 403: 20 });
  expect(statuses(await from((index) => `2001:db8:2:${(index * 256).toString(16)}`, 250))).toEqual({ 200: 200, 403: 50 });
});

test('allows 2,000 connections without sign-in in total, from any number of networks', async () => {
  const { handshake } = await open({ admissionMs: 60_000 });
  const all = [];
  for (let network = 0; network < 22; network += 1)
    all.push(...(await Promise.all(Array.from({ length: 100 }, (_, host) => handshake(`10.${network}.${host}.1`)))));
  expect(statuses(all)).toEqual({ 200: 2000, 403: 200 });
});

test('closes a connection without sign-in after a while, which frees its slot', async () => {
  const { server, handshake } = await open({ admissionMs: 4_000 });
  const first = await Promise.all(Array.from({ length: 60 }, () => handshake('198.51.100.7')));
  expect(statuses(first)).toEqual({ 200: 50, 403: 10 });
  await expect.poll(async () => (await handshake('198.51.100.7')).status, { interval: 200 }).toBe(200);
  const polled = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling&sid=${first[0]?.sid}`);
  expect(polled.status).toBe(400);
});

test('stops counting connections that signed in, and counts them again after they sign out', async () => {
  const { server, handshake, signIn } = await open({ admissionMs: 60_000 });
  const { token } = await server.member('ann');
  const { length } = await Promise.all(Array.from({ length: 10 }, () => signIn(token, '198.51.100.7')));
  expect(length).toBe(10);
  const waiting = await Promise.all(Array.from({ length: 49 }, () => handshake('198.51.100.7')));
  expect(statuses(waiting)).toEqual({ 200: 49 });
});

test('counts a connection again after it leaves the namespace', async () => {
  const { server, handshake } = await open({ admissionMs: 60_000 });
  const { token } = await server.member('ann');
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  const { sid } = await handshake('198.51.100.7');
  const url = `${server.url}/socket.io/?EIO=4&transport=polling&sid=${sid}`;
  await fetch(url, { method: 'POST', body: `40${JSON.stringify({ token })}`, headers });
  expect(await (await fetch(url, { headers })).text()).toContain('40{"sid"');
  const send49 = () => Promise.all(Array.from({ length: 49 }, () => handshake('198.51.100.7')));
  expect(statuses(await send49())).toEqual({ 200: 49 });
  await fetch(url, { method: 'POST', body: '41', headers });
  expect((await handshake('198.51.100.7')).status).toBe(403);
});
