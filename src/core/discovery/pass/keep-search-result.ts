import type { CoreContext } from '#core/context.ts';
import type { CampaignRow } from '#core/inbox/campaigns/rows.ts';
import type { ItemRow, Items } from '#core/inbox/items/items.ts';
import { findItem } from '#core/inbox/items/queries.ts';
import { mergeLeads } from '#core/inbox/leads/merge.ts';
import type { FeatureReader } from '#core/inbox/learning/features.ts';
import { insertOne, listPostsNamed, movePosts, reopenPost } from '#core/inbox/posts/scored-queries.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { decide } from '#core/scoring/lead-threshold.ts';
import type { ScorerResult } from '#core/scoring/scorer.ts';
import { indexKept, type Kept, rankFor, scoredPostOf, movedTo } from './kept-post.ts';
import { createCampaignCache, type ScoredCampaign } from './scored-campaign.ts';

interface Deps extends Pick<CoreContext, 'db' | 'bus' | 'now'> {
  reader: FeatureReader;
  itemStore: Items;
  /** Stored in `scored_by`: `builtin`, or a mark that a model should still score the post. */
  scoredBy: () => string;
}

/** Decides between post and lead by score; an item that its user asked for is always at least a post. */
function keptOf(campaign: ScoredCampaign, { item, result, now }: { item: ItemRow; result: ScorerResult; now: number }): Kept | null {
  const { assessment } = result;
  if (!assessment) return null;
  const { rank, learnedPoints, merit, score } = rankFor(campaign, item, { assessment, at: now });
  const decided = decide({ score, merit, role: assessment.role }, campaign.scoring) === 'lead' ? 'lead' : 'post';
  return { finding: { campaign, item, result, original: null }, assessment, rank, learnedPoints, merit, decided, discoveredAt: now };
}

/** The post that the campaign has of an item, now made from this item even if it was imported before, unless this one is. */
async function takeOver(trx: Trx, campaignId: number, item: ItemRow): Promise<number | null> {
  const posts = (await listPostsNamed(trx, [item.fullname])).filter(({ campaign_id }) => campaign_id === campaignId);
  const own = posts.find(({ item_id }) => item_id === item.id);
  const [before = null] = own ? [own] : posts;
  if (before && !own && !item.scope.startsWith('campaign:')) await movePosts(trx, [movedTo(before.id, item)]);
  return before?.id ?? null;
}

/** Where an item comes from, and whether its user asked for it: then it stays until its user archives it. */
export interface KeptFrom {
  scope: string;
  source: string;
  isWanted: boolean;
}
const fromSearch: KeptFrom = { scope: '', source: 'search', isWanted: true };

/** Saves one item to a campaign, regardless of the campaign's streams. */
export function createKeepSearchResult({ db, bus, now, reader, itemStore, scoredBy }: Deps) {
  const readCampaigns = createCampaignCache(db, reader);
  return async function keepItem(
    row: CampaignRow,
    { item, result }: { item: FetchedItem; result: ScorerResult },
    { scope, source, isWanted }: KeptFrom = fromSearch,
  ): Promise<{ postId: string; created: boolean }> {
    const at = now();
    const [campaign] = await readCampaigns([row]);
    if (!campaign) throw new AppError('not_found', 'Campaign not found');
    const saved = await transact(db, async (trx) => {
      await itemStore.store(trx, { scope, source, items: [item], now: at });
      const stored = await findItem(trx, { scope, fullname: item.fullname });
      const kept = stored && keptOf(campaign, { item: stored, result, now: at });
      if (stored?.gone) throw new AppError('not_found', 'The author deleted this');
      if (!stored || !kept) throw new Error('An item that was just stored is missing');
      const post = scoredPostOf(kept, scoredBy());
      const before = await takeOver(trx, campaign.id, stored);
      if (before !== null) {
        // It was archived or no longer matched: saving it again restores it.
        await reopenPost(trx, before, post.status);
        await mergeLeads(trx, [before], at);
        return { id: before, created: false };
      }
      const id = await insertOne(trx, post, { isWanted });
      await indexKept(trx, [kept]);
      await mergeLeads(trx, [id], at);
      return { id, created: true };
    });
    bus.announce(String(row.user_id), ['posts-changed', 'leads-changed']);
    return { postId: String(saved.id), created: saved.created };
  };
}
