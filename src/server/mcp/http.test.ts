import { request } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mcpWriteTools, type ApiToken, type McpWriteTool } from '#shared/tokens.ts';
import { ingestItems, makeCampaign, makeItem } from '#test/support/factories.ts';
import { makeServer, type TestServer } from '#test/support/serve.ts';

const readTools = ['explain_score', 'get_lead', 'list_campaigns', 'list_leads', 'read_thread', 'search_posts'];
let server: TestServer;
let session: string;
let postId: string;
let leadId: string;
let clients: Client[] = [];

beforeEach(async () => {
  server = await makeServer();
  const { token, user } = await server.member('ada');
  session = token;
  await makeCampaign(server.core, { kind: 'user', userId: user.id, role: user.role });
  await ingestItems(server.core, [makeItem(1, server.clock.now), makeItem(2, server.clock.now)]);
  const { json } = await server.api(session).get('/leads?limit=1');
  ({
    items: [
      {
        id: leadId,
        posts: [{ id: postId }],
      },
    ],
  } = json as { items: [{ id: string; posts: [{ id: string }] }] });
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
  await server.close();
});

async function makeToken(body: { scope: 'read' | 'write'; tools?: readonly McpWriteTool[] }, owner = session) {
  return (await server.api(owner).post('/tokens', { name: 'Assistant', ...body })).json as ApiToken & { token: string };
}
async function connect(token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }));
  clients.push(client);
  return client;
}
async function ask(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const text = (content as { text: string }[])[0]?.text ?? '';
  return { isError: isError === true, text, json: isError ? null : (JSON.parse(text) as Record<string, unknown>) };
}
const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name).toSorted();
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const post = (body: string, headers: Record<string, string>) =>
  fetch(`${server.url}/mcp`, {
    method: 'POST',
    body,
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
  });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('MCP over HTTP', () => {
  test('lists and runs the reading tools for a read-only token', async () => {
    const client = await connect((await makeToken({ scope: 'read' })).token);
    expect(await namesOf(client)).toEqual(readTools);
    expect((await ask(client, 'list_campaigns')).json).toMatchObject({ items: [{ name: 'Invoicing' }] });
    expect((await ask(client, 'get_lead', { id: leadId })).json).toMatchObject({ id: leadId });
  });

  test('lists the tools that a token grants, each of which makes its change', async () => {
    const client = await connect((await makeToken({ scope: 'write', tools: mcpWriteTools })).token);
    expect(await namesOf(client)).toEqual([...readTools, ...mcpWriteTools].toSorted());
    expect((await ask(client, 'set_lead_stage', { id: leadId, stage: 'contacted' })).json).toMatchObject({ stage: 'contacted' });
    await ask(client, 'add_lead_note', { id: leadId, text: 'Asked for a quote' });
    expect((await ask(client, 'add_lead_note', { id: leadId, text: 'Wants it by Friday' })).json).toMatchObject({
      notes: 'Asked for a quote\nWants it by Friday',
    });
    await ask(client, 'add_follow_up', { id: leadId, dueAt: '2026-11-25T09:00:00Z', note: 'Send the quote' });
    await ask(client, 'give_feedback', { id: postId, match: 'bad', reason: 'seller' });
    expect((await ask(client, 'draft_reply', { id: postId })).json).toMatchObject({ by: 'builtin' });
    const api = server.api(session);
    expect((await api.get(`/leads/${leadId}`)).json).toMatchObject({ stage: 'contacted', notes: 'Asked for a quote\nWants it by Friday' });
    expect((await api.get('/follow-ups')).json).toMatchObject({ items: [{ note: 'Send the quote', lead: { id: leadId } }] });
    expect((await api.get(`/posts/${postId}`)).json).toMatchObject({ feedback: { verdict: 'wrong', reason: 'seller' } });
  });

  test.each(mcpWriteTools)("neither lists nor runs %s for a token that doesn't grant it", async (tool) => {
    const others = mcpWriteTools.filter((name) => name !== tool);
    const client = await connect((await makeToken({ scope: 'write', tools: others })).token);
    expect(await namesOf(client)).not.toContain(tool);
    const before = (await server.api(session).get(`/leads/${leadId}`)).text;
    expect(await ask(client, tool, { id: leadId, stage: 'won', text: 'x', dueAt: '2026-11-25T09:00:00Z', match: 'bad' })).toMatchObject({
      isError: true,
      text: expect.stringContaining(`This token may not use ${tool}. Create a token with write access`),
    });
    expect((await server.api(session).get(`/leads/${leadId}`)).text).toBe(before);
  });

  test('grants no writing tools to a read-only token', async () => {
    const answer = await server.api(session).post('/tokens', { name: 'x', scope: 'read', tools: ['set_lead_stage'] });
    expect(answer).toMatchObject({ status: 400, json: { details: [{ path: 'tools' }] } });
  });

  test('hides other users’ data, and changes nothing of theirs', async () => {
    const eve = await server.member('eve', 'user');
    const client = await connect((await makeToken({ scope: 'write', tools: mcpWriteTools }, eve.token)).token);
    expect((await ask(client, 'list_leads')).json).toEqual({ items: [], nextCursor: null });
    expect((await ask(client, 'search_posts')).json).toEqual({ items: [], nextCursor: null });
    for (const [tool, args] of [
      ['get_lead', {}],
      ['set_lead_stage', { stage: 'won' }],
      ['add_lead_note', { text: 'Mine' }],
      ['add_follow_up', { dueAt: '2026-11-25T09:00:00Z' }],
    ] as const)
      expect(await ask(client, tool, { id: leadId, ...args })).toMatchObject({ isError: true, text: 'Lead not found' });
    for (const [tool, args] of [
      ['give_feedback', { match: 'good' }],
      ['draft_reply', {}],
      ['explain_score', {}],
    ] as const)
      expect(await ask(client, tool, { id: postId, ...args })).toMatchObject({ isError: true, text: 'Post not found' });
    expect((await server.api(session).get(`/leads/${leadId}`)).json).toMatchObject({ stage: 'new', notes: '' });
  });

  test('stops with the token, even for a connected client', async () => {
    const made = await makeToken({ scope: 'read' });
    const client = await connect(made.token);
    await server.api(session).delete(`/tokens/${made.id}`);
    await expect(ask(client, 'list_leads')).rejects.toThrow('This token is invalid or was revoked');
    await expect(connect(made.token)).rejects.toThrow('This token is invalid or was revoked');
  });

  test('accepts only valid API tokens, and no sessions', async () => {
    await expect(connect(session)).rejects.toThrow('MCP takes an API token, not a session');
    server.clock.now += 8 * 86_400_000;
    await expect(connect(session)).rejects.toThrow('Your session has ended');
    await expect(connect('ers_x')).rejects.toThrow('This token is invalid');
    const answer = await post(JSON.stringify(ping), {});
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  test('needs no MCP session, so an ended one does no harm', async () => {
    const { token } = await makeToken({ scope: 'read' });
    const answer = await post(JSON.stringify(ping), { ...bearer(token), 'mcp-session-id': 'over' });
    expect([answer.status, await answer.json()]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('hostile request to MCP', () => {
  test.each([
    ['no JSON', 'hello', 400],
    ['a batch', JSON.stringify([ping, ping]), 400],
    ['no message', '{}', 400],
    ['a prototype key', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{"x":1}}}', 400],
    ['deep nesting', JSON.stringify({ ...ping, params: { x: JSON.parse('['.repeat(50) + ']'.repeat(50)) as unknown } }), 400],
    ['too much', JSON.stringify({ ...ping, params: { x: 'x'.repeat(70_000) } }), 413],
  ])('with %s is rejected', async (_, body, status) => {
    const { token } = await makeToken({ scope: 'read' });
    expect((await post(body, bearer(token))).status).toBe(status);
  });

  test.each([
    { id: '1 or 1=1' },
    { id: leadId, extra: { deep: true } },
    { id: ['1'] },
    {},
    { id: '9'.repeat(400) },
    { id: '1', stage: '<script>' },
  ])('with arguments %j changes nothing and reveals nothing', async (args) => {
    const client = await connect((await makeToken({ scope: 'write', tools: mcpWriteTools })).token);
    const { isError, text } = await ask(client, 'set_lead_stage', args);
    expect(isError).toBe(true);
    expect(text).not.toMatch(/SQLITE|\.ts:|node_modules/);
  });

  test('to an unknown tool returns an error that names it', async () => {
    const client = await connect((await makeToken({ scope: 'read' })).token);
    expect(await ask(client, 'constructor')).toMatchObject({ isError: true });
    expect(await ask(client, 'delete_everything')).toMatchObject({ isError: true, text: expect.stringContaining('not found') });
  });

  test('reveals nothing about an unexpected error', async () => {
    const client = await connect((await makeToken({ scope: 'read' })).token);
    await server.core.db.schema.renameTable('campaigns', 'gone');
    expect(await ask(client, 'list_campaigns')).toEqual({ isError: true, text: 'Something went wrong. Try again.', json: null });
  });

  test.each(['GET', 'DELETE', 'PUT'])('by %s is rejected as a method', async (method) => {
    const { token } = await makeToken({ scope: 'read' });
    const headers = { ...bearer(token), accept: 'text/event-stream' };
    const answer = await fetch(`${server.url}/mcp`, { method, headers });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test.each(['https://evil.example', 'null', 'http://localhost.evil.example'])('from a page of %s is rejected', async (origin) => {
    const { token } = await makeToken({ scope: 'read' });
    expect((await post(JSON.stringify(ping), { ...bearer(token), origin })).status).toBe(403);
  });

  test.each([
    ['evil.example', 403],
    ['localhost:3000', 200],
    ['127.0.0.1:1', 200],
    ['[::1]:3000', 200],
    ['192.168.1.5', 200],
    ['localhost.evil.example', 403],
    ['127.0.0.1.nip.io', 403],
  ])('sent to the host %s returns %i', async (host, status) => {
    const { token } = await makeToken({ scope: 'read' });
    expect(await statusAt(host, token)).toBe(status);
  });

  test('is limited to 120 requests a minute per user, across tokens', async () => {
    const [first, second] = [await makeToken({ scope: 'read' }), await makeToken({ scope: 'read' })];
    const statuses = new Set<number>();
    for (let count = 0; count < 120; count += 1) statuses.add((await post(JSON.stringify(ping), bearer(first.token))).status);
    expect([...statuses]).toEqual([200]);
    const refused = await post(JSON.stringify(ping), bearer(second.token));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    server.clock.now += 60_000;
    expect((await post(JSON.stringify(ping), bearer(second.token))).status).toBe(200);
  });
});

/** Uses node:http, because fetch sets the host itself. */
function statusAt(host: string, token: string): Promise<number> {
  const body = JSON.stringify(ping);
  const headers = { ...bearer(token), host, accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}/mcp`, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
