import type { Actor } from '#core/platform/actor.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { CoreContext } from '#core/context.ts';
import type { RedditClient } from '../client/client.ts';
import { type AccountRow, deleteAccount, findAccount } from './queries.ts';
import { revokeAtReddit } from './revoke.ts';
import { accountFacts } from './scopes.ts';
import { streamOf } from './tokens.ts';

export interface LettingGoDeps extends Pick<CoreContext, 'config' | 'db' | 'bus' | 'secrets' | 'writeAudit'> {
  client: RedditClient | null;
  /** Forgets what was read through the account and takes back what waits to be posted; answers how much that was. */
  letGo: (trx: Trx, userId: number) => Promise<number>;
}
interface Deps extends LettingGoDeps {
  forgetToken: (userId: number) => void;
}

/** Ends a connection here and at Reddit; `revoked` says whether Reddit took notice. */
export function createLettingGo({ config, db, bus, secrets, client, writeAudit, letGo, forgetToken }: Deps) {
  /** A token that was sealed with another key cannot be notified to Reddit; here it goes all the same. */
  async function revoke(row: AccountRow): Promise<boolean> {
    if (!client) return false;
    try {
      const refresh = secrets.unseal(row.refresh_sealed, streamOf('refresh', row));
      return await revokeAtReddit(refresh, { ...config.reddit, upstream: client.upstream });
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  return async function letGoOf(userId: number, actor: Actor | null): Promise<{ revoked: boolean; canceled: number }> {
    const row = await findAccount(db, userId);
    const canceled = await transact(db, async (trx) => {
      await deleteAccount(trx, userId);
      return letGo(trx, userId);
    });
    forgetToken(userId);
    bus.announce(String(userId), accountFacts);
    bus.emit('reddit:changed', { userId: String(userId), state: 'disconnected' });
    if (!row) return { revoked: false, canceled };
    await writeAudit(actor, { action: 'reddit-disconnected', target: `user:${userId}` });
    return { revoked: await revoke(row), canceled };
  };
}
