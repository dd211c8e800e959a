import { createHash, randomBytes } from 'node:crypto';
import type { RedditStatus } from '#shared/reddit-account.ts';
import { ownOrigin } from '../accounts/reset-links.ts';
import type { Actor } from '../actor.ts';
import type { WriteAudit } from '../audit/entry.ts';
import { transact, type Trx } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import { UpstreamError } from '../http/upstream.ts';
import type { Parts } from '../open.ts';
import { RedditFailure } from '../reddit/failure.ts';
import type { RedditApi } from '../reddit/request.ts';
import type { TokenReply } from '../reddit/token-endpoint.ts';
import { fieldsOf } from '../reddit/wire.ts';
import type { RedditClient } from '../sources/registry.ts';
import { deleteAccount, findAccount, insertState, replaceAccount, takeState } from './queries.ts';
import { revokeAtReddit } from './revoke.ts';
import { type AccountToken, createAccountToken, placeOf } from './tokens.ts';

export const readScopes = ['identity', 'read', 'history', 'mysubreddits'];
const stateLifeMs = 10 * 60_000;
const stale = ['/reddit-oauth', '/auth/me', '/outbox'];
type Token = Extract<TokenReply, { kind: 'token' }>;

interface Deps extends Pick<Parts, 'config' | 'db' | 'bus' | 'now' | 'secrets'> {
  client: RedditClient | null;
  writeAudit: WriteAudit;
  /** Takes back what waits to be posted for a user; answers how much that was. */
  cancelPending: (trx: Trx, userId: number) => Promise<number>;
}

/** A connected account as other areas use it. */
export interface ConnectedAccount {
  username: string;
  canPost: boolean;
  api: RedditApi;
  token: AccountToken;
}

const digestOf = (state: string): string => createHash('sha256').update(state).digest('hex');
const listOf = (scopes: string): string[] => scopes.split(' ').filter(Boolean);
const grants = (scopes: string, wanted: string): boolean => listOf(scopes).some((scope) => scope === wanted || scope === '*');

function userIdOf(actor: Actor): number {
  if (actor.kind !== 'user') throw new AppError('forbidden', 'A Reddit account belongs to a user');
  return Number(actor.userId);
}

