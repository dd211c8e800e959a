import { isAudited, passesGate } from '#core/ai/gate.ts';
import { itemOf } from '#core/inbox/items/items.ts';
import type { Finding } from '../tally.ts';
import type { UnseenRow } from './queries.ts';

/** A request that no rule matched has no score, but deserves a look before items that scored next to nothing. */
const unscored = 20;

/** Which findings, none of them kept, a model should see: all that pass the gate, and a sample of the others. */
export function unseenOf(findings: readonly Finding[], now: number): UnseenRow[] {
  return findings.flatMap(({ campaign, item, result }): UnseenRow[] => {
    if (item.gone !== null || result.reason?.startsWith('blacklisted')) return [];
    const passes = passesGate(itemOf(item), result);
    if (!passes && !isAudited(String(campaign.id), item.fullname)) return [];
    return [
      {
        campaign_id: campaign.id,
        item_id: item.id,
        profile_version: campaign.version,
        route: passes ? 'gate' : 'audit',
        score: result.score ?? unscored,
        found_at: now,
      },
    ];
  });
}
