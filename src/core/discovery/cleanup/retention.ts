import type { CoreContext } from '#core/context.ts';
import { deleteUnmatched, type SelectMentions } from '#core/inbox/items/queries.ts';
import { refreshLeads } from '#core/inbox/leads/merge.ts';
import { deleteOldUndos, listLeadsToRefresh } from '#core/inbox/posts/scored-queries.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { deleteOldRuns } from '../fetch/run-queries.ts';
import { deleteReadings, halfHourMs } from '../fetch/stream-queries.ts';

export interface Retention {
  unmatchedHours: number;
  runsDays: number;
}
interface Deps extends Pick<CoreContext, 'db' | 'bus' | 'now'> {
  retention: Retention;
  selectMentions: SelectMentions;
}
export interface Pruned {
  items: number;
  runs: number;
}

const hour = 3_600_000;
const day = 24 * hour;
const chunk = 1000;
const stripDays = 2;

async function inChunks(prune: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (let last = chunk; last === chunk && !signal.aborted; removed += last) last = await prune();
  return removed;
}

/** Recency decays, so a person's strongest post can change with time alone. */
async function refreshStandings(db: Db, now: number, signal: AbortSignal): Promise<void> {
  for (let after = 0; !signal.aborted;) {
    const ids = await listLeadsToRefresh(db, after, chunk);
    if (ids.length === 0) return;
    await transact(db, (trx) => refreshLeads(trx, ids, now));
    after = ids.at(-1) ?? 0;
  }
}

/** Deletes what is no longer needed, in small transactions. Ages are measured at `at`. */
export async function pruneFetched({ db, bus, now, retention, selectMentions }: Deps, signal: AbortSignal, at: number): Promise<Pruned> {
  const until = at - retention.unmatchedHours * hour;
  const items = await inChunks(() => transact(db, (trx) => deleteUnmatched(trx, { until, selectMentions, limit: chunk })), signal);
  const oldest = at - retention.runsDays * day;
  const runs = await inChunks(() => transact(db, (trx) => deleteOldRuns(trx, oldest, chunk)), signal);
  await transact(db, async (trx) => {
    await deleteReadings(trx, Math.floor((at - stripDays * day) / halfHourMs));
    await deleteOldUndos(trx, at - day);
  });
  await refreshStandings(db, now(), signal);
  bus.push({ userId: null }, 'cleanup-complete', { removed: items + runs });
  return { items, runs };
}
