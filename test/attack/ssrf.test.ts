import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Campaign, Coverage } from '#shared/campaigns.ts';
import { type ChannelKind, channelTargets } from '#shared/notify.ts';
import { allRoutes } from '#shared/routes.ts';
import type { StreamKind } from '#shared/source-descriptor.ts';
import { streamKinds } from '#shared/sources.ts';
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

type Call = (url: string) => Promise<number>;
const send =
  (path: string, bodyOf: (url: string) => object): Call =>
  async (url) =>
    (await api.post(path, bodyOf(url))).status;

/** Channels whose users name no address, and who does. */
const withoutAddress: Record<string, string> = {
  email: 'the account, by its own address',
  telegram: 'the operator, by notify.telegramUrl',
  pushover: 'the operator, by notify.pushoverUrl',
};
/** What a channel needs beside its address. */
const beside: Partial<Record<ChannelKind, Record<string, string>>> = {
  push: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  matrix: { token: 'syt_token', room: '!room:example.com' },
  gotify: { token: 'Abcdefgh' },
};
type Targets = Record<string, z.ZodObject>;

/** The field of a channel's target that takes a URL; throws for a channel that has none and isn't explained. */
function addressField(kind: string, { shape }: z.ZodObject): string {
  const takesOnly = (text: string) => (field: z.core.$ZodType) => z.safeParse(field, text).success && !z.safeParse(field, 'none').success;
  const [field] = Object.entries(shape).find(([, schema]) => takesOnly('https://example.com/topic')(schema)) ?? [];
  if (field === undefined) throw new Error(`${kind} takes no URL: say in withoutAddress who names its receiver`);
  return field;
}

const listAddressFields = (targets: Targets): [kind: string, field: string][] =>
  Object.entries(targets).flatMap(([kind, target]) => (kind in withoutAddress ? [] : [[kind, addressField(kind, target)]]));

/** Creates a channel with this address, sends a test message, and deletes the channel. */
async function notify(kind: string, address: Record<string, string>): Promise<number> {
  const target = { ...address, ...beside[kind as ChannelKind] };
  const made = await api.post('/notifications/channels', { kind, name: kind, target });
  if (made.status !== 201) return made.status;
  const { id } = made.json as { id: string };
  const sent = await api.post(`/notifications/channels/${id}/test`);
  expect((sent.json as { ok?: boolean }).ok).not.toBe(true);
  await api.delete(`/notifications/channels/${id}`);
  return sent.status;
}

/** Kinds of streams whose name may be an address: all but those of which there is only one, and those that refuse it. */
const listAddressKinds = (kinds: readonly Pick<StreamKind, 'kind' | 'only' | 'readName'>[]): string[] =>
  kinds.flatMap(({ kind, only, readName }) => (only === undefined && 'name' in readName('https://example.com/feed') ? [kind] : []));

/** Reads the address as the only stream of a campaign, and deletes the campaign. */
async function readStream(kind: string, url: string): Promise<number> {
  const made = await api.post('/campaigns', { name: 'Stream', rules: [{ text: 'invoice' }], streams: [{ kind, name: url }] });
  if (made.status !== 201) return made.status;
  const { id } = made.json as Campaign;
  const run = await api.post(`/campaigns/${id}/run`);
  await server.core.discovery.pipeline.settled();
  const { places: streams } = (await api.get(`/campaigns/${id}/coverage`)).json as Coverage;
  expect(streams.map(({ state }) => state)).toEqual(['failed']);
  await api.delete(`/campaigns/${id}`);
  return run.status;
}

