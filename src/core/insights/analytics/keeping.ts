import { type Db, transact } from '#core/platform/db/connect.ts';
import { writeOr } from '#core/platform/db/failure.ts';
import { countDayFacts } from './count-facts.ts';
import { isEmpty } from './facts.ts';
import { listStaleDays, saveDays, type StaleDay, takeStale, type UserDays } from './queries.ts';

/** Days that are counted in one transaction: fewer statements than one by one, and not long for those who wait to write. */
const daysAtOnce = 7;

/** Recounts days of a user in a transaction of their own; a concurrent change marks a day as stale again. */
async function countDays(db: Db, { userId, days }: UserDays): Promise<void> {
  await transact(db, async (trx) => {
    const stale = await takeStale(trx, { userId, days });
    const facts = await countDayFacts(trx, { userId, first: Math.min(...days), last: Math.max(...days) });
    const counted = [...stale].flatMap(([day, ids]) =>
      ids.map((campaignId) => {
        const own = facts.get(day)?.get(campaignId);
        return { campaignId, day, facts: own === undefined || isEmpty(own) ? null : own };
      }),
    );
    await saveDays(trx, userId, counted);
  });
}

/** Days of the same user that are near each other. */
function together(stale: readonly StaleDay[]): UserDays[] {
  const groups = Map.groupBy(stale, ({ user_id, day }) => `${user_id} ${Math.floor(day / daysAtOnce)}`);
  return [...groups.values()].map((some) => ({ userId: some[0]?.user_id ?? 0, days: some.map(({ day }) => day) }));
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
  for (const some of together(stale)) {
    if (signal?.aborted) break;
    await countDays(db, some);
    done += some.days.length;
  }
  return done;
}

/** The same before a read, which shows the stored figures while the database can't be written. */
export const tryCatchUp = (db: Db, wanted: Wanted, signal?: AbortSignal): Promise<number> =>
  writeOr(
    () => catchUp(db, wanted, signal),
    async () => 0,
  );
