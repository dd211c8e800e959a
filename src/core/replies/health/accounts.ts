import { dayMs } from '#shared/time.ts';
import type { ConnectedRedditAccount } from '#shared/reddit-account.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { RedditAccount } from '#core/reddit/account/service.ts';
import { caps } from '../outbox/enqueue.ts';
import { countRecent } from '../outbox/queries.ts';

export type ListAccounts = RedditAccount['list'];
/** The result of the last check of an account; null before the first. */
type LevelOf = (userId: number, username: string) => Promise<ConnectedRedditAccount['health']>;

/** The workspace's Reddit accounts, with what each has sent and how it is. */
export function createAccountList({ db, now, listAccounts }: { db: Db; now: Now; listAccounts: ListAccounts }, levelOf: LevelOf) {
  return async function list(actor: Actor): Promise<{ items: ConnectedRedditAccount[] }> {
    const items: ConnectedRedditAccount[] = [];
    for (const account of await listAccounts(actor)) {
      const sent = await countRecent(db, { account: account.username.toLowerCase(), since: now() - dayMs });
      const health = account.isYours ? await levelOf(Number(account.by.id), account.username) : null;
      items.push({ ...account, sent, cap: caps.account, health });
    }
    return { items };
  };
}
