import { UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AssistantRequest } from '#shared/assistants.ts';
import { dayMs, hourMs, minuteMs } from '#shared/time.ts';
import { mcpWriteTools } from '#shared/tokens.ts';
import { makeAssistantWorld, ping, redirectUri, type AssistantWorld } from '#test/support/assistants.ts';

let world: AssistantWorld;
beforeEach(async () => {
  world = await makeAssistantWorld();
});
afterEach(() => world.server.close());

/** As an assistant does it: keeps what it gets, and opens the user's browser. */
class Assistant implements OAuthClientProvider {
  redirectUrl = redirectUri;
  clientMetadata = { client_name: 'Claude', redirect_uris: [redirectUri] };
  information: OAuthClientInformationMixed | undefined;
  held: OAuthTokens | undefined;
  verifier = '';
  opened: URL | null = null;
  state = () => 'its state';
  clientInformation = () => this.information;
  saveClientInformation = (information: OAuthClientInformationMixed) => void (this.information = information);
  tokens = () => this.held;
  saveTokens = (tokens: OAuthTokens) => void (this.held = tokens);
  redirectToAuthorization = (url: URL) => void (this.opened = url);
  saveCodeVerifier = (text: string) => void (this.verifier = text);
  codeVerifier = () => this.verifier;
}

describe('the MCP client of the official SDK', () => {
  test('gets from a 401 to a lead marked as replied, and renews its token after an hour', async () => {
    const assistant = new Assistant();
    const open = () => new StreamableHTTPClientTransport(new URL(`${world.server.url}/mcp`), { authProvider: assistant });
    const first = open();
    await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError);
    const asked = assistant.opened;
    expect(asked?.href).toMatch(`${world.server.url}/authorize?`);
    expect((await world.ada.post('/assistants/review', { query: asked?.search.slice(1) })).json).toMatchObject({
      name: 'Claude',
      host: 'assistant.example.test',
      isLocal: false,
      scopes: ['read', 'write'],
      refusal: null,
    });
    const { json } = await world.allow(asked?.search.slice(1) ?? '', { scope: 'write', tools: mcpWriteTools });
    const back = new URL((json as { redirectTo: string }).redirectTo);
    expect(back.href).toMatch(redirectUri);
    expect(back.searchParams.get('state')).toBe('its state');
    expect(back.searchParams.get('iss')).toBe(world.server.url);
    await first.finishAuth(back.searchParams.get('code') ?? '');

    const client = new Client({ name: 'test', version: '1' });
    await client.connect(open());
    await client.callTool({ name: 'set_lead_stage', arguments: { id: world.leadId, stage: 'replied' } });
    expect((await world.ada.get(`/leads/${world.leadId}`)).json).toMatchObject({ stage: 'replied' });
    const before = assistant.held;
    world.server.clock.now += 61 * minuteMs;
    await client.callTool({ name: 'get_lead', arguments: { id: world.leadId } });
    expect(assistant.held?.access_token).not.toBe(before?.access_token);
    expect(assistant.held?.refresh_token).not.toBe(before?.refresh_token);
    await client.close();
  });
});

