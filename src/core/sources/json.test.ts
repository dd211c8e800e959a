import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import { page, startSite } from '#test/support/fakes/site.ts';
import { createJsonReader } from './json.ts';

const signal = new AbortController().signal;
const schema = z.object({ ok: z.boolean() });

async function open() {
  const clock = { now: 1_000_000 };
  const waits: number[] = [];
  const [site, other] = [await startSite({ '/a': page('{"ok":true}') }), await startSite({ '/a': page('{"ok":true}') })];
  const client = createGuardedClient({ allowPrivateHosts: [site.host, other.host] });
  onTestFinished(() => client.close());
  const sleep = (ms: number): Promise<void> => {
    waits.push(ms);
    clock.now += ms;
    return Promise.resolve();
  };
  const reader = createJsonReader({ client, now: () => clock.now, sleep, label: null, paceMs: 500 });
  const get = (url: string) => reader.get({ url, schema, signal });
  return { clock, waits, site, other, reader, get };
}

test('sends one request at a time to a host, in its pace, and doesn’t make other hosts wait', async () => {
  const { waits, site, other, get } = await open();
  await Promise.all([get(`${site.url}/a`), get(`${site.url}/a`), get(`${other.url}/a`)]);
  expect(waits).toEqual([500]);
});

test('sends nothing to a host that has asked to wait, until then', async () => {
  const { clock, site, other, get } = await open();
  site.serve('/a', (_, response) => void response.writeHead(429, { 'retry-after': '60' }).end());
  await expect(get(`${site.url}/a`)).rejects.toMatchObject({ kind: 'limited', retryAt: clock.now + 60_000 });
  await expect(get(`${site.url}/a`)).rejects.toMatchObject({ kind: 'limited' });
  expect(site.requests).toHaveLength(1);
  expect(await get(`${other.url}/a`)).toEqual({ ok: true });
  site.serve('/a', page('{"ok":true}'));
  clock.now += 60_001;
  expect(await get(`${site.url}/a`)).toEqual({ ok: true });
});

test('pauses a host whose data asks for it', async () => {
  const { site, reader, get } = await open();
  reader.pause(site.url, 30_000);
  await expect(get(`${site.url}/a`)).rejects.toMatchObject({ kind: 'limited' });
  expect(site.requests).toHaveLength(0);
});

test.each([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'missing'],
  [410, 'missing'],
  [418, 'broken'],
  [500, 'unreachable'],
])('reports status %i as %s, with the name of the host', async (status, kind) => {
  const { site, get } = await open();
  site.serve('/a', (_, response) => void response.writeHead(status).end());
  await expect(get(`${site.url}/a`)).rejects.toMatchObject({ kind, message: expect.stringContaining(site.host) });
});
