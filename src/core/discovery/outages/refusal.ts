import type { Db } from '#core/platform/db/connect.ts';
import type { SourceHealth } from '#shared/source-health.ts';
import { sourceIds } from '#shared/sources.ts';
import { healthOf, refusalIn } from './health.ts';
import { readSourceStates } from './queries.ts';

/** What is wrong when Reddit, as its streams are stored, is closed to the whole instance; null when it isn't. */
export const findRefusal = async (db: Db, now: number): Promise<string | null> =>
  refusalIn((await readSourceStates(db, now, ['reddit'])).groups);

/** The sources outside Reddit that campaigns monitor, as they were read last. */
export async function readOutside(db: Db, now: number): Promise<SourceHealth[]> {
  const outside = sourceIds.filter((id) => id !== 'reddit');
  const { groups } = await readSourceStates(db, now, outside);
  return healthOf(groups, new Map(), now);
}
