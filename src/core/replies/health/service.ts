import type { Health, HealthHistory } from '#shared/health.ts';
import { minuteMs, dayMs } from '#shared/time.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { findLatest, findOwnItems, listReports, listUnchecked, type ReportRow } from '../own-reports/queries.ts';
import { createChecking, type HealthDeps, type CheckOptions } from './checking.ts';
import { evidenceOf, reportOf, summaryOf } from './report.ts';

const batch = 20;
/** Nearly fresh data: users who check again have usually changed something. */
const byHand: CheckOptions = { priority: 'interactive', maxAgeMs: minuteMs };
const byJob: CheckOptions = { priority: 'background', maxAgeMs: dayMs };

/** How Reddit treats the user's own account, based on what it shows them and visitors. */
export function createHealth(deps: HealthDeps) {
  const { db, now, bus } = deps;
  const check = createChecking(deps);
  const filterFor = (actor: Actor) => ({ userId: userIdOf(actor), kind: 'health' as const });
  const shown = async (row: ReportRow): Promise<Health> => reportOf(row, await findOwnItems(db, row.user_id, evidenceOf(row)));

  return {
    /** Throws `conflict` without an account, `unavailable` if Reddit can't be read. */
    current: async (actor: Actor): Promise<Health> => shown(await check(actor, byHand)),

    /** Null before the first report. */
    async latest(actor: Actor): Promise<Health | null> {
      const row = await findLatest(db, filterFor(actor));
      return row ? shown(row) : null;
    },

    /** Newest first. */
    history: async (actor: Actor): Promise<HealthHistory> => ({ items: (await listReports(db, filterFor(actor))).map(summaryOf) }),

    /** For the job: checks connected accounts once a day. Accounts that can't be read are tried again in the next run. */
    async checkDue(signal: AbortSignal): Promise<{ checked: number; failed: number }> {
      const done = { checked: 0, failed: 0 };
      for (const userId of await listUnchecked(db, now() - dayMs, batch)) {
        if (signal.aborted) break;
        const actor: Actor = { kind: 'user', userId: String(userId), role: 'user' };
        try {
          await check(actor, { ...byJob, signal });
          bus.announce(actor.userId, ['account-health-changed']);
          done.checked += 1;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          done.failed += 1;
        }
      }
      return done;
    },
  };
}
