import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { makeServer, type TestServer } from '#test/support/serve.ts';
import { hourMs } from '#shared/time.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const feedOf = (...tags: string[]): string =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">${tags
    .map(
      (tag) =>
        `<entry><link rel="alternate" href="https://forge.example/ann/earshot/releases/tag/${tag}"/><title>&lt;b&gt;${tag}</title></entry>`,
    )
    .join('')}</feed>`;

/** A forge whose feed can be replaced, and a server that asks it; `asked` are the paths. */
async function open(first: string, status = 200) {
  const forge = { feed: first, status, asked: [] as string[] };
  const site = createServer((request, response) => {
    forge.asked.push(request.url ?? '');
    response.writeHead(forge.status, { 'content-type': 'application/atom+xml; charset=utf-8' }).end(forge.feed);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  closing.push(() => site.close());
  const at = `http://127.0.0.1:${(site.address() as AddressInfo).port}/ann/earshot/releases`;
  const server = await makeServer({ updates: { feed: `${at}.atom` } });
  closing.push(() => server.close());
  return { forge, at, server, check: () => server.core.instance.updates.check(new AbortController().signal) };
}
const newerFor = async (server: TestServer) => {
  const { token } = await server.member('root', 'admin');
  return ((await server.api(token).get('/admin/overview')).json as { newer: unknown }).newer;
};

test('tells admins of the highest release that is newer, whatever its place in the feed, and only of tags that it can link', async () => {
  const { at, server, check } = await open(feedOf('v1.9.0', 'v1.10.2', 'v0.9.0', 'v2.0.0-beta.1', '3.0.0'));
  expect(await check()).toEqual({ newest: '1.10.2' });
  expect(await newerFor(server)).toEqual({ version: '1.10.2', url: `${at}/tag/v1.10.2` });
  const { token } = await server.member('bob');
  expect((await server.api(token).get('/admin/overview')).status).toBe(403);
});

test('says nothing where this is the newest', async () => {
  const { server, check } = await open(feedOf('v1.0.0', 'v0.9.9'));
  expect(await check()).toEqual({ newest: '1.0.0' });
  expect(await newerFor(server)).toBeNull();
});

test('asks once a day, however often it runs', async () => {
  const { forge, server, check } = await open(feedOf('v1.1.0'));
  await check();
  expect(await check()).toHaveProperty('skipped');
  server.clock.now += 24 * hourMs;
  await check();
  expect(forge.asked).toEqual(['/ann/earshot/releases.atom', '/ann/earshot/releases.atom']);
});

test.each([
  ['an error page', feedOf('v1.1.0'), 500],
  ['no release', '<feed/>', 200],
  ['endless numbers', feedOf(`v${'9'.repeat(40)}.1.1`), 200],
])('fails with one sentence on %s, and keeps what it knew', async (_, feed, status) => {
  const { forge, server, check } = await open(feedOf('v1.1.0'));
  await check();
  Object.assign(forge, { feed, status });
  server.clock.now += 24 * hourMs;
  await expect(check()).rejects.toMatchObject({ code: 'unavailable' });
  expect(await newerFor(server)).toMatchObject({ version: '1.1.0' });
});

test('asks nobody unless it is turned on', async () => {
  const server = await makeServer();
  closing.push(() => server.close());
  expect(await server.core.instance.updates.check(new AbortController().signal)).toEqual({ skipped: 'updates.feed is not set' });
  expect(await newerFor(server)).toBeNull();
});
