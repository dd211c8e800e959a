import type { Assessment } from '#shared/scoring.ts';
import type { ItemRow } from '#core/inbox/items/items.ts';
import { scoreColumnsOf } from '#core/inbox/posts/score-columns.ts';
import { listReaders, type ScoredPost } from '#core/inbox/posts/scored-queries.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { indexTexts } from '#core/platform/db/text-search.ts';
import { recencyOf } from '#core/scoring/arithmetic.ts';
import { confidenceAt, type Rank, rankOf } from '#core/scoring/confidence.ts';
import { meritOf } from '#core/scoring/lead-threshold.ts';
import type { ScoredCampaign } from './scored-campaign.ts';
import type { Finding } from './finding.ts';

/** An item that a campaign keeps as a post. */
export interface Kept {
  finding: Finding;
  assessment: Assessment;
  rank: Rank;
  learnedPoints: number;
  merit: number;
  decided: 'lead' | 'post';
  discoveredAt: number;
}

/** Rank of an item in a campaign with its learned points, and with recency as of `at` (UTC ms). */
export function rankFor(
  campaign: ScoredCampaign,
  item: ItemRow,
  { assessment, at }: { assessment: Assessment; at: number },
): Pick<Kept, 'rank' | 'learnedPoints' | 'merit'> & { score: number } {
  const { components, role } = assessment;
  const { kind, subreddit_key: subreddit, title, body, created_at } = item;
  const aged = { ...components, recency: recencyOf(created_at, at) };
  const learnedPoints = campaign.learnedPoints({ components: aged, role, kind, subreddit, title, body });
  const rank = rankOf(components, campaign.scoring.weights, { ...assessment, learnedPoints });
  const merit = meritOf(components, campaign.scoring.weights, { ...assessment, learnedPoints });
  return { rank, learnedPoints, merit, score: confidenceAt(rank, created_at, at) };
}

export const scoredPostOf = ({ finding, discoveredAt, ...scored }: Kept, scoredBy: string): ScoredPost => ({
  ...scoreColumnsOf({ ...scored, scoredBy }),
  campaign_id: finding.campaign.id,
  user_id: finding.campaign.userId,
  item_id: finding.item.id,
  kind: finding.item.kind,
  subreddit_key: finding.item.subreddit_key,
  author_key: finding.item.author?.toLowerCase() ?? null,
  matched_rules: JSON.stringify(finding.result.matchedRules),
  created_at: finding.item.created_at,
  discovered_at: discoveredAt,
  open: 1,
  status: scored.decided === 'lead' && finding.item.author !== null ? 'lead' : 'new',
});

/** Adds kept texts to the search index of every user who has a post of them. */
export async function indexKept(trx: Trx, kept: readonly Kept[]): Promise<void> {
  const items = [...new Map(kept.map(({ finding: { item } }) => [item.id, item])).values()];
  const readers = await listReaders(
    trx,
    items.map(({ id }) => id),
  );
  await indexTexts(
    trx,
    items.map(({ id, title, body, author }) => ({ itemId: id, title, body, author, userIds: readers.get(id) ?? [] })),
  );
}
