import { chunked, type Trx } from '#core/platform/db/connect.ts';

/** Removes these leads from the queue of announcements. */
export async function endAnnouncements(trx: Trx, ids: readonly number[]): Promise<void> {
  for (const some of chunked([...ids], 1)) await trx('leads').whereIn('id', some).update({ announce_since: null });
}
