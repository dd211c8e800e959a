import { halfHourMs } from '#core/inbox/campaigns/coverage.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { refreshLeads } from '#core/inbox/leads/merge.ts';
import { forgetTexts } from '#core/platform/db/text-search.ts';

export interface Retention {
  unmatchedHours: number;
  runsDays: number;
}
interface Deps {
  db: Db;
  bus: Bus;
  now: Now;
  retention: Retention;
}
export interface Pruned {
  items: number;
  runs: number;
}

const hour = 3_600_000;
const day = 24 * hour;
const chunk = 1000;
const stripDays = 2;

/** Items without a post, fetched before `until` and scored by every active campaign. */
async function pruneItems(trx: Trx, until: number): Promise<number> {
  const scored = await trx('campaigns').where({ status: 'active' }).min<{ seq: number | null }>({ seq: 'scored_seq' }).first();
  const ids = await trx('items')
    .where('fetched_at', '<', until)
    .where('seq', '<=', scored?.seq ?? Number.MAX_SAFE_INTEGER)
    .whereNotExists(trx('posts').select('id').whereRaw('posts.item_id = items.id'))
    .whereNotExists(trx('competitor_mentions').select('id').whereRaw('competitor_mentions.item_id = items.id'))
    .orderBy('fetched_at')
    .limit(chunk)
    .pluck<number[]>('id');
  await forgetTexts(trx, ids);
  return trx('items').whereIn('id', ids).delete();
}

async function inChunks(prune: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (let last = chunk; last === chunk && !signal.aborted; removed += last) last = await prune();
  return removed;
}

/** Recency decays, so the strongest post of a person can change by time alone. */
async function refreshStandings(db: Db, now: number, signal: AbortSignal): Promise<void> {
  for (let after = 0; !signal.aborted;) {
    const ids = await db('posts')
      .whereNotNull('lead_id')
      .where('lead_id', '>', after)
      .groupBy('lead_id')
      .havingRaw('count(*) > 1')
      .orderBy('lead_id')
      .limit(chunk)
      .pluck<number[]>('lead_id');
    if (ids.length === 0) return;
    await transact(db, (trx) => refreshLeads(trx, ids, now));
    after = ids.at(-1) ?? 0;
  }
}

/** Removes what nobody needs any more, in small transactions. Ages count until `at`. */
export async function pruneFetched({ db, bus, now, retention }: Deps, signal: AbortSignal, at: number): Promise<Pruned> {
  const items = await inChunks(() => transact(db, (trx) => pruneItems(trx, at - retention.unmatchedHours * hour)), signal);
  const oldRuns = (trx: Trx) =>
    trx('runs')
      .whereIn(
        'id',
        trx('runs')
          .select('id')
          .where('started_at', '<', at - retention.runsDays * day)
          .whereNot({ state: 'running' })
          .limit(chunk),
      )
      .delete();
  const runs = await inChunks(() => transact(db, oldRuns), signal);
  await transact(db, async (trx) => {
    await trx('stream_readings')
      .where('half_hour', '<', Math.floor((at - stripDays * day) / halfHourMs))
      .delete();
    await trx('undos')
      .where('created_at', '<', at - day)
      .delete();
  });
  await refreshStandings(db, now(), signal);
  bus.push({ userId: null }, 'cleanup-complete', { removed: items + runs });
  return { items, runs };
}
