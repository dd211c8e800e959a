import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { signatureOf } from '#core/notifications/webhook.ts';
import type { FollowUp } from '#shared/follow-ups.ts';
import type { Lead } from '#shared/leads.ts';
import type { Post } from '#shared/posts.ts';
import type { ApiToken } from '#shared/tokens.ts';
import { ingestItems, makeCampaign, makeItem } from './support/factories.ts';
import { answer, type Received, startReceiver } from './support/fakes/receiver.ts';
import { makeServer, type Api, type TestServer } from './support/serve.ts';

interface Request {
  method: string;
  url: string;
  qs?: Record<string, string>;
  body?: object;
}
interface Item {
  json: Record<string, unknown>;
}
type Run<R = boolean> = (this: object) => Promise<R>;
/** What n8n uses of the package's classes; each has some of it. */
interface Loaded {
  execute: Run<[Item[]]>;
  webhook: Run<{ workflowData?: [Item[]]; noWebhookResponse?: boolean }>;
  webhookMethods: { default: Record<'checkExists' | 'create' | 'delete', Run> };
  authenticate: { properties: { headers: Record<string, string> } };
}

let folder: string;
let server: TestServer;
let ann: Api;
let token: ApiToken & { token: string };
let receiver: Awaited<ReturnType<typeof startReceiver>>;

/** The package as it is published: compiled by its own configuration, loaded as n8n loads it. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-n8n-'));
  await promisify(execFile)('node_modules/.bin/tsc', ['-p', 'integrations/n8n', '--outDir', join(folder, 'dist')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(async () => {
  server = await makeServer({ security: { allowPrivateHosts: ['127.0.0.1'] } });
  receiver = await startReceiver();
  const { token: session, user } = await server.member('ann');
  ann = server.api(session);
  await makeCampaign(server.core, { kind: 'user', userId: user.id, role: user.role });
  await ingestItems(
    server.core,
    [1, 2, 3].map((number) => makeItem(number, server.clock.now)),
  );
  await server.core.notifications.settled();
  token = (await ann.post('/tokens', { name: 'n8n', scope: 'write' })).json as typeof token;
});
afterEach(async () => {
  await receiver.close();
  await server.close();
});

const packed = JSON.parse(readFileSync('integrations/n8n/package.json', 'utf8')) as { n8n: { nodes: string[]; credentials: string[] } };
/** n8n loads the class that is named like its file. */
function load(path: string): Loaded {
  const name = /(\w+)\.(?:node|credentials)\.js$/.exec(path)?.[1] ?? '';
  const loaded = createRequire(import.meta.url)(join(folder, path)) as Record<string, new () => Loaded>;
  const Loaded = loaded[name];
  if (!Loaded) throw new Error(`${path} has no class ${name}`);
  return new Loaded();
}
const nodeOf = (name: string): Loaded => load(packed.n8n.nodes.find((path) => path.endsWith(`/${name}.node.js`)) ?? name);

/**
 * What n8n gives to nodes: a stand-in with the documented functions, since n8n itself is not installed here. It sends requests as the
 * credentials say, and fails with what the server answered.
 */
