import { createHash, randomBytes } from 'node:crypto';
import { ingestItems, makeCampaign, makeItem } from './factories.ts';
import { makeServer, type Api, type TestServer } from './serve.ts';

export const redirectUri = 'https://assistant.example.test/callback?app=1';
export const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const verifier = randomBytes(32).toString('base64url');
export const challenge = createHash('sha256').update(verifier).digest('base64url');

interface Sent {
  status: number;
  headers: Headers;
  json: Record<string, unknown>;
}
interface Access {
  workspaceId?: string;
  scope?: 'read' | 'write';
  tools?: readonly string[];
  api?: Api;
}
export interface Connected {
  client: string;
  code: string;
  access: string;
  refreshToken: string;
}

/** A server that its admin has given its address, with ada, who has a lead, and what assistants send. */
export async function makeAssistantWorld() {
  const server: TestServer = await makeServer();
  const root = server.api((await server.member('root', 'admin')).token);
  const { token: session, user } = await server.member('ada');
  const ada = server.api(session);
  const configure = (values: object) => root.patch('/admin/connections/address', { values });
  await configure({ 'http.publicUrl': server.url });
  await makeCampaign(server.core, { kind: 'user', userId: user.id, role: user.role });
  await ingestItems(server.core, [makeItem(1, server.clock.now), makeItem(2, server.clock.now)]);
  const { items } = (await ada.get('/leads?limit=1')).json as { items: [{ id: string }] };

  async function send(path: string, body: string | URLSearchParams, headers: Record<string, string> = {}): Promise<Sent> {
    const answer = await fetch(server.url + path, { method: 'POST', body, headers });
    return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Record<string, unknown> };
  }
  const register = (body: object) => send('/oauth/register', JSON.stringify(body), { 'content-type': 'application/json' });
  const form = (path: string, fields: Record<string, string>) => send(path, new URLSearchParams(fields));
  const newClient = async (): Promise<string> =>
    String((await register({ client_name: 'Claude', redirect_uris: [redirectUri] })).json['client_id']);

  /** What an assistant sends the user's browser with; null leaves a parameter out. */
  function queryOf(client: string, changes: Record<string, string | null> = {}): string {
    const all: Record<string, string | null> = {
      response_type: 'code',
      client_id: client,
      redirect_uri: redirectUri,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: `${server.url}/mcp`,
      state: 'its state',
      ...changes,
    };
    return new URLSearchParams(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)).toString();
  }
  const allow = (query: string, { api = ada, workspaceId = user.id, scope = 'read', tools = [] }: Access = {}) =>
    api.post('/assistants/allow', { query, workspaceId, scope, tools });
  async function codeFor(client: string, access: Access = {}): Promise<string> {
    const { redirectTo } = (await allow(queryOf(client), access)).json as { redirectTo: string };
    return new URL(redirectTo).searchParams.get('code') ?? '';
  }
  const exchange = (client: string, code: string, changes: Record<string, string> = {}) =>
    form('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: client,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...changes,
    });
  const refresh = (client: string, refreshToken: string, changes: Record<string, string> = {}) =>
    form('/oauth/token', { grant_type: 'refresh_token', client_id: client, refresh_token: refreshToken, ...changes });

  async function connect(access: Access = {}): Promise<Connected> {
    const client = await newClient();
    const code = await codeFor(client, access);
    const { json } = await exchange(client, code);
    return { client, code, access: String(json['access_token']), refreshToken: String(json['refresh_token']) };
  }
  const callMcp = (token: string, message = ping) =>
    send('/mcp', message, {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    });
  const statusAt = async (token: string): Promise<number> => (await callMcp(token)).status;
  const isOver = async ({ client, access, refreshToken }: Connected): Promise<boolean> =>
    (await statusAt(access)) === 401 && (await refresh(client, refreshToken)).status === 400;

  return {
    server,
    ada,
    adaId: user.id,
    leadId: items[0].id,
    configure,
    send,
    register,
    form,
    newClient,
    queryOf,
    allow,
    codeFor,
    exchange,
    refresh,
    connect,
    callMcp,
    statusAt,
    isOver,
  };
}
export type AssistantWorld = Awaited<ReturnType<typeof makeAssistantWorld>>;
