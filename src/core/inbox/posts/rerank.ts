import { raiseRecency } from '../campaigns/cursor-queries.ts';
import { chunked, type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { mergeLeads, refreshLeads } from '../leads/merge.ts';
import { confidenceAt, rankOf } from '#core/scoring/confidence.ts';
import { decide } from '#core/scoring/arithmetic.ts';
import { isModelScore, leadThresholdOf } from '#core/scoring/lead-threshold.ts';
import type { Components } from '#shared/scoring.ts';
import { findRanking, type Ranking } from '../learning/queries.ts';
import { listRanked, lowerMaxRecency, listRankedPage, type Rank, type RankedPost, saveRanks } from './scored-queries.ts';

/** As many as take a few hundredths of a second, because everybody's writes wait for the end of a transaction. */
const pageSize = 200;

/** Score and status of a post, from its stored components. */
function rankedRow(post: RankedPost, ranking: Ranking): Rank {
  const rank = rankOf(JSON.parse(post.components) as Components, ranking.weights, {
    role: post.role,
    solved: post.solved === 1,
    fitNone: post.fit_none === 1,
    learnedPoints: post.learned_points,
  });
  const score = confidenceAt(rank, post.created_at, post.discovered_at);
  const leadThreshold = leadThresholdOf(ranking, isModelScore(post.scored_by));
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

async function writeRanks(trx: Trx, posts: readonly RankedPost[], { ranking, now }: { ranking: Ranking; now: number }): Promise<number> {
  const rows = posts.map((post) => rankedRow(post, ranking));
  await saveRanks(trx, rows);
  const before = new Map(posts.map((post) => [post.id, post]));
  const isTurned = ({ id, status }: (typeof rows)[number]): boolean => before.get(id)?.status !== status;
  await mergeLeads(
    trx,
    rows.filter(isTurned).map(({ id }) => id),
    now,
  );
  // Where the status stays the same, only the leads' scores change.
  const leadIds = rows.filter((row) => !isTurned(row)).flatMap(({ id }) => before.get(id)?.lead_id ?? []);
  await refreshLeads(trx, [...new Set(leadIds)], now);
  return rows.reduce((max, row) => Math.max(max, row.recency_points), 0);
}

/** The last item of the page, or null after the last page. */
async function rerankPage(trx: Trx, campaignId: number, { after, now }: { after: number; now: number }): Promise<number | null> {
  const ranking = await findRanking(trx, campaignId);
  if (!ranking) return null;
  const posts = await listRankedPage(trx, campaignId, { after, limit: pageSize });
  await raiseRecency(trx, [[campaignId, await writeRanks(trx, posts, { ranking, now })]]);
  if (posts.length === pageSize) return posts.at(-1)?.item_id ?? null;
  await lowerMaxRecency(trx, campaignId);
  return null;
}

/**
 * Recomputes the scores of a campaign's kept posts with its current weights, from stored components alone; each page in a
 * transaction of its own.
 */
export async function rerank(db: Db, campaignId: number, now: number): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    const from: number = after;
    after = await transact(db, (trx) => rerankPage(trx, campaignId, { after: from, now }));
  }
}

/** Post id → its new learned points, and the components (JSON) they were computed from. */
export type Learned = ReadonlyMap<number, { points: number; components: string }>;

/** Saves learned points and updates scores. Skips posts that were scored again since: they already have them. */
export async function rerankLearned(trx: Trx, campaignId: number, { learned, now }: { learned: Learned; now: number }): Promise<void> {
  const ranking = await findRanking(trx, campaignId);
  if (!ranking) return;
  for (const ids of chunked([...learned.keys()], 1)) {
    const posts = await listRanked(trx, campaignId, ids);
    const same = posts.flatMap((post) => {
      const own = learned.get(post.id);
      return own?.components === post.components ? [{ ...post, learned_points: own.points }] : [];
    });
    await writeRanks(trx, same, { ranking, now });
  }
}
