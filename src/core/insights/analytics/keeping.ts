import { type Db, transact } from '#core/platform/db/connect.ts';
import { countFacts } from './count-facts.ts';
import { isEmpty } from './facts.ts';
import { listStaleDays, saveDay, type StaleDay, takeStale } from './queries.ts';

export const dayMs = 86_400_000;

/** One user's day in a transaction of its own: a change meanwhile puts it on the list again. */
async function countDay(db: Db, stale: StaleDay): Promise<void> {
  await transact(db, async (trx) => {
    const ids = await takeStale(trx, stale);
    const facts = await countFacts(trx, { userId: stale.user_id, from: stale.day * dayMs, to: (stale.day + 1) * dayMs });
    const counted = ids.map((id) => {
      const own = facts.get(id);
      return [id, own === undefined || isEmpty(own) ? null : own] as const;
    });
    await saveDay(trx, stale, new Map(counted));
  });
}

interface Wanted {
  /** Null: of everybody. */
  userId: number | null;
  /** First and last day wanted; all when absent. */
  from?: number;
  to?: number;
  /** No more than so many days now. */
  most: number;
}

/** Counts again what changed, newest days first. Answers how many days it counted. */
export async function catchUp(db: Db, { most, ...wanted }: Wanted, signal?: AbortSignal): Promise<number> {
  const stale = await listStaleDays(db, { ...wanted, limit: most });
  let done = 0;
  for (const day of stale) {
    if (signal?.aborted) break;
    await countDay(db, day);
    done += 1;
  }
  return done;
}
