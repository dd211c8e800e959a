import type { CampaignRow } from '#core/inbox/campaigns/rows.ts';
import type { ItemRow, Items } from '#core/inbox/items/items.ts';
import { findItem } from '#core/inbox/items/queries.ts';
import { mergeLeads } from '#core/inbox/leads/merge.ts';
import type { FeatureReader } from '#core/inbox/learning/features.ts';
import { insertWanted, listPostsNamed, movePosts, reopenPost } from '#core/inbox/posts/scored-queries.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { decide } from '#core/scoring/arithmetic.ts';
import type { ScorerResult } from '#core/scoring/scorer.ts';
import { indexKept, type Kept, rankFor, scoredPostOf } from './kept-post.ts';
import { movedTo } from './same-item.ts';
import { createCampaignCache, type ScoredCampaign } from './scored-campaign.ts';

interface Deps {
  db: Db;
  bus: Bus;
  now: Now;
  reader: FeatureReader;
  itemStore: Items;
  /** Stored in `scored_by`: `builtin`, or a mark that a model should still score the post. */
  scoredBy: () => string;
}

/** Decides between post and lead by score; an item that its user asked for is always at least a post. */
function keptOf(campaign: ScoredCampaign, { item, result, now }: { item: ItemRow; result: ScorerResult; now: number }): Kept | null {
  const { assessment } = result;
  if (!assessment) return null;
  const { rank, learnedPoints, score } = rankFor(campaign, item, { assessment, at: now });
  const decided = decide(score, assessment.role, campaign.scoring) === 'lead' ? 'lead' : 'post';
  return { finding: { campaign, item, result, original: null }, assessment, rank, learnedPoints, decided, discoveredAt: now };
}

/** The post that the campaign has of an item, now made from this item even if it was imported before. */
async function takeOver(trx: Trx, campaignId: number, item: ItemRow): Promise<number | null> {
  const posts = (await listPostsNamed(trx, [item.fullname])).filter(({ campaign_id }) => campaign_id === campaignId);
  const own = posts.find(({ item_id }) => item_id === item.id);
  const [before = null] = own ? [own] : posts;
  if (before && !own) await movePosts(trx, [movedTo(before.id, item)]);
  return before?.id ?? null;
}

/** Saves one item from Reddit to a campaign, regardless of the campaign's streams. It stays until its user archives it. */
export function createKeepSearchResult({ db, bus, now, reader, itemStore, scoredBy }: Deps) {
  const readCampaigns = createCampaignCache(db, reader);
  return async function keepItem(row: CampaignRow, item: FetchedItem, result: ScorerResult): Promise<{ postId: string; created: boolean }> {
    const at = now();
    const [campaign] = await readCampaigns([row]);
    if (!campaign) throw new AppError('not_found', 'Campaign not found');
    const saved = await transact(db, async (trx) => {
      await itemStore.store(trx, { scope: '', source: 'search', items: [item], now: at });
      const stored = await findItem(trx, { scope: '', fullname: item.fullname });
      const kept = stored && keptOf(campaign, { item: stored, result, now: at });
      if (stored?.gone) throw new AppError('not_found', 'The author deleted this on Reddit');
      if (!stored || !kept) throw new Error('An item that was just stored is missing');
      const post = scoredPostOf(kept, scoredBy());
      const before = await takeOver(trx, campaign.id, stored);
      if (before !== null) {
        // It was archived or no longer matched: saving it again restores it.
        await reopenPost(trx, before, post.status);
        await mergeLeads(trx, [before], at);
        return { id: before, created: false };
      }
      const id = await insertWanted(trx, post);
      await indexKept(trx, [kept]);
      await mergeLeads(trx, [id], at);
      return { id, created: true };
    });
    bus.announce(String(row.user_id), ['posts-changed', 'leads-changed']);
    return { postId: String(saved.id), created: saved.created };
  };
}
