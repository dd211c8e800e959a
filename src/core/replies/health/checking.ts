import { dayMs } from '#shared/time.ts';
import type { OwnActivity } from '../activity/service.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { insertReport, listReports, type ReportRow } from '../own-reports/queries.ts';
import { reportable } from '../own-reports/reading.ts';
import type { Priority } from '#core/reddit/client/budget.ts';
import { brandsOf } from '../check/own-share.ts';
import { listWebsites } from '../check/queries.ts';
import { type Facts } from './finding.ts';
import type { LookFromOutside } from './outside.ts';
import { countSent } from './queries.ts';
import { type Kept, keptOf } from './report.ts';
import { findingsOf } from './summary.ts';

export interface HealthDeps {
  db: Db;
  now: Now;
  bus: Bus;
  readActivity: (actor: Actor, options: { maxAgeMs?: number; priority?: Priority; signal?: AbortSignal }) => Promise<OwnActivity>;
  lookFromOutside: LookFromOutside;
}
export interface CheckOptions {
  priority: Priority;
  /** Maximum age of the stored activity in ms. */
  maxAgeMs: number;
  signal?: AbortSignal;
}

const karmaOf = (rows: readonly ReportRow[]): Facts['karma'] =>
  rows.flatMap((row) => {
    const value = keptOf(row).findings.find(({ key }) => key === 'karma')?.value ?? null;
    return value === null ? [] : [{ at: row.created_at, value }];
  });

/** Notifies only of new problems, not of the same one every day. */
function notifyOfWorse(bus: Bus, row: ReportRow, before: ReportRow | undefined): void {
  const levels = new Map(before ? keptOf(before).findings.map(({ key, level }) => [key, level]) : []);
  for (const { key, level, message, advice } of keptOf(row).findings) {
    if (level !== 'act' || levels.get(key) === 'act') continue;
    bus.emit('notice', {
      userId: String(row.user_id),
      kind: 'health',
      key: `${row.id} ${key}`,
      title: 'Your Reddit account needs attention',
      text: [message, advice].filter(Boolean).join(' '),
      path: '/dashboard/reddit-health',
    });
  }
}

/** Checks the account on Reddit and stores the report. Throws like `reportable`. */
export function createChecking({ db, now, bus, readActivity, lookFromOutside }: HealthDeps) {
  return async function check(actor: Actor, { priority, signal, maxAgeMs }: CheckOptions): Promise<ReportRow> {
    const userId = userIdOf(actor);
    const which = { userId, kind: 'health' as const };
    const asked = { priority, ...(signal ? { signal } : {}) };
    const own = reportable(await readActivity(actor, { maxAgeMs, ...asked }));
    const { username } = own.account;
    const outside = await lookFromOutside({ username, items: own.items, ...asked });
    const earlier = (await listReports(db, which)).filter((row) => row.username === username);
    const brands = brandsOf(await listWebsites(db, userId));
    const sent = await countSent(db, userId, now() - 90 * dayMs);
    const findings = findingsOf({ now: now(), own, outside, brands, karma: karmaOf(earlier), sent });
    const kept: Kept = { error: own.error, findings };
    const row = { user_id: userId, kind: which.kind, username, created_at: now(), sample_size: own.items.length };
    const made = await insertReport(db, { ...row, report: JSON.stringify(kept) });
    notifyOfWorse(bus, made, earlier[0]);
    return made;
  };
}
