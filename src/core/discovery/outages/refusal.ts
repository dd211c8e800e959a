import type { Db } from '#core/platform/db/connect.ts';
import { refusalIn } from './health.ts';
import { readSourceStates } from './queries.ts';

/** What is wrong when Reddit, as its streams are stored, is closed to the whole instance; null when it isn't. */
export const findRefusal = async (db: Db, now: number): Promise<string | null> =>
  refusalIn((await readSourceStates(db, now, ['reddit'])).groups);
