import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { isRight, teaches } from './lessons.ts';
import { bumpRevision, type RatedRow } from './queries.ts';

/** A rule whose scored matches are at least so many, and all wrong, matches no more until it is woken. */
const fewestRejects = 8;

interface PauseRow {
  rule: string;
  paused_since: number | null;
  resumed_at: number | null;
}

const listPauses = (db: Db, campaignId: number): Promise<PauseRow[]> =>
  db('paused_rules').where({ campaign_id: campaignId }).select<PauseRow[]>('rule', 'paused_since', 'resumed_at').limit(1000);

/** Campaign → the rules of it that match nothing at present, with when that began (UTC ms). */
export async function listPausedRules(db: Db, campaignIds: readonly number[]): Promise<Map<number, Map<string, number>>> {
  const paused = new Map<number, Map<string, number>>();
  for (const ids of chunked(campaignIds, 1)) {
    const rows = await db('paused_rules')
      .whereIn('campaign_id', ids)
      .whereNotNull('paused_since')
      .orderBy(['campaign_id', 'rule'])
      .select<{ campaign_id: number; rule: string; paused_since: number }[]>('campaign_id', 'rule', 'paused_since')
      .limit(100_000);
    for (const { campaign_id, rule, paused_since } of rows)
      paused.set(campaign_id, (paused.get(campaign_id) ?? new Map<string, number>()).set(rule, paused_since));
  }
  return paused;
}

/** Right and wrong among the scored posts that a rule matched, from a moment on. */
export function ratedOf(rule: string, rows: readonly RatedRow[], since = 0): { right: number; wrong: number } {
  const own = rows.filter((row) => teaches(row) && row.rated_at > since && (JSON.parse(row.matched_rules) as string[]).includes(rule));
  const right = own.filter(isRight).length;
  return { right, wrong: own.length - right };
}

/** What was fetched while a rule rested is scored again. */
async function ingestAgain(trx: Trx, campaignId: number): Promise<void> {
  await trx('campaigns').where({ id: campaignId }).update({ scored_seq: 0 });
  await bumpRevision(trx, campaignId);
}

/**
 * Puts the rules to rest that only bring rejects, and wakes those that do not any more, as when a feedback was taken
 * back. Answers whether anything changed.
 */
export async function settlePauses(
  trx: Trx,
  { id, user_id, rules }: { id: number; user_id: number; rules: readonly string[] },
  { rows, now }: { rows: readonly RatedRow[]; now: number },
): Promise<boolean> {
  const known = new Map((await listPauses(trx, id)).map((row) => [row.rule, row]));
  const due = new Set(
    rules.filter((rule) => {
      const { right, wrong } = ratedOf(rule, rows, known.get(rule)?.resumed_at ?? 0);
      return right === 0 && wrong >= fewestRejects;
    }),
  );
  const fresh = [...due].filter((rule) => (known.get(rule)?.paused_since ?? null) === null);
  const woken = [...known.values()].filter(({ rule, paused_since }) => paused_since !== null && !due.has(rule));
  for (const rule of fresh)
    await trx('paused_rules')
      .insert({ campaign_id: id, user_id, rule, paused_since: now })
      .onConflict(['campaign_id', 'rule'])
      .merge(['paused_since']);
  for (const { rule } of woken) await trx('paused_rules').where({ campaign_id: id, rule }).update({ paused_since: null });
  if (fresh.length > 0) await bumpRevision(trx, id);
  if (woken.length > 0) await ingestAgain(trx, id);
  return fresh.length + woken.length > 0;
}

/** Wakes a rule by hand; what was scored so far puts it to rest no more. Answers false for a rule that does not rest. */
export async function resumeRule(trx: Trx, campaignId: number, { rule, now }: { rule: string; now: number }): Promise<boolean> {
  const changed = await trx('paused_rules')
    .where({ campaign_id: campaignId, rule })
    .whereNotNull('paused_since')
    .update({ paused_since: null, resumed_at: now });
  if (changed > 0) await ingestAgain(trx, campaignId);
  return changed > 0;
}