function standIn(parameters: Record<string, unknown>, stored: Record<string, unknown> = {}) {
  const credentials: Record<string, string> = { url: `${server.url}/`, token: token.token };
  const { authenticate } = load(packed.n8n.credentials[0] ?? '');
  const filled = (text: string) =>
    text.replace(/^=/, '').replaceAll(/\{\{\$credentials\.(\w+)\}\}/g, (_, name: string) => credentials[name] ?? '');
  async function httpRequestWithAuthentication(this: object, _credentials: string, { method, url, qs = {}, body }: Request) {
    const headers = Object.fromEntries(Object.entries(authenticate.properties.headers).map(([name, value]) => [name, filled(value)]));
    const address = new URL(url);
    for (const [name, value] of Object.entries(qs)) address.searchParams.set(name, value);
    const response = await fetch(address, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw Object.assign(new Error(`${response.status} ${text}`), { httpCode: String(response.status) });
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }
  return {
    stored,
    getInputData: () => [{ json: {} }],
    getNodeParameter: (name: string, second?: unknown, third?: unknown) => parameters[name] ?? third ?? second,
    continueOnFail: () => parameters['continueOnFail'] === true,
    getCredentials: async () => credentials,
    getNodeWebhookUrl: () => `${receiver.url}/webhook/1`,
    getWorkflow: () => ({ name: 'Sales' }),
    getWorkflowStaticData: () => stored,
    helpers: { httpRequestWithAuthentication, returnJsonArray: (items: Item['json'][]) => items.map((json) => ({ json })) },
  };
}

async function execute<T = Record<string, unknown>>(parameters: Record<string, unknown>): Promise<T[]> {
  const { execute: run } = nodeOf('Earshot');
  const [items] = await run.call(standIn(parameters));
  return items.map(({ json }) => json as T);
}

test('lists leads over all pages, works one, and marks its post', async () => {
  const leads = await execute<Lead>({ operation: 'listLeads', limit: 2, filters: { stage: 'new', q: '' } });
  expect(leads).toHaveLength(2);
  const [{ id, posts }] = leads as [Lead];
  expect(await execute<Lead>({ operation: 'getLead', leadId: id })).toMatchObject([{ id, stage: 'new' }]);
  expect(await execute<Lead>({ operation: 'updateStage', leadId: id, stage: 'contacted' })).toMatchObject([{ id, stage: 'contacted' }]);
  const due = '2027-03-01T09:00:00.000+01:00';
  expect(await execute<FollowUp>({ operation: 'addFollowUp', leadId: id, dueAt: due, note: 'Ask again' })).toMatchObject([
    { dueAt: '2027-03-01T08:00:00.000Z', note: 'Ask again', lead: { id } },
  ]);
  const updatedSince = new Date(server.clock.now - 60_000).toISOString();
  const changed = await execute<Lead>({ operation: 'listLeads', limit: 500, filters: { updatedSince } });
  expect(changed).toHaveLength(3);
  expect(await execute<Post>({ operation: 'mark', postId: posts[0]?.id, match: 'wrong', reason: 'seller' })).toMatchObject([
    { feedback: { verdict: 'wrong', reason: 'seller' } },
  ]);
});

test('fails with what Earshot said, or passes it on where the workflow wants to continue', async () => {
  await expect(execute({ operation: 'getLead', leadId: '../tokens' })).rejects.toThrow(/^404/);
  await expect(execute({ operation: 'getLead', leadId: '999' })).rejects.toThrow('Lead not found');
  expect(await execute({ operation: 'getLead', leadId: '999', continueOnFail: true })).toEqual([
    { error: expect.stringContaining('Lead not found') },
  ]);
});

/** Passes a request to the trigger, as n8n does with what arrives at the webhook's address. */
async function receive(context: ReturnType<typeof standIn>, { headers, json, bytes }: Pick<Received, 'headers' | 'json' | 'bytes'>) {
  const { webhook } = nodeOf('EarshotTrigger');
  let status = 200;
  const response = {
    status(code: number) {
      status = code;
      return { send: () => {} };
    },
  };
  const { workflowData } = await webhook.call({
    ...context,
    getBodyData: () => json,
    getHeaderData: () => headers,
    getRequestObject: () => ({ rawBody: bytes }),
    getResponseObject: () => response,
  });
  return { status, items: workflowData?.[0].map((item) => item.json) };
}

test('adds a webhook by its token, takes signed messages only, and removes it', async () => {
  const { checkExists, create, delete: remove } = nodeOf('EarshotTrigger').webhookMethods.default;
  const context = standIn({ events: ['new-lead', 'lead-updated'], minScore: 0 });
  const channels = async () => ((await ann.get('/notifications/channels')).json as { items: object[] }).items;
  expect(await checkExists.call(context)).toBe(false);
  expect(await create.call(context)).toBe(true);
  expect(await channels()).toMatchObject([{ kind: 'webhook', name: 'n8n: Sales', kinds: ['new-lead', 'lead-updated'] }]);
  expect(await checkExists.call(context)).toBe(true);

  await ingestItems(server.core, [makeItem(4, server.clock.now)]);
  await server.core.notifications.settled();
  await expect.poll(() => receiver.calls.length).toBe(1);
  const [call] = receiver.calls as [Received];
  // The server's clock is the test's, and the node compares with its own.
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = signatureOf(String(context.stored['secret']), timestamp, call.text);
  expect(call.headers['earshot-signature']).toBe(
    signatureOf(String(context.stored['secret']), Number(call.headers['earshot-timestamp']), call.text),
  );
  const headers = { ...call.headers, 'earshot-timestamp': String(timestamp), 'earshot-signature': signature };
  expect(await receive(context, { ...call, headers })).toMatchObject({
    status: 200,
    items: [{ event: 'lead.created', author: 'author_4', lead: { stage: 'new' } }],
  });
  const forged = Buffer.from(call.text.replace('author_4', 'author_5'));
  expect(await receive(context, { ...call, headers, bytes: forged })).toEqual({ status: 401, items: undefined });
  const old = signatureOf(String(context.stored['secret']), timestamp - 600, call.text);
  const late = { ...headers, 'earshot-timestamp': String(timestamp - 600), 'earshot-signature': old };
  expect(await receive(context, { ...call, headers: late })).toEqual({ status: 401, items: undefined });

  expect(await remove.call(context)).toBe(true);
  expect([await channels(), context.stored]).toEqual([[], {}]);
});

test('adds the webhook again after Earshot lost it with its token, and only then', async () => {
  const { checkExists, create } = nodeOf('EarshotTrigger').webhookMethods.default;
  const context = standIn({ events: ['new-lead'] });
  await create.call(context);
  const { url } = server;
  server.url = receiver.url;
  receiver.next(answer(503));
  await expect(checkExists.call(standIn({}, context.stored))).rejects.toThrow('503');
  server.url = url;
  await ann.delete(`/tokens/${token.id}`);
  await expect(checkExists.call(context), 'the token, not the webhook').rejects.toThrow('401');
  token = (await ann.post('/tokens', { name: 'n8n', scope: 'write' })).json as typeof token;
  expect(await checkExists.call(standIn({}, context.stored))).toBe(false);
});

/** The first block of code in the docs that begins with this comment. */
function recipe(name: string): string {
  const blocks = readFileSync('docs/integrations.md', 'utf8').matchAll(/```\w+\n(.*?)```/gs);
  const [, code] = [...blocks].find(([, block]) => /^(?:\/\/|#) (\S+)/.exec(block ?? '')?.[1] === name) ?? [];
  if (code === undefined) throw new Error(`The docs have no ${name}`);
  return code;
}

describe('recipe in the docs', () => {
  test('copies leads to a CRM', async () => {
    receiver.always(answer(200, { body: '{}' }));
    writeFileSync(join(folder, 'crm.mjs'), recipe('crm.mjs'));
    const env = { EARSHOT: server.url, EARSHOT_TOKEN: token.token, HUBSPOT: receiver.url, HUBSPOT_TOKEN: 'pat-1' };
    await promisify(execFile)(process.execPath, ['crm.mjs'], { cwd: folder, env });
    expect(receiver.calls).toMatchObject([{ path: '/crm/v3/objects/contacts/batch/upsert', headers: { authorization: 'Bearer pat-1' } }]);
    const { inputs } = (receiver.calls as [Received])[0].json as {
      inputs: { id: string; idProperty: string; properties: Record<string, string> }[];
    };
    expect(new Set(inputs.map(({ properties }) => properties['lastname']))).toEqual(new Set(['author_1', 'author_2', 'author_3']));
    expect(inputs.every(({ id, idProperty, properties }) => idProperty === 'earshot_id' && properties['earshot_id'] === id)).toBe(true);
    expect(readFileSync(join(folder, 'since.txt'), 'utf8')).toMatch(/^\d{4}-.*Z$/);
  });

  test('fills a sheet', async () => {
    // Google's services are stand-ins. Theirs wait for the answer, so this one has it from before.
    const asked = { path: '/api/leads/export.csv?minConfidence=70', headers: { Authorization: `Bearer ${token.token}` } };
    const csv = await (await fetch(`${server.url}${asked.path}`, { headers: asked.headers })).text();
    const written: string[][][] = [];
    const sheet = { clearContents: () => written.splice(0), getRange: () => ({ setValues: (rows: string[][]) => written.push(rows) }) };
    const google = {
      PropertiesService: { getScriptProperties: () => ({ getProperty: () => token.token }) },
      UrlFetchApp: {
        fetch(url: string, options: unknown) {
          expect([new URL(url).pathname + new URL(url).search, options]).toEqual([asked.path, { headers: asked.headers }]);
          return { getContentText: () => csv };
        },
      },
      Utilities: { parseCsv: (text: string) => parse(text, { bom: true }) },
      SpreadsheetApp: { getActiveSpreadsheet: () => ({ getSheets: () => [sheet] }) },
    };
    runInNewContext(`${recipe('sheet.gs')}\nupdateLeads();`, google);
    const [[names, ...rows] = []] = written;
    expect(names).toEqual(expect.arrayContaining(['redditUsername', 'stage']));
    expect(rows).toHaveLength(3);
  });

  test('posts to a chat', async () => {
    const given = parseYaml(recipe('mattermost.yaml')) as { target: object };
    const channel = { ...given, target: { ...given.target, url: `${receiver.url}/hooks/key` } };
    const { id } = (await ann.post('/notifications/channels', channel)).json as { id: string };
    expect((await ann.post(`/notifications/channels/${id}/test`)).json).toMatchObject({ sent: true });
    expect(receiver.calls).toMatchObject([{ path: '/hooks/key', json: { username: 'Earshot', text: expect.stringMatching(/\S/) } }]);
  });
});
