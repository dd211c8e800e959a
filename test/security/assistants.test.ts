import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemActor } from '#core/platform/actor.ts';
import { dayMs, hourMs, minuteMs } from '#shared/time.ts';
import { type ApiToken, maxTokens } from '#shared/tokens.ts';
import { challenge, makeAssistantWorld, redirectUri, type AssistantWorld } from '#test/support/assistants.ts';

let world: AssistantWorld;
beforeEach(async () => {
  world = await makeAssistantWorld();
});
afterEach(() => world.server.close());

async function auditOf(action: 'assistant-connected' | 'assistant-ended'): Promise<Record<string, unknown>[]> {
  const rows = await world.server.core.db('audit').where({ action }).select('details', 'actor_id');
  return rows.map(({ details, actor_id }) => ({ ...(JSON.parse(details) as Record<string, unknown>), user: String(actor_id) }));
}

describe('a code', () => {
  test('is exchanged for a token that is only what was allowed, and never stored as it is', async () => {
    const client = await world.newClient();
    const code = await world.codeFor(client, { scope: 'write', tools: ['add_lead_note'] });
    const { status, headers, json } = await world.exchange(client, code);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(json).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read write' });
    const stored = JSON.stringify([
      await world.server.core.db('api_tokens').select('*'),
      await world.server.core.db('oauth_grants').select('*'),
    ]);
    for (const secret of [code, String(json['access_token']).slice(8), String(json['refresh_token']).slice(4, 47)])
      expect(stored).not.toContain(secret);
    expect((await world.ada.get('/tokens')).json).toMatchObject({
      items: [{ name: 'Claude', scope: 'write', tools: ['add_lead_note'], assistant: 'assistant.example.test', workspace: 'ada' }],
    });
    expect(await auditOf('assistant-connected')).toEqual([
      { name: 'Claude', scope: 'write', host: 'assistant.example.test', user: world.adaId },
    ]);
  });

  test('that is used twice ends the connection', async () => {
    const { client, code, access, refreshToken } = await world.connect();
    expect(await world.statusAt(access)).toBe(200);
    expect((await world.exchange(client, code)).json).toMatchObject({ error: 'invalid_grant' });
    expect(await world.statusAt(access)).toBe(401);
    expect((await world.refresh(client, refreshToken)).json).toMatchObject({ error: 'invalid_grant' });
    expect(await auditOf('assistant-ended')).toEqual([{ name: 'Claude', reason: 'code-reused', user: world.adaId }]);
  });

  test('that is used twice at once gives at most one connection, which does not last', async () => {
    const client = await world.newClient();
    const code = await world.codeFor(client);
    const answers = await Promise.all([world.exchange(client, code), world.exchange(client, code)]);
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(await world.server.core.db('api_tokens').select('id')).toEqual([]);
  });

  test.each([
    ['for another program', { client_id: 'other' }, 'invalid_grant'],
    ['for a program that is not registered', { client_id: 'x' }, 'invalid_client'],
    ['with another address', { redirect_uri: 'https://assistant.example.test/callback' }, 'invalid_grant'],
    ['without the verifier', { code_verifier: '' }, 'invalid_grant'],
    ['with the challenge as verifier', { code_verifier: challenge }, 'invalid_grant'],
    ['for another resource', { resource: 'https://other.example.test/mcp' }, 'invalid_target'],
  ])('gives nothing %s', async (_, changes, error) => {
    const [client, other] = [await world.newClient(), await world.newClient()];
    const code = await world.codeFor(client);
    const given = 'client_id' in changes && changes.client_id === 'other' ? { client_id: other } : changes;
    expect((await world.exchange(client, code, given)).json).toMatchObject({ error });
    expect(await world.server.core.db('api_tokens').select('id')).toEqual([]);
  });

  test('ends with a restored backup, which raises the stamp of every account', async () => {
    const client = await world.newClient();
    const code = await world.codeFor(client);
    await world.server.core.db('users').update({ security_stamp: 2_000_000_000 });
    expect((await world.exchange(client, code)).json).toMatchObject({ error: 'invalid_grant' });
    expect(await world.server.core.db('api_tokens').select('id')).toEqual([]);
  });

  test('gives nothing beyond the tokens that a user can have, however many were allowed before', async () => {
    for (let made = 1; made < maxTokens; made += 1) await world.ada.post('/tokens', { name: `CRM ${made}` });
    const clients = [await world.newClient(), await world.newClient()];
    const codes = [];
    for (const client of clients) codes.push(await world.codeFor(client));
    const [first = '', second = ''] = codes;
    expect((await world.exchange(clients[0] ?? '', first)).status).toBe(200);
    expect((await world.exchange(clients[1] ?? '', second)).json).toMatchObject({ error: 'invalid_grant' });
    expect((await world.server.core.db('api_tokens').select('id')).length).toBe(maxTokens);
  });

  test('expires after two minutes', async () => {
    const client = await world.newClient();
    const code = await world.codeFor(client);
    world.server.clock.now += 2 * minuteMs;
    expect((await world.exchange(client, code)).json).toMatchObject({ error: 'invalid_grant' });
  });

  test.each([
    ['no grant', {}, 'unsupported_grant_type'],
    ['a password', { grant_type: 'password', username: 'ada', password: 'ada has a long one' }, 'unsupported_grant_type'],
    ['an unknown code', { grant_type: 'authorization_code', code: 'x' }, 'invalid_grant'],
  ])('is needed: %s gives nothing', async (_, fields, error) =>
    expect((await world.form('/oauth/token', { client_id: await world.newClient(), ...fields })).json).toMatchObject({ error }),
  );

  test('is taken from a form only, by POST only', async () => {
    const json = await world.send('/oauth/token', '{}', { 'content-type': 'application/json' });
    expect([json.status, json.json['error']]).toEqual([400, 'invalid_request']);
    expect((await fetch(`${world.server.url}/oauth/token?grant_type=authorization_code`)).status).toBe(405);
  });
});

