import type { PurgeReport } from '#shared/purges.ts';
import { sources } from '#shared/sources.ts';
import { hourMs, dayMs } from '#shared/time.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { listDeletions, sumDeletions } from '#core/platform/deletion-log-queries.ts';
import { listScopesOf, pageSourceOf } from '#core/inbox/items/queries.ts';
import type { DeletionLogRow } from '#core/platform/tables.ts';
import { countChecked, countOthers, countPages } from '../queries.ts';

interface DeletionReportDeps {
  readDb: Db;
  now: Now;
  /** Why items from Reddit can't be checked again; empty if they can. */
  whyUnchecked: () => string;
}

/** Reddit's deadline for applying deletions. */
const promisedHours = 48;
const latelyDays = 30;
const shown = 100;
const redditScope = '';
const ofReddit: ReadonlySet<string> = new Set([redditScope, pageSourceOf('reddit')]);
const sumOf = (those: readonly { total: number }[]): number => those.reduce((sum, { total }) => sum + total, 0);
const followed = sources.filter(({ id, can }) => id !== 'reddit' && can.followDeletions);
/** Scopes whose items are rechecked. */
async function listCheckedScopes(db: Db): Promise<string[]> {
  const scopes = await Promise.all(followed.map(({ id }) => listScopesOf(db, id)));
  return [redditScope, ...scopes.flat()];
}

const silence = "don't say what was deleted. Users can delete these posts.";
const silent = sources
  .filter(({ can }) => !can.followDeletions)
  .map(({ id, label }) => [id, { what: label.toLowerCase(), why: `${label} ${silence}` }] as const);
/** Sources that don't say what was deleted. */
const uncheckedSources: Readonly<Record<string, { what: string; why: string }>> = {
  ...Object.fromEntries(silent),
  sample: { what: 'the sample', why: 'Sample posts are invented.' },
};
const imported = { what: 'imports', why: "Earshot doesn't check imported posts with Reddit. Users can delete them." };

const unchecked = (source: string, items: number): PurgeReport['unchecked'][number] => {
  const { what, why } = uncheckedSources[source] ?? imported;
  return { what, items, why };
};

const present = ({ id, at, ...row }: DeletionLogRow): PurgeReport['purges'][number] =>
  Object.assign(row, { id: String(id), at: isoTime(at) });

/** Shows admins what was deleted on Reddit and whether it has been deleted here. */
export function createDeletionReport({ readDb, now, whyUnchecked }: DeletionReportDeps) {
  return {
    async report(actor: Actor): Promise<PurgeReport> {
      requireAdmin(actor);
      const checkedScopes = await listCheckedScopes(readDb);
      // At the same time: on PostgreSQL, each statement is a round trip.
      const since = now() - promisedHours * hourMs;
      const [read, pages, others, purges, lately] = await Promise.all([
        countChecked(readDb, checkedScopes, since),
        countPages(readDb, since),
        countOthers(readDb, checkedScopes),
        listDeletions(readDb, shown),
        sumDeletions(readDb, now() - latelyDays * dayMs),
      ]);
      const checked = [...read, ...pages];
      const late = checked.reduce((sum, scope) => sum + scope.late, 0);
      const why = whyUnchecked();
      const onReddit = why === '' ? 0 : sumOf(checked.filter(({ scope }) => ofReddit.has(scope)));
      return {
        promise: {
          hours: promisedHours,
          holds: late === 0,
          kept: sumOf(checked),
          late,
          oldestLookAt: checked.length === 0 ? null : isoTime(Math.min(...checked.map(({ oldest }) => oldest))),
        },
        unchecked: [
          ...(onReddit > 0 ? [{ what: 'Reddit', items: onReddit, why: `Not possible right now: ${why}.` }] : []),
          ...others.map(({ source, items }) => unchecked(source, items)),
        ],
        lately: { days: latelyDays, ...lately },
        purges: purges.map(present),
      };
    },
  };
}
