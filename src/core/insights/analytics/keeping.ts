import { type Db, transact } from '#core/platform/db/connect.ts';
import { writeOr } from '#core/platform/db/failure.ts';
import { countFacts } from './count-facts.ts';
import { isEmpty } from './facts.ts';
import { listStaleDays, saveDay, type StaleDay, takeStale } from './queries.ts';

export const dayMs = 86_400_000;

/** Recounts one day of a user in its own transaction; a concurrent change marks the day as stale again. */
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
  /** Null: all users. */
  userId: number | null;
  /** First and last UTC day (inclusive); no bound when absent. */
  from?: number;
  to?: number;
  limit: number;
}

/** Recounts stale days, newest first. Returns how many it counted. */
export async function catchUp(db: Db, wanted: Wanted, signal?: AbortSignal): Promise<number> {
  const stale = await listStaleDays(db, wanted);
  let done = 0;
  for (const day of stale) {
    if (signal?.aborted) break;
    await countDay(db, day);
    done += 1;
  }
  return done;
}

/** The same before a read, which shows the stored figures while the database can't be written. */
export const tryCatchUp = (db: Db, wanted: Wanted, signal?: AbortSignal): Promise<number> =>
  writeOr(
    () => catchUp(db, wanted, signal),
    async () => 0,
  );
