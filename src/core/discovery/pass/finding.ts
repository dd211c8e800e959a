import { isAudited, passesGate } from '#core/ai/gate.ts';
import { type ItemRow, itemOf } from '#core/inbox/items/items.ts';
import type { ScorerResult } from '#core/scoring/scorer.ts';
import { type NewLead, newTally, type Tally } from '../fetch/tally.ts';
import type { ModelCandidate } from './model-candidate-queries.ts';
import type { ScoredCampaign } from './scored-campaign.ts';

/** The result for one campaign and one item. */
export interface Finding {
  campaign: ScoredCampaign;
  item: ItemRow;
  result: ScorerResult;
  /** Fullname of an earlier item with nearly the same text. */
  original: string | null;
}

/** A request that no rule matched has no score, but deserves a look before items that scored next to nothing. */
const unscored = 20;

/** Which findings, none of them kept, a model should see: all that pass the gate, and a sample of the others. */
export function modelCandidatesOf(findings: readonly Finding[], now: number): ModelCandidate[] {
  return findings.flatMap(({ campaign, item, result }): ModelCandidate[] => {
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

/** Result of saving a batch of findings. */
export interface Written {
  /**
   * Campaigns whose cursor advanced. After a concurrent update by another process or an edit, the campaign waits for its own
   * batch.
   */
  campaigns: ReadonlySet<number>;
  newPosts: { campaignId: number; scope: string }[];
  newLeads: NewLead[];
  /** `campaign item` of what wasn't kept because the campaign already has nearly the same text. */
  duplicates: ReadonlySet<string>;
}

export function talliesOf(findings: readonly Finding[], written: Written): Tally[] {
  const tallies = new Map<string, Tally>();
  const tallyFor = (campaignId: number, scope: string): Tally => {
    const key = `${campaignId} ${scope}`;
    const tally = tallies.get(key) ?? newTally(campaignId, scope);
    tallies.set(key, tally);
    return tally;
  };
  for (const { campaign, item, result } of findings) {
    if (!written.campaigns.has(campaign.id)) continue;
    const tally = tallyFor(campaign.id, item.scope);
    tally.scored += 1;
    if (result.outcome === 'scored') tally.matched += 1;
    const reason = written.duplicates.has(`${campaign.id} ${item.id}`) ? 'near-duplicate' : result.reason;
    if (reason !== null) tally.filtered[reason] = (tally.filtered[reason] ?? 0) + 1;
  }
  for (const { campaignId, scope } of written.newPosts) tallyFor(campaignId, scope).posts += 1;
  for (const { campaignId, scope, subreddit } of written.newLeads) {
    const tally = tallyFor(campaignId, scope);
    tally.leads += 1;
    tally.leadsBySubreddit.set(subreddit, (tally.leadsBySubreddit.get(subreddit) ?? 0) + 1);
  }
  return [...tallies.values()];
}
