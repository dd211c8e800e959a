import type { CommitMark } from '../commit-mark.ts';
import type { Db } from '../connect.ts';

/**
 * Which transactions a statement would see, as text: equal texts mean the same ones. Of this connection only: another one may lead
 * to another server, or to one that lost commits in a crash, and begins anew. A standby doesn't name those that are still being
 * replayed.
 */
const statement = `select case when not pg_is_in_recovery()
  then concat_ws(':', pg_backend_pid(), extract(epoch from pg_postmaster_start_time()), pg_current_snapshot()) end as mark`;

/** Marks commits by a statement on a pool of one connection. Without it, nothing is known. */
export const snapshotMark =
  (side: Db): CommitMark =>
  async () => {
    const [row] = await side.raw<{ mark: string | null }[]>(statement).catch(() => []);
    return row?.mark ?? null;
  };
