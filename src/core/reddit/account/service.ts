import type { ConnectedRedditAccount, RedditStatus } from '#shared/reddit-account.ts';
import { listAdminNames, listPeople } from '#core/accounts/queries.ts';
import { listMembersOf } from '#core/accounts/workspaces/queries.ts';
import type { CoreContext } from '#core/context.ts';
import { type Actor, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Peers } from '#core/platform/peers.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import type { Upstream } from '#core/platform/http/upstream.ts';
import { RedditFailure } from '../client/failure.ts';
import type { RedditApi } from '../client/request.ts';
import type { RedditClient } from '../client/client.ts';
import { createLinking, redirectUriOf, grants, listOf, accountFacts } from './linking.ts';
import { type AccountRow, chooseAccount, findAccount, findById, listAccounts, deleteAccount } from './queries.ts';
import { type AccountToken, createAccountToken, reconnectText, sealContext } from './tokens.ts';

interface Options {
  wwwUrl: string;
  clientId: string;
  clientSecret: string;
  upstream: Upstream;
}

/** Revokes a refresh token and its access tokens at Reddit. True if Reddit confirms, also for an unknown token. */
async function revokeAtReddit(refreshToken: string, { wwwUrl, clientId, clientSecret, upstream }: Options): Promise<boolean> {
  try {
    const { status } = await upstream.send({
      url: `${wwwUrl.replace(/\/+$/, '')}/api/v1/revoke_token`,
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ token: refreshToken, token_type_hint: 'refresh_token' }).toString(),
    });
    return status === 200 || status === 204;
  } catch {
    return false;
  }
}