describe('a token of an assistant', () => {
  test('is for MCP only: the rest of the API refuses it', async () => {
    const { access } = await world.connect({ scope: 'write' });
    expect(await world.statusAt(access)).toBe(200);
    for (const path of ['/auth/me', '/leads', '/tokens', '/admin/users'])
      expect([path, (await world.server.api(access).get(path)).status]).toEqual([path, 401]);
    await expect(world.server.core.accounts.actorFrom(access)).rejects.toThrow('for MCP only');
  });

  test('is for the address that it was given for', async () => {
    const { access } = await world.connect();
    await world.configure({ 'http.publicUrl': 'http://localhost:3000' });
    expect(await world.statusAt(access)).toBe(401);
  });

  test('ends after an hour, and its refresh token gives the next', async () => {
    const { client, access, refreshToken } = await world.connect();
    world.server.clock.now += hourMs;
    expect(await world.statusAt(access)).toBe(401);
    const { json } = await world.refresh(client, refreshToken);
    expect(await world.statusAt(String(json['access_token']))).toBe(200);
    expect(await world.statusAt(access)).toBe(401);
  });

  test('sees one workspace, and never another', async () => {
    const { token: other, user } = await world.server.member('bo');
    const bo = world.server.api(other);
    const { json } = await bo.post(`/workspaces/${user.id}/invitations`, { role: 'viewer' });
    const link = (json as { link: string }).link.split('/').at(-1) ?? '';
    await world.ada.post(`/workspaces/invitations/${link}/accept`);
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_lead', arguments: { id: world.leadId } } };
    const call = async (token: string) => JSON.stringify((await world.callMcp(token, JSON.stringify(message))).json);
    const here = await world.connect({ workspaceId: world.adaId });
    const there = await world.connect({ workspaceId: user.id });
    expect(await call(here.access)).toContain(`\\"id\\":\\"${world.leadId}\\"`);
    expect(await call(there.access)).toContain('Lead not found');
    expect((await world.ada.get('/tokens')).json).toMatchObject({ items: [{ workspace: 'bo' }, { workspace: 'ada' }] });

    expect(
      (await world.allow(world.queryOf(await world.newClient()), { workspaceId: user.id, scope: 'write' })).status,
      'a viewer only reads',
    ).toBe(403);
    const { user: stranger } = await world.server.member('stranger');
    expect((await world.allow(world.queryOf(await world.newClient()), { workspaceId: stranger.id })).status, 'of somebody else').toBe(404);

    const late = await world.newClient();
    const code = await world.codeFor(late, { workspaceId: user.id });
    await world.ada.delete(`/workspaces/${user.id}/members/${world.adaId}`);
    expect(await world.statusAt(there.access), 'after leaving').toBe(401);
    expect((await world.refresh(there.client, there.refreshToken)).json).toMatchObject({ error: 'invalid_grant' });
    expect((await world.exchange(late, code)).json).toMatchObject({ error: 'invalid_grant' });
    expect(await world.statusAt(here.access)).toBe(200);
  });

  test('takes the place of an earlier one of the same program', async () => {
    const first = await world.connect();
    const { json } = await world.exchange(first.client, await world.codeFor(first.client));
    expect([await world.statusAt(first.access), await world.statusAt(String(json['access_token']))]).toEqual([401, 200]);
    expect((await world.ada.get('/tokens')).json).toMatchObject({ items: [expect.anything()] });
  });
});

