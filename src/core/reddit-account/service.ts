import type { RedditStatus } from '#shared/reddit-account.ts';
import type { Actor } from '../actor.ts';
import type { WriteAudit } from '../audit/entry.ts';
import type { Bus } from '../bus.ts';
import { transact, type Trx } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import type { Parts } from '../open.ts';
import { RedditFailure } from '../reddit/failure.ts';
import type { RedditApi } from '../reddit/request.ts';
import type { RedditClient } from '../sources/registry.ts';
import { createLinking } from './linking.ts';
import { type AccountRow, deleteAccount, findAccount } from './queries.ts';
import { revokeAtReddit } from './revoke.ts';
import { grants, listOf, staleReads, userIdOf } from './scopes.ts';
import { type AccountToken, createAccountToken, placeOf, reconnectWords } from './tokens.ts';

interface Deps extends Pick<Parts, 'config' | 'db' | 'bus' | 'now' | 'secrets'> {
  client: RedditClient | null;
  writeAudit: WriteAudit;
  /** Forgets what was read through the account and takes back what waits to be posted; answers how much that was. */
  letGo: (trx: Trx, userId: number) => Promise<number>;
}

/** A connected account as other areas use it. */
export interface ConnectedAccount {
  username: string;
  canPost: boolean;
  api: RedditApi;
  token: AccountToken;
}

function statusOf(row: AccountRow | undefined, configured: boolean): RedditStatus {
  const needsReconnect = row?.needs_reconnect === 1;
  return {
    connected: row !== undefined && !needsReconnect,
    username: row?.username ?? null,
    scopes: listOf(row?.scopes ?? ''),
    expiresAt: row && !needsReconnect ? new Date(row.expires_at).toISOString() : null,
    canPost: row !== undefined && !needsReconnect && grants(row.scopes, 'submit'),
    needsReconnect,
    lastError: row?.last_error ?? null,
    configured,
  };
}

const tellEnded = (bus: Bus) => (id: number) => {
  const userId = String(id);
  bus.stale(userId, staleReads);
  bus.tell({ userId }, 'reddit-ended', { message: reconnectWords });
  bus.emit('reddit:changed', { userId, state: 'ended' });
};

/** The user's own account at Reddit: connecting, keeping connected, letting go. */
export function createRedditAccount(deps: Deps) {
  const { config, db, bus, now, secrets, client, writeAudit, letGo } = deps;
  const tokens = new Map<number, AccountToken>();

  function getClient(): RedditClient {
    if (client) return client;
    throw new AppError('unavailable', 'The operator has not entered a Reddit client id yet');
  }

  function tokenOf(userId: number): AccountToken {
    const known = tokens.get(userId);
    if (known) return known;
    const made = createAccountToken(userId, { db, now, secrets, endpoint: getClient().endpoint, onEnded: tellEnded(bus) });
    tokens.set(userId, made);
    return made;
  }

  const status = async (actor: Actor): Promise<RedditStatus> => statusOf(await findAccount(db, userIdOf(actor)), client !== null);

  const linking = createLinking({ ...deps, getClient, onSaved: (userId) => void tokens.delete(userId) });
  return {
    status,
    connect: linking.connect,
    /** Throws `invalid` for a state that is not this user's, is used or over. */
    async callback(actor: Actor, returned: { code: string; state: string }): Promise<RedditStatus> {
      await linking.callback(actor, returned);
      bus.emit('reddit:changed', { userId: String(userIdOf(actor)), state: 'connected' });
      return status(actor);
    },
    async disconnect(actor: Actor): Promise<{ revoked: boolean; cancelled: number }> {
      const userId = userIdOf(actor);
      const row = await findAccount(db, userId);
      const cancelled = await transact(db, async (trx) => {
        await deleteAccount(trx, userId);
        return letGo(trx, userId);
      });
      tokens.delete(userId);
      bus.stale(String(userId), staleReads);
      bus.emit('reddit:changed', { userId: String(userId), state: 'disconnected' });
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
    /** One is connected that Reddit no longer accepts. */
    needsReconnect: async (userId: number): Promise<boolean> => (await findAccount(db, userId))?.needs_reconnect === 1,
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

function ignoreFailure(error: unknown): void {
  if (!(error instanceof RedditFailure)) throw error;
}
