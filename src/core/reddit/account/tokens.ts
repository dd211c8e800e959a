import type { CoreContext } from '#core/context.ts';
import type { MergeStep } from '#core/accounts/user-data.ts';
import { inTurn } from '#core/platform/peers.ts';
import { AppError } from '#core/platform/errors.ts';
import { RedditFailure } from '../client/failure.ts';
import type { TokenSource, TokenEndpoint, TokenReply } from '../client/token.ts';
import type { Secrets } from '#core/platform/secrets.ts';
import { UpstreamError } from '#core/platform/http/upstream.ts';
import { type AccountRow, changeAccount, deleteAccount, findById, giveAccount, listAccounts } from './queries.ts';

type Refusal = Extract<TokenReply, { kind: 'refused' }>;
type Kept = Pick<AccountRow, 'user_id' | 'username'>;

export const sealContext = (column: 'access' | 'refresh', { user_id, username }: Kept): string =>
  `reddit_accounts.${column}:user:${user_id}:${username}`;
export const reconnectText = 'Reddit no longer accepts this connection. Connect your Reddit account again.';

const otherKeyText = "The stored connection can't be decrypted because the server's key changed. Connect your Reddit account again.";

/** Pause after any failure but a revoked grant: such failures are temporary or need the operator. */
const holdMs = 60_000;

interface Deps extends Pick<CoreContext, 'db' | 'now' | 'secrets' | 'peers'> {
  endpoint: TokenEndpoint;
  /** Called once when Reddit stops accepting the connection. */
  onEnded: (row: AccountRow) => void;
}

export interface AccountToken extends TokenSource {
  /** Renews the token even if the current one is valid. */
  renew(): Promise<string>;
}

/** Tells apart failures that need the user to reconnect, temporary ones, and wrong configuration. */
function failureOf({ reason, message, retryAfterMs }: Refusal, now: number): RedditFailure {
  if (reason === 'grant') return new RedditFailure(reconnectText, { kind: 'unauthorized', ofStream: false });
  const retryAt = now + (retryAfterMs ?? holdMs);
  if (reason === 'trouble' || reason === 'throttled')
    return new RedditFailure(message, { kind: reason === 'trouble' ? 'unreachable' : 'limited', ofStream: false, retryAt });
  return new RedditFailure(message, { kind: reason === 'blocked' ? 'forbidden' : 'unauthorized', ofStream: false, retryAt });
}

/** With another master key nothing can be decrypted. The row stays, because the right key may come back. */
const createUnsealing = ({ db, secrets }: Pick<Deps, 'db' | 'secrets'>) =>
  async function unsealed(row: AccountRow, column: 'access' | 'refresh'): Promise<string> {
    try {
      return secrets.unseal(row[`${column}_sealed`], sealContext(column, row));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (row.last_error !== otherKeyText) await changeAccount(db, row, { last_error: otherKeyText });
      throw new RedditFailure(otherKeyText, { kind: 'unauthorized', ofStream: false, cause: error });
    }
  };

/**
 * Access token of a connected account. Concurrent callers share one refresh. A rotated refresh token is stored
 * before its access token is used.
 */
export function createAccountToken(id: number, { db, now, secrets, endpoint, peers, onEnded }: Deps): AccountToken {
  const unsealed = createUnsealing({ db, secrets });
  let refusedToken: string | null = null;
  let held: { failure: RedditFailure; until: number } | null = null;
  let underway: Promise<string> | null = null;

  async function read(force: boolean): Promise<string> {
    const row = await findById(db, { id });
    if (!row) throw new RedditFailure('No Reddit account is connected', { kind: 'unauthorized', ofStream: false });
    if (row.needs_reconnect === 1) throw new RedditFailure(reconnectText, { kind: 'unauthorized', ofStream: false });
    const access = await unsealed(row, 'access');
    if (!force && row.expires_at > now() && access !== refusedToken) return access;
    if (held && held.until > now()) throw held.failure;
    if (peers.number === null) return refresh(row);
    // Reddit may accept a refresh token once only, so another server must not use it meanwhile.
    return inTurn(peers, { name: `reddit-account:${id}` }, async () => {
      const current = await findById(db, { id });
      return current?.version === row.version ? refresh(current) : read(false);
    });
  }

  async function refresh(row: AccountRow): Promise<string> {
    const refreshToken = await unsealed(row, 'refresh');
    const reply = await endpoint.request({ grant_type: 'refresh_token', refresh_token: refreshToken }).catch((error: unknown) => {
      if (error instanceof UpstreamError)
        throw new RedditFailure('Reddit could not be reached', { kind: 'unreachable', ofStream: false, passing: true, cause: error });
      throw error;
    });
    if (reply.kind === 'refused') return refused(row, reply);
    const saved = await changeAccount(db, row, {
      access_sealed: secrets.seal(reply.accessToken, sealContext('access', row)),
      ...(reply.refreshToken === null ? {} : { refresh_sealed: secrets.seal(reply.refreshToken, sealContext('refresh', row)) }),
      ...(reply.scopes.length === 0 ? {} : { scopes: reply.scopes.join(' ') }),
      expires_at: reply.expiresAt,
      last_error: null,
    });
    // If the user reconnected or disconnected in the meantime, the database wins.
    return saved ? reply.accessToken : read(false);
  }

  async function refused(row: AccountRow, reply: Refusal): Promise<never> {
    const failure = failureOf(reply, now());
    if (reply.reason === 'grant') {
      const ended = await changeAccount(db, row, { needs_reconnect: 1, last_error: reconnectText });
      if (ended) onEnded(row);
    } else {
      held = { failure, until: failure.retryAt ?? now() };
      await changeAccount(db, row, { last_error: reply.message });
    }
    throw failure;
  }

  const once = (force: boolean): Promise<string> => {
    underway ??= read(force).finally(() => {
      underway = null;
    });
    return underway;
  };
  return {
    get: () => once(false),
    renew: () => once(true),
    drop(token) {
      refusedToken = token;
    },
  };
}

/** Two accounts of one person: the Reddit accounts of the one become the other's. Throws if they can't be decrypted. */
export const createAccountMerge =
  (secrets: Secrets): MergeStep =>
  async (trx, { from, to }) => {
    const held = new Set((await listAccounts(trx, [to])).map(({ username }) => username));
    for (const row of await listAccounts(trx, [from])) {
      const { username } = row;
      const resealed = (column: 'access' | 'refresh') =>
        secrets.seal(secrets.unseal(row[`${column}_sealed`], sealContext(column, row)), sealContext(column, { user_id: to, username }));
      if (held.has(username)) await deleteAccount(trx, row);
      else await giveAccount(trx, row, { user_id: to, access_sealed: resealed('access'), refresh_sealed: resealed('refresh') });
    }
  };
