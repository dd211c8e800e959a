import { type CampaignRow, fieldsOf } from '../campaigns/rows.ts';
import type { Trx } from '../db/connect.ts';
import { mergeLeads } from '../leads/merge.ts';
import { confidenceAt, rankOf } from '../posts/confidence.ts';
import { updateRows } from '../posts/many-rows.ts';
import { decide } from '../scoring/arithmetic.ts';
import type { Components, SpeakerRole } from '#shared/scoring.ts';

interface StoredPost {
  id: number;
  item_id: number;
  components: string;
  role: SpeakerRole;
  solved: number;
  fit_none: number;
  created_at: number;
  discovered_at: number;
  author_key: string | null;
  status: string;
  touched: number;
}

const pageSize = 2000;

/** Gives the kept posts of a campaign their numbers in its present weights, from stored components alone. */
export async function rerank(trx: Trx, campaignId: number, now: number): Promise<void> {
  const row = await trx<CampaignRow>('campaigns').where({ id: campaignId }).first();
  if (!row) return;
  const { weights, leadThreshold } = fieldsOf(row);
  let recencyMost = 0;
  for (let after = 0; ;) {
    const posts = await trx('posts')
      .where({ campaign_id: campaignId })
      .where('item_id', '>', after)
      .orderBy('item_id')
      .select<StoredPost[]>([
        'id',
        'item_id',
        'components',
        'role',
        'solved',
        'fit_none',
        'created_at',
        'discovered_at',
        'author_key',
        'status',
        'touched',
      ])
      .limit(pageSize);
    const ranked = posts.map((post) => {
      const rank = rankOf(JSON.parse(post.components) as Components, weights, {
        role: post.role,
        solved: post.solved === 1,
        fitNone: post.fit_none === 1,
      });
      recencyMost = Math.max(recencyMost, rank.recencyPoints);
      const score = confidenceAt(rank, post.created_at, post.discovered_at);
      const decided = decide(score, post.role, { postFloor: 0, leadThreshold }) === 'lead' ? 'lead' : 'post';
      const status = decided === 'lead' && post.author_key !== null ? 'lead' : 'new';
      return {
        id: post.id,
        static_points: rank.staticPoints,
        recency_points: rank.recencyPoints,
        cap: rank.cap,
        decided,
        status: post.touched === 1 ? post.status : status,
      };
    });
    await updateRows(trx, 'posts', ranked);
    await mergeLeads(
      trx,
      posts.map(({ id }) => id),
      now,
    );
    after = posts.at(-1)?.item_id ?? 0;
    if (posts.length < pageSize) break;
  }
  await trx('campaigns').where({ id: campaignId }).update({ recency_most: recencyMost });
}
