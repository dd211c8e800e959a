import { hourMs } from '#shared/time.ts';
import { isPostgres } from '#migrations/engine.ts';
import { sleep } from '../clock.ts';
import { type Db, transact, type Trx } from '../db/connect.ts';

/** Index pages per step, so that other writers get their turn in between. */
const stepPages = 500;
const maxSteps = 2000;

const totalChanges = async (db: Db): Promise<number> => {
  const [row] = await db.raw<{ n: number }[]>('select total_changes() as n');
  return row?.n ?? 0;
};

/** A reader keeps the log from being emptied until its statement ends. */
const checkpointAttempts = 10;
const checkpointPauseMs = 1000;

/** Whether everything in the log was moved to the file, and the log is empty. */
export async function emptyLog(db: Db): Promise<boolean> {
  const [result] = await db.raw<{ busy: number }[]>('PRAGMA wal_checkpoint(TRUNCATE)');
  return result?.busy !== 1;
}

/**
 * Removes deleted text from the files as well. `secure_delete` overwrites freed rows, but the search index keeps words
 * of deleted rows until its segments are merged, and the write-ahead log keeps old pages until it is truncated. PostgreSQL
 * keeps deleted rows until they are vacuumed.
 */
export async function forgetDeletedPages(db: Db, signal?: AbortSignal): Promise<void> {
  if (isPostgres(db)) return void (await db.raw('vacuum'));
  // A negative number starts a merge of all segments; continue until a step changes nothing.
  for (let step = 0; step < maxSteps && !signal?.aborted; step += 1) {
    const before = await totalChanges(db);
    await db.raw(`insert into item_text_fts (item_text_fts, rank) values ('merge', ?)`, [step === 0 ? -stepPages : stepPages]);
    if ((await totalChanges(db)) - before < 2) break;
  }
  for (let attempt = 1; !(await emptyLog(db)) && attempt < checkpointAttempts; attempt += 1) await sleep(checkpointPauseMs, signal);
}

/** A period in which the server didn't run or its clock was changed. */
interface Gap {
  /** End of the gap, UTC ms. */
  at: number;
  ms: number;
}

/** A running server notes the time every half minute, and a restart takes a few minutes; only longer gaps count. */
const shortestGapMs = hourMs / 6;
/** Time within which a wrong clock should be noticed and corrected. */
const doubtMs = 48 * hourMs;

const only = { id: 1 };

/** The gaps of the last two days, and when the time was last noted. */
async function readClock(db: Db | Trx, now: number): Promise<{ seenAt: number; gaps: Gap[] }> {
  const row = await db('clock').where(only).first('seen_at', 'gaps');
  const gaps = JSON.parse(row?.gaps ?? '[]') as Gap[];
  return { seenAt: row?.seen_at ?? now, gaps: gaps.filter(({ at }) => at <= now && at > now - doubtMs) };
}

/** Notes the time. A gap since the last time is stored for two days, unless the clock is set back before. */
export const noteTime = (db: Db, now: number): Promise<void> =>
  transact(db, async (trx) => {
    const { seenAt, gaps } = await readClock(trx, now);
    const ms = now - seenAt;
    const noted = ms > shortestGapMs ? [...gaps, { at: now, ms }] : gaps;
    await trx('clock')
      .insert({ ...only, seen_at: now, gaps: JSON.stringify(noted) })
      .onConflict('id')
      .merge();
  });

/** The current time minus the gaps of the last two days. Used for deleting by age, so that a clock that jumps ahead deletes nothing. */
export async function steadyTime(db: Db, now: number): Promise<number> {
  const { gaps } = await readClock(db, now);
  return now - gaps.reduce((sum, { ms }) => sum + ms, 0);
}
