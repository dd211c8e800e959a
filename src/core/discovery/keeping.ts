import type { Bus } from '#core/platform/bus.ts';
import type { CampaignRow } from '#core/inbox/campaigns/rows.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { FeatureReader } from '#core/inbox/learning/features.ts';
import { mergeLeads } from '#core/inbox/leads/merge.ts';
import { confidenceAt, rankOf } from '#core/scoring/confidence.ts';
import { insertRows } from '#core/platform/db/many-rows.ts';
import { decide, recencyOf } from '#core/scoring/arithmetic.ts';
import type { FilterResult } from '#core/scoring/scorer.ts';
import type { ItemRow, Items } from '#core/inbox/items/items.ts';
import { createCampaignCache, type ScoredCampaign } from './scored-campaign.ts';
import { indexKept, type Kept, rowOf } from './write-findings.ts';

interface Deps {
  db: Db;
  bus: Bus;
  now: Now;
  reader: FeatureReader;
  itemStore: Items;
  /** What is written down of the built-in scorer's work; a model may take it from there. */
  scoredBy: string;
}

const getItem = (trx: Trx, fullname: string): Promise<ItemRow | undefined> =>
  trx<ItemRow>('items').where({ scope: '', fullname }).select('*').first();

/** By its numbers a post or a lead; what its user asked for is never less than a post. */
function keptOf(campaign: ScoredCampaign, { item, verdict, now }: { item: ItemRow; verdict: FilterResult; now: number }): Kept | null {
  if (!verdict.assessment) return null;
  const { components, role } = verdict.assessment;
  const { kind, subreddit_key: subreddit, title, body, created_at } = item;
  const aged = { ...components, recency: recencyOf(created_at, now) };
  const learnedPoints = campaign.learnedPoints({ components: aged, role, kind, subreddit, title, body });
  const rank = rankOf(components, campaign.scoring.weights, { ...verdict.assessment, learnedPoints });
  const decided = decide(confidenceAt(rank, created_at, now), role, campaign.scoring) === 'lead' ? 'lead' : 'post';
  return { finding: { campaign, item, verdict, original: null }, rank, learnedPoints, decided, discoveredAt: now };
}

/** One thing of Reddit that a user wants in a campaign, whatever the campaign listens to. It stands until they archive it. */
export function createKeeping({ db, bus, now, reader, itemStore, scoredBy }: Deps) {
  const readCampaigns = createCampaignCache(db, reader);
  return async function keepItem(
    row: CampaignRow,
    item: FetchedItem,
    verdict: FilterResult,
  ): Promise<{ postId: string; created: boolean }> {
    const at = now();
    const [campaign] = await readCampaigns([row]);
    if (!campaign) throw new AppError('not_found', 'Campaign not found');
    const result = await transact(db, async (trx) => {
      await itemStore.store(trx, { scope: '', source: 'search', items: [item], now: at });
      const stored = await getItem(trx, item.fullname);
      const kept = stored && keptOf(campaign, { item: stored, verdict, now: at });
      if (stored?.gone) throw new AppError('not_found', 'The author deleted this on Reddit');
      if (!stored || !kept) throw new Error('An item was stored and is not there');
      const of = { campaign_id: row.id, item_id: stored.id };
      const before = await trx('posts').where(of).first<{ id: number } | undefined>('id');
      if (before) {
        // Archived, or no longer a match: saving it again brings it back.
        await trx('posts')
          .where({ id: before.id, open: 0 })
          .update({ open: 1, touched: 1, status: rowOf(kept, scoredBy).status });
        await mergeLeads(trx, [before.id], at);
        return { id: before.id, created: false };
      }
      await insertRows(trx, 'posts', { rows: [{ ...rowOf(kept, scoredBy), touched: 1 }] });
      const made = await trx('posts').where(of).first<{ id: number }>('id');
      await indexKept(trx, [kept]);
      await mergeLeads(trx, [made.id], at);
      return { id: made.id, created: true };
    });
    bus.announce(String(row.user_id), ['posts-changed', 'leads-changed']);
    return { postId: String(result.id), created: result.created };
  };
}