describe('a refresh token', () => {
  test('works once: a stolen one that is used again ends the connection, for the thief and for the assistant', async () => {
    const { client, refreshToken } = await world.connect();
    const second = (await world.refresh(client, refreshToken)).json;
    expect((await world.refresh(client, refreshToken)).json).toMatchObject({ error: 'invalid_grant' });
    expect(await world.statusAt(String(second['access_token']))).toBe(401);
    expect((await world.refresh(client, String(second['refresh_token']))).json).toMatchObject({ error: 'invalid_grant' });
    expect(await auditOf('assistant-ended')).toEqual([{ name: 'Claude', reason: 'refresh-token-reused', user: world.adaId }]);
  });

  test('used twice at once does not give two tokens', async () => {
    const { client, refreshToken } = await world.connect();
    const answers = await Promise.all([world.refresh(client, refreshToken), world.refresh(client, refreshToken)]);
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(await world.server.core.db('api_tokens').select('id')).toEqual([]);
  });

  test('is of no use to another program, with more access, or to guess from', async () => {
    const { client, access, refreshToken } = await world.connect();
    expect((await world.refresh(await world.newClient(), refreshToken)).json).toMatchObject({ error: 'invalid_grant' });
    expect((await world.refresh(client, refreshToken, { scope: 'read write' })).json).toMatchObject({ error: 'invalid_scope' });
    expect((await world.refresh(client, refreshToken, { resource: 'https://other.example.test' })).json).toMatchObject({
      error: 'invalid_target',
    });
    for (const guess of ['', 'err_', access, `err_${'a'.repeat(86)}`])
      expect((await world.refresh(client, guess)).json).toMatchObject({ error: 'invalid_grant' });
    expect(await world.statusAt(access)).toBe(200);
    expect((await world.refresh(client, refreshToken)).status).toBe(200);
  });

  test('ends after 60 days without use', async () => {
    const { client, refreshToken } = await world.connect();
    world.server.clock.now += 59 * dayMs;
    const { json } = await world.refresh(client, refreshToken);
    world.server.clock.now += 60 * dayMs;
    expect((await world.refresh(client, String(json['refresh_token']))).json).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('a connection', () => {
  test('is named by its host where the assistant has no name', async () => {
    const { json } = await world.register({ redirect_uris: [redirectUri] });
    const client = String(json['client_id']);
    await world.exchange(client, await world.codeFor(client));
    expect((await world.ada.get('/tokens')).json).toMatchObject({ items: [{ name: 'assistant.example.test' }] });
  });

  test('ends when its user disconnects it, in the browser or on the command line', async () => {
    for (const by of ['browser', 'command line']) {
      const connected = await world.connect();
      const [{ id }] = ((await world.ada.get('/tokens')).json as { items: [ApiToken] }).items;
      if (by === 'browser') await world.ada.delete(`/tokens/${id}`);
      else await world.server.core.accounts.tokens.revoke(systemActor, id);
      expect([by, await world.isOver(connected)]).toEqual([by, true]);
    }
  });

  test.each(['access', 'refreshToken'] as const)('ends when the assistant revokes its %s, and nobody else can', async (which) => {
    const connected = await world.connect();
    const revoke = (client_id: string, token: string) => world.form('/oauth/revoke', { client_id, token });
    expect((await revoke(await world.newClient(), connected[which])).status).toBe(200);
    expect((await revoke(connected.client, 'ers_unknown')).status).toBe(200);
    expect(await world.statusAt(connected.access)).toBe(200);
    expect((await revoke(connected.client, connected[which])).status).toBe(200);
    expect(await world.isOver(connected)).toBe(true);
    expect(await auditOf('assistant-ended')).toEqual([{ name: 'Claude', reason: 'by-itself', user: world.adaId }]);
  });

  test('ends with a password reset, which also ends what was allowed and not exchanged', async () => {
    const [connected, client] = [await world.connect(), await world.newClient()];
    const code = await world.codeFor(client);
    const { link } = await world.server.core.accounts.users.createResetLink(systemActor, 'ada@example.test');
    const token = new URL(link).searchParams.get('token') ?? '';
    expect((await world.server.api().post('/auth/reset-password', { token, password: 'quite another long one' })).status).toBe(200);
    expect(await world.isOver(connected)).toBe(true);
    expect((await world.exchange(client, code)).json).toMatchObject({ error: 'invalid_grant' });
  });

  test('ends when its user is disabled, for good, and with the account', async () => {
    const connected = await world.connect();
    await world.server.core.accounts.users.setDisabled(systemActor, 'ada@example.test', true);
    expect(await world.isOver(connected)).toBe(true);
    await world.server.core.accounts.users.setDisabled(systemActor, 'ada@example.test', false);
    const { token } = await world.server.core.accounts.users.signIn(
      { email: 'ada@example.test', password: 'ada has a long one' },
      '192.0.2.1',
    );
    expect(await world.isOver(connected)).toBe(true);
    const ada = world.server.api(token);
    const again = await world.connect({ api: ada });
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ password: 'ada has a long one' });
    expect((await ada.send('DELETE', '/auth/me', { body, headers })).status).toBe(204);
    expect(await world.isOver(again)).toBe(true);
    expect(await world.server.core.db('oauth_grants').select('token_id')).toEqual([]);
  });
});
