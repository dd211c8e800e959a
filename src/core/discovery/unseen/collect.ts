import { isAudited, passesGate } from '#core/ai/gate.ts';
import { itemOf } from '#core/inbox/items/items.ts';
import type { Finding } from '../tally.ts';
import type { UnseenRow } from './queries.ts';

/** An ask that no rule hit has no score; it is worth a look before what scored next to nothing. */
const unscored = 20;

/** What of these findings, none of which was kept, a model should see: all that passes the gate, and a sample of the rest. */
export function unseenOf(findings: readonly Finding[], now: number): UnseenRow[] {
  return findings.flatMap(({ campaign, item, verdict }): UnseenRow[] => {
    if (item.gone !== null || verdict.reason?.startsWith('blacklisted')) return [];
    const passes = passesGate(itemOf(item), verdict);
    if (!passes && !isAudited(String(campaign.id), item.fullname)) return [];
    return [
      {
        campaign_id: campaign.id,
        item_id: item.id,
        profile_version: campaign.version,
        route: passes ? 'gate' : 'audit',
        score: verdict.score ?? unscored,
        found_at: now,
      },
    ];
  });
}
