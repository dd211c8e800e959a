import type { Trx } from '#core/platform/db/connect.ts';
import { isRight, teaches } from './lessons.ts';
import { endPauseByHand, endPauses, listPauses, pauseRules, bumpRevision, type RatedRow, scoreAgain } from './queries.ts';

/** A rule with at least this many ratings, all bad, is paused. */
const minRejects = 8;

/** Rule → the rated posts that it matched and that teach something. */
export type RatedByRule = ReadonlyMap<string, readonly RatedRow[]>;

export function groupByRule(rows: readonly RatedRow[]): RatedByRule {
  const groups = new Map<string, RatedRow[]>();
  for (const row of rows.filter(teaches)) {
    for (const rule of new Set(JSON.parse(row.matched_rules) as string[])) {
      const group = groups.get(rule);
      if (group) group.push(row);
      else groups.set(rule, [row]);
    }
  }
  return groups;
}

/** Counts good and bad matches among the rated posts that a rule matched since a time. */
export function ratedOf(rule: string, rated: RatedByRule, since = 0): { right: number; wrong: number } {
  const own = (rated.get(rule) ?? []).filter((row) => row.rated_at > since);
  const right = own.filter(isRight).length;
  return { right, wrong: own.length - right };
}

/**
 * Pauses rules whose ratings are all bad, and resumes those for which that is no longer true, such as after feedback was removed.
 * Returns whether anything changed.
 */
export async function settlePauses(
  trx: Trx,
  { id, user_id, rules }: { id: number; user_id: number; rules: readonly string[] },
  { rated, now }: { rated: RatedByRule; now: number },
): Promise<boolean> {
  const known = new Map((await listPauses(trx, id)).map((row) => [row.rule, row]));
  const due = new Set(
    rules.filter((rule) => {
      const { right, wrong } = ratedOf(rule, rated, known.get(rule)?.resumed_at ?? 0);
      return right === 0 && wrong >= minRejects;
    }),
  );
  const fresh = [...due].filter((rule) => (known.get(rule)?.paused_since ?? null) === null);
  const resumed = [...known.values()].flatMap(({ rule, paused_since }) => (paused_since !== null && !due.has(rule) ? [rule] : []));
  await pauseRules(trx, { campaignId: id, userId: user_id, rules: fresh }, now);
  await endPauses(trx, id, resumed);
  if (fresh.length > 0) await bumpRevision(trx, id);
  if (resumed.length > 0) await scoreAgain(trx, id);
  return fresh.length + resumed.length > 0;
}

/** Resumes a rule by hand; earlier feedback no longer pauses it. Returns false when the rule isn't paused. */
export async function resumeRule(trx: Trx, campaignId: number, { rule, now }: { rule: string; now: number }): Promise<boolean> {
  const isResumed = await endPauseByHand(trx, campaignId, { rule, now });
  if (isResumed) await scoreAgain(trx, campaignId);
  return isResumed;
}
