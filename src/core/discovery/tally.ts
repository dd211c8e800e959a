import type { SentTally } from '#core/platform/bus.ts';
import type { ScorerResult } from '#core/scoring/scorer.ts';
import type { ItemRow } from '#core/inbox/items/items.ts';
import type { ScoredCampaign } from './scored-campaign.ts';
import type { Written } from './written.ts';

/** The result for one campaign and one item. */
export interface Finding {
  campaign: ScoredCampaign;
  item: ItemRow;
  result: ScorerResult;
  /** Fullname of an earlier item with nearly the same text. */
  original: string | null;
}

/** Result of scoring a batch for one campaign and scope. */
export interface Tally {
  campaignId: number;
  scope: string;
  /** Reason → number of items. */
  filtered: Record<string, number>;
  /** Items that were scored: those of the run, and older ones that waited. */
  scored: number;
  matched: number;
  posts: number;
  leads: number;
  /** Subreddit → number of new leads. */
  leadsBySubreddit: Map<string, number>;
}

export const newTally = (campaignId: number, scope: string): Tally => ({
  campaignId,
  scope,
  filtered: {},
  scored: 0,
  matched: 0,
  posts: 0,
  leads: 0,
  leadsBySubreddit: new Map(),
});

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

export function addTally(tally: Tally, more: Tally): void {
  for (const [reason, count] of Object.entries(more.filtered)) tally.filtered[reason] = (tally.filtered[reason] ?? 0) + count;
  tally.scored += more.scored;
  tally.matched += more.matched;
  tally.posts += more.posts;
  tally.leads += more.leads;
  for (const [name, count] of more.leadsBySubreddit) tally.leadsBySubreddit.set(name, (tally.leadsBySubreddit.get(name) ?? 0) + count);
}

export const sentOf = (tally: Tally): SentTally => ({ ...tally, leadsBySubreddit: [...tally.leadsBySubreddit] });
export const tallyOf = (sent: SentTally): Tally => ({ ...sent, leadsBySubreddit: new Map(sent.leadsBySubreddit) });