/** By the name of a body's field that takes an address: the requests that lead Earshot there. */
const requests: Record<string, Record<string, Call>> = {
  websiteUrl: {
    'a proposal from a website': send('/campaigns/propose', (websiteUrl) => ({ mode: 'website', websiteUrl })),
    'a search for competitors': send('/competitors/discover', (websiteUrl) => ({ websiteUrl })),
  },
  website: { 'the website of a competitor': send('/competitors', (website) => ({ name: 'Rest', website })) },
  streams: Object.fromEntries(
    listAddressKinds(streamKinds).map((kind) => [`a stream of the kind ${kind}`, (url) => readStream(kind, url)]),
  ),
  'texts.url': {
    'the address of a text in the browser': send('/companion/score', (url) => ({
      texts: [{ url, kind: 'post', software: null, author: null, title: '', text: 'I need an invoice tool', writtenAt: null }],
    })),
  },
  url: { 'a pasted link': send('/import/paste', (url) => ({ url })) },
  'target.url': Object.fromEntries(
    listAddressFields(channelTargets).map(([kind, field]) => [`the channel ${kind}`, (url) => notify(kind, { [field]: `${url}topic` })]),
  ),
};

/** Names of all fields of request bodies that look as if they take an address, such as `target.url`. */
function listBodyFields(body: z.ZodType): string[] {
  const fieldsOf = (node: unknown, path: string): string[] => {
    if (typeof node !== 'object' || node === null) return [];
    return Object.entries(node).flatMap(([key, inner]) => {
      if (key !== 'properties') return fieldsOf(inner, path);
      return Object.entries(inner as object).flatMap(([name, schema]) => [`${path}${name}`, ...fieldsOf(schema, `${path}${name}.`)]);
    });
  };
  return fieldsOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), '');
}
const looksLikeAddress = (name: string): boolean => /(?:url|website|host|server|endpoint|streams)$/i.test(name);

describe.skipIf(!canListen)('hostile address', () => {
  test('exists in over eighty forms', () => expect(new Set(urls).size).toBeGreaterThan(80));

  test('would reach the canary', async () => {
    const before = connections;
    expect((await fetch('http://127.0.0.1/')).status).toBe(200);
    expect(connections).toBe(before + 1);
    connections = 0;
  });

  test('is tried in every field of a request that takes an address', () => {
    const fields = allRoutes.flatMap((route) => ('body' in route && route.body instanceof z.ZodType ? listBodyFields(route.body) : []));
    expect(fields.length).toBeGreaterThan(100);
    expect([...new Set(fields.filter(looksLikeAddress))].filter((field) => !(field in requests))).toEqual([]);
    expect(listBodyFields(z.object({ target: z.object({ homeServer: z.string() }) })).filter(looksLikeAddress)).toEqual([
      'target.homeServer',
    ]);
  });

  test('is tried in every channel, a new one too', () => {
    const url = z.string().regex(/^https:/);
    const added: Targets = { ...channelTargets, board: z.strictObject({ room: z.string().optional(), homeServer: url }) };
    expect(listAddressFields(added)).toEqual([...listAddressFields(channelTargets), ['board', 'homeServer']]);
    expect(() => listAddressFields({ pager: z.strictObject({ number: z.string() }) })).toThrow('pager takes no URL');
  });

  test('is the only thing that a channel could be refused for', () => {
    for (const [kind, field] of listAddressFields(channelTargets)) {
      const target = { [field]: 'https://example.com/topic', ...beside[kind as ChannelKind] };
      expect([kind, channelTargets[kind as ChannelKind].safeParse(target).success]).toEqual([kind, true]);
    }
  });

  test('is tried in every kind of stream that takes an address, a new one too', () => {
    const board = { kind: 'board', readName: (name: string) => ({ name }) };
    expect(listAddressKinds([...streamKinds, board])).toEqual([...listAddressKinds(streamKinds), 'board']);
    expect(listAddressKinds(streamKinds)).toContain('feed');
    expect(listAddressKinds(streamKinds)).not.toContain('subreddit');
  });

  test.each(Object.values(requests).flatMap((calls) => Object.entries(calls)))('is never connected to by %s', async (_, call) => {
    const statuses = new Set<number>();
    for (const url of urls) statuses.add(await call(url));
    expect(connections).toBe(0);
    expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([]);
    expect(server.core.config.security.allowPrivateHosts).toEqual([]);
  });
});
