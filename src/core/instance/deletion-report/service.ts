import type { PurgeReport } from '#shared/purges.ts';
import { hourMs, dayMs } from '#shared/time.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { listDeletions, sumDeletions } from '#core/platform/deletion-log-queries.ts';
import type { DeletionLogRow } from '#core/platform/tables.ts';
import { countChecked, countImported } from './queries.ts';

interface DeletionReportDeps {
  db: Db;
  now: Now;
  /** Why items from Reddit can't be checked again; empty if they can. */
  whyUnchecked: () => string;
}

/** Reddit's deadline for applying deletions. */
const promisedHours = 48;
const latelyDays = 30;
const shown = 100;
const importedWhy = 'Imported by users. Earshot doesn’t check imports with Reddit; their users can delete them.';

const present = ({ id, at, ...row }: DeletionLogRow): PurgeReport['purges'][number] =>
  Object.assign(row, { id: String(id), at: new Date(at).toISOString() });

/** Shows admins what was deleted on Reddit and whether it has been deleted here. */
export function createDeletionReport({ db, now, whyUnchecked }: DeletionReportDeps) {
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
          ...(why !== '' && total > 0 ? [{ what: 'Reddit', items: total, why: `Not possible right now: ${why}.` }] : []),
          ...fromUsers.map(({ source, items }) => ({ what: source, items, why: importedWhy })),
        ],
        lately: { days: latelyDays, ...(await sumDeletions(db, now() - latelyDays * dayMs)) },
        purges: purges.map(present),
      };
    },
  };
}