describe('what says how to log in', () => {
  test('is named by a 401 of the MCP server, with and without a token', async () => {
    const document = `${world.server.url}/.well-known/oauth-protected-resource/mcp`;
    for (const [headers, rest] of [
      [{}, ''],
      [{ authorization: 'Bearer ers_x' }, ', error="invalid_token"'],
    ] as const) {
      const answer = await world.send('/mcp', ping, { ...headers, 'content-type': 'application/json' });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${document}", scope="read write"${rest}`);
    }
    expect((await fetch(`${world.server.url}/api/leads`)).headers.get('www-authenticate'), 'elsewhere').toBe('Bearer');
  });

  test('leads from the resource to its server, which tells its endpoints', async () => {
    const { url } = world.server;
    const read = async (path: string) => (await fetch(url + path)).json() as Promise<Record<string, unknown>>;
    const resource = { resource: `${url}/mcp`, authorization_servers: [url], scopes_supported: ['read', 'write'] };
    for (const end of ['', '/mcp']) expect(await read(`/.well-known/oauth-protected-resource${end}`)).toMatchObject(resource);
    expect(await read('/.well-known/oauth-authorization-server')).toMatchObject({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/oauth/token`,
      registration_endpoint: `${url}/oauth/register`,
      revocation_endpoint: `${url}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    });
  });

  test('is found behind a path of the public address, at the root of the host and below', async () => {
    await world.configure({ 'http.publicUrl': 'https://example.test/earshot/' });
    const read = async (path: string) =>
      (await fetch(world.server.url + path, { headers: { accept: '*/*' } })).json() as Promise<Record<string, unknown>>;
    for (const path of ['/.well-known/oauth-protected-resource/earshot/mcp', '/earshot/.well-known/oauth-protected-resource/mcp'])
      expect(await read(path)).toMatchObject({ resource: 'https://example.test/earshot/mcp' });
    expect(await read('/.well-known/oauth-authorization-server/earshot')).toMatchObject({
      issuer: 'https://example.test/earshot',
      token_endpoint: 'https://example.test/earshot/oauth/token',
    });
    const { headers } = await world.send('/mcp', ping, { 'content-type': 'application/json' });
    expect(headers.get('www-authenticate')).toContain('"https://example.test/.well-known/oauth-protected-resource/earshot/mcp"');
  });

  test.each([
    ['without a public address', { 'http.publicUrl': null }],
    ['at a public address without https', { 'http.publicUrl': 'http://leads.example.test' }],
    ['where it is switched off', { 'auth.assistants': 'off' }],
  ] as const)('is absent %s, and so is everything else', async (_, values) => {
    const { access } = await world.connect();
    const query = world.queryOf(await world.newClient());
    expect((await world.configure(values)).status).toBe(200);
    for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server'])
      expect((await fetch(world.server.url + path)).status).toBe(404);
    expect((await world.register({ redirect_uris: [redirectUri] })).status).toBe(404);
    expect((await world.form('/oauth/token', {})).status).toBe(404);
    expect((await world.ada.post('/assistants/review', { query })).status).toBe(404);
    const answer = await world.send('/mcp', ping, { authorization: `Bearer ${access}`, 'content-type': 'application/json' });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });
});