/** The user's own account at Reddit: connecting, keeping connected, letting go. */
export function createRedditAccount(deps: Deps) {
  const { config, db, bus, now, secrets, client, writeAudit, cancelPending } = deps;
  const tokens = new Map<number, AccountToken>();
  const redirectUri = () => `${ownOrigin(config)}/reddit/callback`;

  function getClient(): RedditClient {
    if (client) return client;
    throw new AppError('unavailable', 'The operator has not entered a Reddit client id yet');
  }

  function tokenOf(userId: number): AccountToken {
    const known = tokens.get(userId);
    if (known) return known;
    const onEnded = (id: number) => bus.stale(String(id), stale);
    const made = createAccountToken(userId, { db, now, secrets, endpoint: getClient().endpoint, onEnded });
    tokens.set(userId, made);
    return made;
  }

  async function status(actor: Actor): Promise<RedditStatus> {
    const row = await findAccount(db, userIdOf(actor));
    const needsReconnect = row?.needs_reconnect === 1;
    return {
      connected: row !== undefined && !needsReconnect,
      username: row?.username ?? null,
      scopes: listOf(row?.scopes ?? ''),
      expiresAt: row && !needsReconnect ? new Date(row.expires_at).toISOString() : null,
      canPost: row !== undefined && !needsReconnect && grants(row.scopes, 'submit'),
      needsReconnect,
      lastError: row?.last_error ?? null,
      configured: client !== null,
    };
  }

  async function exchange(code: string): Promise<Token> {
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri() };
    const reply = await getClient()
      .endpoint.request(form)
      .catch((error: unknown) => {
        if (error instanceof UpstreamError) throw new AppError('unavailable', 'Reddit could not be reached. Try again.', { cause: error });
        throw error;
      });
    if (reply.kind === 'refused' && reply.reason === 'grant')
      throw new AppError('invalid', 'Reddit says that this sign-in is over or was used already. Connect again.');
    if (reply.kind === 'refused') throw new AppError('unavailable', reply.words);
    return reply;
  }

  /** The name of whoever agreed: asked of Reddit, never of the browser. */
  async function nameOf(accessToken: string): Promise<string> {
    const api = getClient().apiWith({ get: () => Promise.resolve(accessToken), drop: () => {} });
    const me = fieldsOf(await api.get('/api/v1/me', {}, { priority: 'interactive' }).catch(inWords));
    if (typeof me?.name === 'string' && /^[\w-]{1,30}$/.test(me.name)) return me.name;
    throw new AppError('unavailable', 'Reddit did not say whose account this is. Connect again.');
  }

  async function save(userId: number, { token, asked }: { token: Token; asked: string }): Promise<string> {
    if (token.refreshToken === null) throw new AppError('unavailable', 'Reddit gave a connection that ends within the day. Connect again.');
    const username = await nameOf(token.accessToken);
    const owner = { user_id: userId };
    const row = {
      ...owner,
      username,
      asked_scopes: asked,
      scopes: token.scopes.join(' '),
      access_sealed: secrets.seal(token.accessToken, placeOf('access', owner)),
      refresh_sealed: secrets.seal(token.refreshToken, placeOf('refresh', owner)),
      expires_at: token.expiresAt,
      needs_reconnect: 0,
      last_error: token.scopes.includes('*') || listOf(asked).every((scope) => token.scopes.includes(scope)) ? null : missingWords,
      connected_at: now(),
    };
    await transact(db, (trx) => replaceAccount(trx, row));
    tokens.delete(userId);
    return username;
  }

  return {
    status,
    /** Where the user agrees at Reddit. Posting is only asked for when somebody wants to post. */
    async connect(actor: Actor, scope: 'read' | 'submit'): Promise<{ url: string }> {
      const userId = userIdOf(actor);
      getClient();
      const held = await findAccount(db, userId);
      const posting = scope === 'submit' || (held !== undefined && grants(held.scopes, 'submit'));
      const scopes = [...readScopes, ...(posting ? ['submit'] : [])].join(' ');
      const state = randomBytes(32).toString('base64url');
      await insertState(db, { state_hash: digestOf(state), user_id: userId, scopes, expires_at: now() + stateLifeMs }, now());
      const query = new URLSearchParams({
        client_id: config.reddit.clientId,
        response_type: 'code',
        state,
        redirect_uri: redirectUri(),
        duration: 'permanent',
        scope: scopes,
      });
      return { url: `${config.reddit.wwwUrl.replace(/\/+$/, '')}/api/v1/authorize?${query}` };
    },
    /** Throws `invalid` for a state that is not this user's, is used or over. */
    async callback(actor: Actor, { code, state }: { code: string; state: string }): Promise<RedditStatus> {
      const userId = userIdOf(actor);
      const asked = await takeState(db, { hash: digestOf(state), userId, now: now() });
      if (asked === null) throw new AppError('invalid', 'This sign-in was not begun here, is over or was used already. Connect again.');
      const username = await save(userId, { token: await exchange(code), asked });
      await writeAudit(actor, { action: 'reddit-connected', target: `user:${userId}`, details: { username } });
      bus.stale(String(userId), stale);
      return status(actor);
    },
    async disconnect(actor: Actor): Promise<{ revoked: boolean; cancelled: number }> {
      const userId = userIdOf(actor);
      const row = await findAccount(db, userId);
      const cancelled = await transact(db, async (trx) => {
        await deleteAccount(trx, userId);
        return cancelPending(trx, userId);
      });
      tokens.delete(userId);
      bus.stale(String(userId), stale);
      if (!row) return { revoked: false, cancelled };
      await writeAudit(actor, { action: 'reddit-disconnected', target: `user:${userId}` });
      if (!client) return { revoked: false, cancelled };
      const refresh = secrets.unseal(row.refresh_sealed, placeOf('refresh', row));
      return { revoked: await revokeAtReddit(refresh, { ...config.reddit, upstream: client.upstream }), cancelled };
    },
    async refresh(actor: Actor): Promise<RedditStatus> {
      const userId = userIdOf(actor);
      if (!(await findAccount(db, userId))) throw new AppError('conflict', 'No Reddit account is connected');
      getClient();
      // A refusal is part of the status.
      await tokenOf(userId).renew().catch(ignoreFailure);
      return status(actor);
    },
    /** Null when none is connected, or Reddit no longer accepts it. */
    async findConnected(userId: number): Promise<ConnectedAccount | null> {
      const row = client && (await findAccount(db, userId));
      if (!client || !row || row.needs_reconnect === 1) return null;
      const token = tokenOf(userId);
      return { username: row.username, canPost: grants(row.scopes, 'submit'), token, api: client.apiWith(token) };
    },
  };
}
export type RedditAccount = ReturnType<typeof createRedditAccount>;

const missingWords = 'Reddit granted less than we asked for: some of what the app offers will not work.';

function ignoreFailure(error: unknown): void {
  if (!(error instanceof RedditFailure)) throw error;
}

function inWords(error: unknown): never {
  if (error instanceof RedditFailure) throw new AppError('unavailable', error.message, { cause: error });
  throw error;
}
