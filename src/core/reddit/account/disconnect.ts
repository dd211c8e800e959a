import type { CoreContext } from '#core/context.ts';
import type { Actor } from '#core/platform/actor.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Upstream } from '#core/platform/http/upstream.ts';
import type { RedditClient } from '../client/client.ts';
import { type AccountRow, deleteAccount } from './queries.ts';
import { accountFacts } from './linking.ts';
import { sealContext } from './tokens.ts';

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
interface Deps extends DisconnectDeps {
  forgetToken: (id: number) => void;
}

/** Ends a connection here and at Reddit; `revoked` tells whether Reddit confirmed. */
export function createDisconnect({ config, db, bus, secrets, client: findClient, writeAudit, onDisconnect, forgetToken }: Deps) {
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
