import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import type { PausedRulesRow } from '../tables.ts';

type PauseRow = Pick<PausedRulesRow, 'rule' | 'paused_since' | 'resumed_at'>;

export const listPauses = (db: Db, campaignId: number): Promise<PauseRow[]> =>
  db('paused_rules').where({ campaign_id: campaignId }).select('rule', 'paused_since', 'resumed_at').limit(1000);

/** Campaign id → its paused rules, each with the start of the pause (UTC ms). */
export async function listPausedRules(db: Db, campaignIds: readonly number[]): Promise<Map<number, Map<string, number>>> {
  const paused = new Map<number, Map<string, number>>();
  for (const ids of chunked(campaignIds, 1)) {
    const rows = await db('paused_rules')
      .whereIn('campaign_id', ids)
      .whereNotNull('paused_since')
      .orderBy(['campaign_id', 'rule'])
      .select('campaign_id', 'rule', 'paused_since')
      .limit(100_000);
    for (const { campaign_id, rule, paused_since } of rows)
      paused.set(campaign_id, (paused.get(campaign_id) ?? new Map<string, number>()).set(rule, paused_since ?? 0));
  }
  return paused;
}

export async function pauseRules(
  trx: Trx,
  { campaignId, userId, rules }: { campaignId: number; userId: number; rules: readonly string[] },
  now: number,
): Promise<void> {
  for (const rule of rules)
    await trx('paused_rules')
      .insert({ campaign_id: campaignId, user_id: userId, rule, paused_since: now })
      .onConflict(['campaign_id', 'rule'])
      .merge(['paused_since']);
}

export async function endPauses(trx: Trx, campaignId: number, rules: readonly string[]): Promise<void> {
  for (const rule of rules) await trx('paused_rules').where({ campaign_id: campaignId, rule }).update({ paused_since: null });
}

/** Returns false when the rule isn't paused. */
export async function endPauseByHand(trx: Trx, campaignId: number, { rule, now }: { rule: string; now: number }): Promise<boolean> {
  const changed = await trx('paused_rules')
    .where({ campaign_id: campaignId, rule })
    .whereNotNull('paused_since')
    .update({ paused_since: null, resumed_at: now });
  return changed > 0;
}
