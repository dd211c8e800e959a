import type { PurgeReport } from '#shared/purges.ts';
import { hourMs, dayMs } from '#shared/time.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { listDeletions, sumDeletions } from '#core/platform/deletion-log-queries.ts';
import type { DeletionLogRow } from '#core/platform/tables.ts';
import { countChecked, countImported } from './queries.ts';

interface Deps {
  db: Db;
  now: Now;
  /** Why nothing kept from Reddit can be looked at again, in words; empty where it can. */
  whyUnchecked: () => string;
}

/** What Reddit asks of everybody who keeps what people wrote there. */
const promisedHours = 48;
const latelyDays = 30;
const shown = 100;
const brought = 'Brought in by users: Earshot does not ask Reddit about it. Its user can delete it.';

const present = ({ id, at, ...row }: DeletionLogRow): PurgeReport['purges'][number] =>
  Object.assign(row, { id: String(id), at: new Date(at).toISOString() });

/** For the operator: what was deleted elsewhere, and whether it is gone here. */
export function createPurges({ db, now, whyUnchecked }: Deps) {
  return {
    async report(actor: Actor): Promise<PurgeReport> {
      requireAdmin(actor);
      const { total, late, oldest } = await countChecked(db, now() - promisedHours * hourMs);
      const why = whyUnchecked();
      const fromUsers = await countImported(db);
      const purges = await listDeletions(db, shown);
      return {
        promise: {
          hours: promisedHours,
          holds: late === 0,
          kept: total,
          late,
          oldestLookAt: oldest === null ? null : new Date(oldest).toISOString(),
        },
        unchecked: [
          ...(why !== '' && total > 0 ? [{ what: 'Reddit', items: total, why: `Not possible now: ${why}.` }] : []),
          ...fromUsers.map(({ source, items }) => ({ what: source, items, why: brought })),
        ],
        lately: { days: latelyDays, ...(await sumDeletions(db, now() - latelyDays * dayMs)) },
        purges: purges.map(present),
      };
    },
  };
}
