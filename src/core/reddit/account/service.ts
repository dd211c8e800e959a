import type { RedditStatus } from '#shared/reddit-account.ts';
import { listAdminNames } from '#core/accounts/queries.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Peers } from '#core/platform/peers.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import { RedditFailure } from '../client/failure.ts';
import type { RedditApi } from '../client/request.ts';
import type { RedditClient } from '../client/client.ts';
import { createDisconnect, type DisconnectDeps } from './disconnect.ts';
import { createLinking, redirectUriOf, grants, listOf, accountFacts } from './linking.ts';
import { type AccountRow, findAccount } from './queries.ts';
import { type AccountToken, createAccountToken, reconnectText } from './tokens.ts';

interface Deps extends DisconnectDeps {
  now: Now;
  peers: Peers;
}

/** A connected account for use by other areas. */
export interface ConnectedAccount {
  username: string;
  canPost: boolean;
  api: RedditApi;
  token: AccountToken;
}

const maxAdmins = 3;

function statusOf(row: AccountRow | undefined, setup: RedditStatus['setup']): RedditStatus {
  const needsReconnect = row?.needs_reconnect === 1;
  return {
    connected: row !== undefined && !needsReconnect,
    username: row?.username ?? null,
    scopes: listOf(row?.scopes ?? ''),
    expiresAt: row && !needsReconnect ? isoTime(row.expires_at) : null,
    canPost: row !== undefined && !needsReconnect && grants(row.scopes, 'submit'),
    needsReconnect,
    lastError: row?.last_error ?? null,
    configured: setup === null,
    setup,
  };
}

const notifyEnded = (bus: Bus) => (id: number) => {
  const userId = String(id);
  bus.announce(userId, accountFacts);
  bus.push({ userId }, 'reddit-ended', { message: reconnectText });
  bus.emit('reddit:changed', { userId, state: 'ended' });
};

/** The user's own Reddit account: connecting, keeping the connection alive, disconnecting. */
export function createRedditAccount(deps: Deps) {
  const { db, bus, now, secrets, peers, client: findClient } = deps;
  /** By client, because a token is renewed with the ID and the secret of one. */
  const tokens = new WeakMap<RedditClient, Map<number, AccountToken>>();

  function getClient(): RedditClient {
    const client = findClient();
    if (client) return client;
    throw new AppError('unavailable', 'Reddit is not set up yet: an admin has to set a Reddit client ID');
  }

  function tokenOf(userId: number): AccountToken {
    const client = getClient();
    const own = tokens.get(client) ?? new Map<number, AccountToken>();
    tokens.set(client, own);
    const known = own.get(userId);
    if (known) return known;
    const made = createAccountToken(userId, { db, now, secrets, peers, endpoint: client.endpoint, onEnded: notifyEnded(bus) });
    own.set(userId, made);
    return made;
  }

  function forgetToken(userId: number): void {
    const client = findClient();
    if (client) tokens.get(client)?.delete(userId);
  }

  const status = async (actor: Actor): Promise<RedditStatus> => {
    const setup = findClient() ? null : { redirectUri: redirectUriOf(deps.config), admins: await listAdminNames(db, maxAdmins) };
    return statusOf(await findAccount(db, userIdOf(actor)), setup);
  };

  const endConnection = createDisconnect({ ...deps, forgetToken });
  const linking = createLinking({ ...deps, getClient, onSaved: forgetToken });
  return {
    status,
    connect: linking.connect,
    /** Throws `invalid` for a state that is used, expired, or another user's. */
    async callback(actor: Actor, returned: { code: string; state: string }): Promise<RedditStatus> {
      await linking.callback(actor, returned);
      bus.emit('reddit:changed', { userId: String(userIdOf(actor)), state: 'connected' });
      return status(actor);
    },
    disconnect: (actor: Actor) => endConnection(userIdOf(actor), actor),
    /** For a user who is being deleted: revokes the tokens at Reddit, too. */
    async endFor(userId: number): Promise<void> {
      if (await findAccount(db, userId)) await endConnection(userId, null);
    },
    async refresh(actor: Actor): Promise<RedditStatus> {
      const userId = userIdOf(actor);
      if (!(await findAccount(db, userId))) throw new AppError('conflict', 'No Reddit account is connected');
      getClient();
      // The status includes the failure.
      await tokenOf(userId).renew().catch(ignoreFailure);
      return status(actor);
    },
    /** Whether the user has a connection that Reddit no longer accepts. */
    needsReconnect: async (userId: number): Promise<boolean> => (await findAccount(db, userId))?.needs_reconnect === 1,
    /** Null if no account is connected or Reddit no longer accepts it. */
    async findConnected(userId: number): Promise<ConnectedAccount | null> {
      const client = findClient();
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
