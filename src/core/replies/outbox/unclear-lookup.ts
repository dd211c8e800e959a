import { minuteMs, hourMs } from '#shared/time.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import { cleanText } from '#core/reddit/client/text.ts';
import { readListing } from '#core/reddit/client/wire.ts';
import { changeRow, type OutboxRow } from './queries.ts';
import type { Recording } from './recording.ts';
import type { ConnectedAccount } from '#core/reddit/account/service.ts';
import type { CoreContext } from '#core/context.ts';

const pausedMs = 5 * minuteMs;
/** Pauses before looking again in the account's comments; Reddit's listings can lag. */
const lookAfterMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs];
export interface LookupDeps extends Pick<CoreContext, 'db' | 'now'> {
  findConnected: (userId: number) => Promise<ConnectedAccount | null>;
}

export const maxLooks = lookAfterMs.length + 1;
/** Reddit's clock and ours may differ. */
const slackMs = 600_000;

const sameText = (a: string, b: string): boolean => cleanText(a).replaceAll(/\s+/g, ' ') === cleanText(b).replaceAll(/\s+/g, ' ');

/** Looks for a reply with an unclear result among the account's comments. Never sends it again. */
export function createUnclearLookup({ db, now, findConnected }: LookupDeps, { record, sent }: Recording) {
  return async function look(row: OutboxRow): Promise<void> {
    const account = await findConnected(row.user_id);
    const isSame = account?.username.toLowerCase() === row.account;
    if (!account || !isSame) return void (await changeRow(db, row, { due_at: now() + pausedMs }));
    try {
      const own = await account.api.get(`/user/${account.username}/comments`, { sort: 'new', limit: 100 }, { priority: 'interactive' });
      const found = readListing(own).items.find(
        ({ kind, parentFullname, body, createdAt }) =>
          kind === 'comment' &&
          parentFullname === row.parent_fullname &&
          sameText(body, row.text) &&
          createdAt >= (row.tried_at ?? row.created_at) - slackMs,
      );
      if (found) await sent(row, found);
      else await record(row, { looks: row.looks + 1, due_at: now() + (lookAfterMs[row.looks] ?? 0) });
    } catch (error) {
      if (!(error instanceof RedditFailure)) throw error;
      await record(row, { due_at: error.retryAt ?? now() + pausedMs });
    }
  };
}