describe('registration of an assistant', () => {
  test('makes every client a public one, whatever it asks for', async () => {
    const { status, json } = await world.register({
      client_name: 'Claude',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['client_credentials'],
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      client_id: expect.stringMatching(/^[\w-]{43}$/),
      client_name: 'Claude',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    });
    expect(json).not.toHaveProperty('client_secret');
  });

  test.each(['https://app.example.test/cb', 'http://127.0.0.1:3334/cb', 'http://localhost/cb', 'http://[::1]:99/'])(
    'accepts %s to send users back to',
    async (uri) => expect((await world.register({ redirect_uris: [uri] })).status).toBe(201),
  );

  test.each([
    'http://app.example.test/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    'cursor://callback',
    'https://user:pass@app.example.test/',
    'https://app.example.test/#fragment',
    'https://app.example.test/#',
    'http://localhost.evil.example/cb',
    '//app.example.test/cb',
    'callback',
    '',
  ])('refuses %j', async (uri) => {
    const { status, json } = await world.register({ redirect_uris: [redirectUri, uri] });
    expect([status, json['error']]).toEqual([400, 'invalid_redirect_uri']);
    expect(await world.server.core.db('oauth_clients').select('id')).toEqual([]);
  });

  test.each([
    ['no JSON', 'hello', 'invalid_request'],
    ['no address', '{}', 'invalid_redirect_uri'],
    ['an address that is no text', '{"redirect_uris":[{}]}', 'invalid_redirect_uri'],
    ['a name that is no text', `{"client_name":7,"redirect_uris":["${redirectUri}"]}`, 'invalid_client_metadata'],
    ['eleven addresses', JSON.stringify({ redirect_uris: Array.from({ length: 11 }, () => redirectUri) }), 'invalid_redirect_uri'],
  ])('refuses %s', async (_, body, error) => {
    const { status, json } = await world.send('/oauth/register', body, { 'content-type': 'application/json' });
    expect([status, json['error']]).toEqual([400, error]);
  });

  test('is limited for each network, and a flood from many keeps nobody out: the oldest that were never used go', async () => {
    const used = await world.connect();
    let last = 201;
    for (let count = 0; count < 40 && last === 201; count += 1) last = (await world.register({ redirect_uris: [redirectUri] })).status;
    expect(last).toBe(429);
    const row = { name: 'x', redirect_uris: '[]', created_at: world.server.clock.now };
    await world.server.core.db.batchInsert(
      'oauth_clients',
      Array.from({ length: 1100 }, (_, index) => ({ ...row, client_id: `flood ${index}` })),
      100,
    );
    world.server.clock.now += 2 * hourMs;
    const client = await world.newClient();
    const kept = await world.server.core.db('oauth_clients').whereNull('used_at').select('client_id');
    expect(kept.length).toBe(1000);
    expect(kept.map(({ client_id }) => client_id)).toContain(client);
    expect((await world.refresh(used.client, used.refreshToken)).status).toBe(200);
  });

  test('is forgotten after a day unless somebody connected, and a connection after 60 days without use', async () => {
    const { client } = await world.connect();
    await world.newClient();
    const clients = async () => (await world.server.core.db('oauth_clients').select('client_id')).map(({ client_id }) => client_id);
    const prune = () => world.server.core.accounts.assistants.prune(world.server.clock.now);
    world.server.clock.now += dayMs;
    await prune();
    expect(await clients()).toEqual([client]);
    world.server.clock.now += 59 * dayMs;
    await prune();
    expect(await world.server.core.db('api_tokens').select('id')).toEqual([]);
    expect(await clients()).toEqual([client]);
    world.server.clock.now += 30 * dayMs;
    await prune();
    expect(await clients()).toEqual([]);
  });
});

