import { type CampaignRow, fieldsOf } from '../campaigns/rows.ts';
import { chunked, type Trx } from '#core/platform/db/connect.ts';
import { mergeLeads, refreshLeads } from '../leads/merge.ts';
import { confidenceAt, rankOf } from '#core/scoring/confidence.ts';
import { updateRows } from '#core/platform/db/many-rows.ts';
import { decide } from '#core/scoring/arithmetic.ts';
import type { CampaignInput } from '#shared/campaigns.ts';
import type { Components, SpeakerRole } from '#shared/scoring.ts';

const columns = [
  'id',
  'item_id',
  'components',
  'role',
  'solved',
  'fit_none',
  'learned_points',
  'created_at',
  'discovered_at',
  'author_key',
  'lead_id',
  'status',
  'touched',
] as const;

interface StoredPost {
  id: number;
  item_id: number;
  components: string;
  role: SpeakerRole;
  solved: number;
  fit_none: number;
  learned_points: number;
  created_at: number;
  discovered_at: number;
  author_key: string | null;
  lead_id: number | null;
  status: string;
  touched: number;
}

type Ranking = Pick<CampaignInput, 'weights' | 'leadThreshold'>;

const pageSize = 2000;

/** The numbers and the place of a post, from what is stored of it. */
function rankedRow(post: StoredPost, { weights, leadThreshold }: Ranking) {
  const rank = rankOf(JSON.parse(post.components) as Components, weights, {
    role: post.role,
    solved: post.solved === 1,
    fitNone: post.fit_none === 1,
    learnedPoints: post.learned_points,
  });
  const score = confidenceAt(rank, post.created_at, post.discovered_at);
  const decided = decide(score, post.role, { postFloor: 0, leadThreshold }) === 'lead' ? 'lead' : 'post';
  const status = decided === 'lead' && post.author_key !== null ? 'lead' : 'new';
  return {
    id: post.id,
    learned_points: post.learned_points,
    static_points: rank.staticPoints,
    recency_points: rank.recencyPoints,
    cap: rank.cap,
    decided,
    status: post.touched === 1 ? post.status : status,
  };
}

async function writeRanks(trx: Trx, posts: readonly StoredPost[], { ranking, now }: { ranking: Ranking; now: number }): Promise<number> {
  const rows = posts.map((post) => rankedRow(post, ranking));
  await updateRows(trx, 'posts', rows);
  const before = new Map(posts.map((post) => [post.id, post]));
  const isTurned = ({ id, status }: (typeof rows)[number]): boolean => before.get(id)?.status !== status;
  await mergeLeads(
    trx,
    rows.filter(isTurned).map(({ id }) => id),
    now,
  );
  // Of posts that stayed what they were only the numbers of their leads follow.
  const leadIds = rows.filter((row) => !isTurned(row)).flatMap(({ id }) => before.get(id)?.lead_id ?? []);
  await refreshLeads(trx, [...new Set(leadIds)], now);
  return rows.reduce((most, row) => Math.max(most, row.recency_points), 0);
}

const findRanking = async (trx: Trx, campaignId: number): Promise<Ranking | null> => {
  const row = await trx<CampaignRow>('campaigns').where({ id: campaignId }).first();
  return row ? fieldsOf(row) : null;
};

/** Gives the kept posts of a campaign their numbers in its present weights, from stored components alone. */
export async function rerank(trx: Trx, campaignId: number, now: number): Promise<void> {
  const ranking = await findRanking(trx, campaignId);
  if (!ranking) return;
  let recencyMax = 0;
  for (let after = 0; ;) {
    const posts = await trx('posts')
      .where({ campaign_id: campaignId })
      .where('item_id', '>', after)
      .orderBy('item_id')
      .select<StoredPost[]>(columns)
      .limit(pageSize);
    recencyMax = Math.max(recencyMax, await writeRanks(trx, posts, { ranking, now }));
    after = posts.at(-1)?.item_id ?? 0;
    if (posts.length < pageSize) break;
  }
  await trx('campaigns').where({ id: campaignId }).update({ max_recency_points: recencyMax });
}

/** Post id → what the feedback add to it now, and the components (JSON) that this was worked out from. */
export type Learned = ReadonlyMap<number, { points: number; components: string }>;

/** Writes learned points and what follows from them. A post that was scored anew since is left as it is: it has them. */
export async function rerankLearned(trx: Trx, campaignId: number, { learned, now }: { learned: Learned; now: number }): Promise<void> {
  const ranking = await findRanking(trx, campaignId);
  if (!ranking) return;
  for (const ids of chunked([...learned.keys()], 1)) {
    const posts = await trx('posts').where({ campaign_id: campaignId }).whereIn('id', ids).select<StoredPost[]>(columns).limit(ids.length);
    const same = posts.flatMap((post) => {
      const own = learned.get(post.id);
      return own?.components === post.components ? [{ ...post, learned_points: own.points }] : [];
    });
    await writeRanks(trx, same, { ranking, now });
  }
}