export interface DisconnectDeps extends Pick<CoreContext, 'config' | 'db' | 'bus' | 'secrets' | 'writeAudit'> {
  /** Null without a client ID. */
  client: () => RedditClient | null;
  /** Deletes what was read through the account, cancels replies that are about to be posted, and holds scheduled ones. */
  onDisconnect: (trx: Trx, of: { userId: number; username: string }) => Promise<{ canceled: number; held: number }>;
}
/** Ends a connection here and at Reddit; `revoked` tells whether Reddit confirmed. */
function createDisconnect({
  config,
  db,
  bus,
  secrets,
  client: findClient,
  writeAudit,
  onDisconnect,
  forgetToken,
}: DisconnectDeps & { forgetToken: (id: number) => void }) {
  /** A token sealed with another key can't be revoked at Reddit; it is deleted here anyway. */
  async function revoke(row: AccountRow): Promise<boolean> {
    const client = findClient();
    if (!client) return false;
    try {
      const refresh = secrets.unseal(row.refresh_sealed, sealContext('refresh', row));
      return await revokeAtReddit(refresh, { ...config.reddit, upstream: client.upstream });
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  return async function disconnect(row: AccountRow, actor: Actor | null) {
    const [userId, { username }] = [row.user_id, row];
    const left = await transact(db, async (trx) => {
      await deleteAccount(trx, row);
      return onDisconnect(trx, { userId, username });
    });
    forgetToken(row.id);
    bus.announce(String(userId), accountFacts);
    bus.emit('reddit:changed', { userId: String(userId), state: 'disconnected' });
    await writeAudit(actor, { action: 'reddit-disconnected', target: `user:${userId}`, details: { username } });
    return { revoked: await revoke(row), ...left };
  };
}

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
const noAccount = () => new AppError('not_found', 'Reddit account not found');

const presentAccount = (row: AccountRow, more: Pick<ConnectedRedditAccount, 'by' | 'isDefault' | 'isYours'>) => ({
  id: String(row.id),
  username: row.username,
  state: row.needs_reconnect === 1 ? ('ended' as const) : ('connected' as const),
  canPost: row.needs_reconnect === 0 && grants(row.scopes, 'submit'),
  connectedAt: isoTime(row.connected_at),
  lastError: more.isYours ? row.last_error : null,
  ...more,
});

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

const notifyEnded = (bus: Bus) => (row: AccountRow) => {
  const userId = String(row.user_id);
  bus.announce(userId, accountFacts);
  bus.push({ userId }, 'reddit-ended', { message: reconnectText });
  bus.emit('reddit:changed', { userId, state: 'ended' });
};

/** The accounts of a workspace's people, of which each changes their own. */
function createAccountList({ db, bus }: Pick<Deps, 'db' | 'bus'>, endConnection: ReturnType<typeof createDisconnect>) {
  async function getOwn(actor: Actor, id: string): Promise<AccountRow> {
    const row = await findById(db, { id: Number(id), user_id: userIdOf(actor) });
    if (!row) throw noAccount();
    return row;
  }

  return {
    /** The accounts that the people of this workspace connected; only their own is theirs to use and change. */
    async list(actor: Actor): Promise<Omit<ConnectedRedditAccount, 'sent' | 'cap' | 'health'>[]> {
      const workspace = workspaceOf(actor);
      const people = [userIdOf(actor), workspace, ...(await listMembersOf(db, workspace)).map(({ user_id }) => user_id)];
      const rows = await listAccounts(db, [...new Set(people)]);
      const names = await listPeople(
        db,
        rows.map(({ user_id }) => user_id),
      );
      const seen = new Set<number>();
      return rows.flatMap((row) => {
        const by = names.get(row.user_id);
        const isDefault = !seen.has(row.user_id);
        seen.add(row.user_id);
        return by ? [presentAccount(row, { by, isDefault, isYours: row.user_id === userIdOf(actor) })] : [];
      });
    },
    /** Names of the person's accounts that can post, the usual one first. */
    async listPosting(userId: number): Promise<string[]> {
      const rows = await listAccounts(db, [userId]);
      return rows.filter((row) => row.needs_reconnect === 0 && grants(row.scopes, 'submit')).map(({ username }) => username);
    },
    async choose(actor: Actor, id: string): Promise<null> {
      const row = await getOwn(actor, id);
      await transact(db, (trx) => chooseAccount(trx, row));
      bus.announce(String(row.user_id), accountFacts);
      return null;
    },
    /** Ends the connection of the account that is used where none is chosen. */
    async disconnect(actor: Actor) {
      const row = await findAccount(db, userIdOf(actor));
      return row ? endConnection(row, actor) : { revoked: false, canceled: 0, held: 0 };
    },
    /** The name, as Reddit spells it, of one of the person's accounts. Throws `not_found` for a name that isn't theirs. */
    async nameOf(actor: Actor, name: string | undefined): Promise<string | null> {
      const row = await findAccount(db, userIdOf(actor), name?.toLowerCase());
      if (!row && name !== undefined) throw noAccount();
      return row?.username ?? null;
    },
    remove: async (actor: Actor, id: string) => endConnection(await getOwn(actor, id), actor),
  };
}

/** A person's Reddit accounts: connecting, keeping the connections alive, disconnecting. */
export function createRedditAccount(deps: Deps) {
  const { db, bus, now, secrets, peers, client: findClient } = deps;
  /** By client, because a token is renewed with the ID and the secret of one. */
  const tokens = new WeakMap<RedditClient, Map<number, AccountToken>>();

  function getClient(): RedditClient {
    const client = findClient();
    if (client) return client;
    throw new AppError('unavailable', 'Reddit is not set up yet: an admin has to set a Reddit client ID');
  }

  function tokenOf({ id }: AccountRow): AccountToken {
    const client = getClient();
    const own = tokens.get(client) ?? new Map<number, AccountToken>();
    tokens.set(client, own);
    const known = own.get(id);
    if (known) return known;
    const made = createAccountToken(id, { db, now, secrets, peers, endpoint: client.endpoint, onEnded: notifyEnded(bus) });
    own.set(id, made);
    return made;
  }

  function forgetToken(id: number): void {
    const client = findClient();
    if (client) tokens.get(client)?.delete(id);
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
    ...createAccountList(deps, endConnection),
    /** For a user who is being deleted: revokes the tokens at Reddit, too. */
    async endFor(userId: number): Promise<void> {
      for (const row of await listAccounts(db, [userId])) await endConnection(row, null);
    },
    async refresh(actor: Actor): Promise<RedditStatus> {
      const row = await findAccount(db, userIdOf(actor));
      if (!row) throw new AppError('conflict', 'No Reddit account is connected');
      getClient();
      // The status includes the failure.
      await tokenOf(row).renew().catch(ignoreFailure);
      return status(actor);
    },
    /** Whether the account is one that Reddit no longer accepts. */
    needsReconnect: async (userId: number, name: string | null = null): Promise<boolean> =>
      (await findAccount(db, userId, name))?.needs_reconnect === 1,
    /** One by its name in lower case, or the usual one. Null if it isn't connected or Reddit no longer accepts it. */
    async findConnected(userId: number, name: string | null = null): Promise<ConnectedAccount | null> {
      const client = findClient();
      const row = client && (await findAccount(db, userId, name));
      if (!client || !row || row.needs_reconnect === 1) return null;
      const token = tokenOf(row);
      return { username: row.username, canPost: grants(row.scopes, 'submit'), token, api: client.apiWith(token) };
    },
  };
}
export type RedditAccount = ReturnType<typeof createRedditAccount>;

function ignoreFailure(error: unknown): void {
  if (!(error instanceof RedditFailure)) throw error;
}