describe('what an assistant asks of a user', () => {
  test('may be sent to any port of this machine where it registered one, and to no other address', async () => {
    const registered = 'http://127.0.0.1:3334/callback?app=1';
    const { json } = await world.register({ redirect_uris: [registered, redirectUri] });
    const reviewOf = (redirect_uri: string) =>
      world.ada.post('/assistants/review', { query: world.queryOf(String(json['client_id']), { redirect_uri }) });
    for (const port of ['', ':3334', ':51999'])
      expect([port, (await reviewOf(`http://127.0.0.1${port}/callback?app=1`)).status]).toEqual([port, 200]);
    for (const other of [
      'http://127.0.0.2:3334/callback?app=1',
      'http://localhost:3334/callback?app=1',
      'http://127.0.0.1:3334/other?app=1',
      'http://user@127.0.0.1:3334/callback?app=1',
      'http://127.0.0.1:3334/callback?app=1#x',
      'https://127.0.0.1:3334/callback?app=1',
      'https://assistant.example.test:8443/callback?app=1',
    ])
      expect([other, (await reviewOf(other)).status]).toEqual([other, 400]);
  });

  test.each([
    ['an unknown program', { client_id: 'x' }],
    ['no program', { client_id: null }],
    ['another address', { redirect_uri: 'https://evil.example/callback?app=1' }],
    ['an address below the registered one', { redirect_uri: `${redirectUri}&x=1` }],
    ['the registered address without its query', { redirect_uri: 'https://assistant.example.test/callback' }],
    ['no address', { redirect_uri: null }],
  ])('with %s sends nobody anywhere', async (_, changes) => {
    const query = world.queryOf(await world.newClient(), changes);
    for (const answer of [await world.ada.post('/assistants/review', { query }), await world.allow(query)]) {
      expect(answer.status).toBe(400);
      expect(answer.text).not.toMatch(/evil|assistant\.example/);
    }
    expect(await world.server.core.db('oauth_codes').select('user_id')).toEqual([]);
  });

  test.each([
    ['no PKCE', { code_challenge: null }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE without a method, which means plain', { code_challenge_method: null }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'abc' }, 'invalid_request'],
    ['tokens in the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['another resource', { resource: 'https://other.example.test/mcp' }, 'invalid_target'],
    ['the whole server', { resource: '/' }, 'invalid_target'],
    ['the rest of the API', { resource: '/api' }, 'invalid_target'],
    ['what is below', { resource: '/mcp/other' }, 'invalid_target'],
  ])('with %s cannot be allowed, and the assistant gets to know why once the user goes back', async (_, changes, error) => {
    const of = 'resource' in changes ? { resource: new URL(changes.resource, world.server.url).href } : changes;
    const query = world.queryOf(await world.newClient(), of);
    const { json } = await world.ada.post('/assistants/review', { query });
    const { refusal, cancelUrl, scopes } = json as AssistantRequest;
    expect([refusal, scopes]).toEqual([expect.any(String), []]);
    const back = new URL(cancelUrl);
    expect(cancelUrl).toMatch(redirectUri);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: 'its state', iss: world.server.url });
    expect((await world.allow(query)).status).toBe(400);
  });

  test.each(['state=another', 'redirect_uri=https%3A%2F%2Fevil.example', 'scope=read&scope=write'])(
    'names nothing twice: %s is refused',
    async (more) => {
      const query = `${world.queryOf(await world.newClient())}&${more}`;
      expect((await world.ada.post('/assistants/review', { query })).status).toBe(400);
      expect((await world.allow(query)).status).toBe(400);
    },
  );

  test('tells it when the user cancels', async () => {
    const { json } = await world.ada.post('/assistants/review', { query: world.queryOf(await world.newClient()) });
    const { searchParams } = new URL((json as AssistantRequest).cancelUrl);
    expect([searchParams.get('error'), searchParams.get('state'), searchParams.get('app')]).toEqual(['access_denied', 'its state', '1']);
  });

  test('is read access only if it names no more', async () => {
    const query = world.queryOf(await world.newClient(), { scope: 'openid read' });
    expect((await world.ada.post('/assistants/review', { query })).json).toMatchObject({ scopes: ['read'] });
    expect((await world.allow(query, { scope: 'write' })).status).toBe(400);
    expect((await world.allow(query)).status).toBe(200);
  });

  test('shows the name as one line of visible characters', async () => {
    const name = `  <img src=x onerror=alert(1)>\n\u202Eevil\u200B ${'x'.repeat(100)}`;
    const { json } = await world.register({ client_name: name, redirect_uris: [redirectUri] });
    expect(json['client_name']).toBe(`<img src=x onerror=alert(1)> evil ${'x'.repeat(26)}`);
  });

  test('needs a session: neither a token, nor another site, nor nobody allows it', async () => {
    const query = world.queryOf(await world.newClient());
    const { token } = (await world.ada.post('/tokens', { name: 'CRM', scope: 'write' })).json as { token: string };
    expect((await world.allow(query, { api: world.server.api(token) })).status).toBe(403);
    expect((await world.allow(query, { api: world.server.api() })).status).toBe(401);
    // What a form on another site can send with the user's cookies, of which there are none that would do.
    const forged = await fetch(`${world.server.url}/api/assistants/allow`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: 'https://evil.example' },
      body: JSON.stringify({ query, workspaceId: world.adaId, scope: 'write', tools: [] }),
    });
    expect(forged.status).toBe(401);
    expect(await world.server.core.db('oauth_codes').select('user_id')).toEqual([]);
  });

  test('is on a page that no other site can frame', async () => {
    const { headers } = await fetch(`${world.server.url}/authorize?${world.queryOf(await world.newClient())}`, {
      headers: { accept: 'text/html' },
    });
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });
});
