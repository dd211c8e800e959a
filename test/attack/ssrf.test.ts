import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Campaign, Coverage } from '#shared/campaigns.ts';
import { hostileHosts } from '#test/support/hostile-hosts.ts';
import { makeServer, type Api, type TestServer } from '#test/support/serve.ts';

/** Port 80 of every address of this machine: requests that pass the address check would connect here. */
const canary = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Internal</h1>'));
let connections = 0;
canary.on('connection', () => (connections += 1));
const canListen = await new Promise<boolean>((resolve) => {
  canary.once('error', () => resolve(false));
  canary.listen(80, '::', () => resolve(true));
});

const others = ['http://user:secret@127.0.0.1/', 'http://127.0.0.1:22/', 'http:\\\\127.0.0.1\\', 'http://127.0.0.1#@example.com/'];
const urls = [...hostileHosts.map((host) => `http://${host}/`), ...others];

let server: TestServer;
let api: Api;
beforeAll(async () => {
  server = await makeServer();
  await server.member('root', 'admin');
  api = server.api((await server.member('ann')).token);
});
afterAll(async () => {
  await server.close();
  canary.close();
});

/** Creates a channel with this address, sends a test message, and deletes the channel. */
async function notify(kind: string, target: Record<string, string>): Promise<number> {
  const made = await api.post('/notifications/channels', { kind, name: kind, target });
  if (made.status !== 201) return made.status;
  const { id } = made.json as { id: string };
  const sent = await api.post(`/notifications/channels/${id}/test`);
  expect((sent.json as { ok?: boolean }).ok).not.toBe(true);
  await api.delete(`/notifications/channels/${id}`);
  return sent.status;
}

/** Reads the address as a feed of a campaign, and deletes the campaign. */
async function readFeed(url: string): Promise<number> {
  const made = await api.post('/campaigns', { name: 'Feed', rules: [{ text: 'invoice' }], feeds: [url] });
  if (made.status !== 201) return made.status;
  const { id } = made.json as Campaign;
  const run = await api.post(`/campaigns/${id}/run`);
  await server.core.discovery.pipeline.settled();
  const { places: streams } = (await api.get(`/campaigns/${id}/coverage`)).json as Coverage;
  expect(streams.map(({ kind, state }) => [kind, state])).toEqual([['feed', 'failed']]);
  await api.delete(`/campaigns/${id}`);
  return run.status;
}

const places: [string, (url: string) => Promise<number>][] = [
  ['a proposal from a website', async (websiteUrl) => (await api.post('/campaigns/propose', { mode: 'website', websiteUrl })).status],
  ['a search for competitors', async (websiteUrl) => (await api.post('/competitors/discover', { websiteUrl })).status],
  ['a webhook', (url) => notify('webhook', { url })],
  ['a feed of a campaign', readFeed],
  ['an ntfy topic', (url) => notify('ntfy', { url: `${url}topic` })],
];

describe.skipIf(!canListen)('hostile address', () => {
  test('exists in over eighty forms', () => expect(new Set(urls).size).toBeGreaterThan(80));

  test('would reach the canary', async () => {
    const before = connections;
    expect((await fetch('http://127.0.0.1/')).status).toBe(200);
    expect(connections).toBe(before + 1);
    connections = 0;
  });

  test.each(places)('is never connected to by %s', { timeout: 60_000 }, async (_, call) => {
    const statuses = new Set<number>();
    for (const url of urls) statuses.add(await call(url));
    expect(connections).toBe(0);
    expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([]);
    expect(server.core.config.security.allowPrivateHosts).toEqual([]);
  });
});
