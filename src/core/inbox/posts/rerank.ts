import { raiseRecency } from '../campaigns/cursor-queries.ts';
import { chunked, type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { mergeLeads, refreshLeads } from '../leads/merge.ts';
import { confidenceAt, rankOf } from '#core/scoring/confidence.ts';
import { decide, meritOf } from '#core/scoring/lead-threshold.ts';
import type { Components } from '#shared/scoring.ts';
import { findRanking, type Ranking } from '../learning/queries.ts';
import { callBest, leastMerit } from './calling.ts';
import { listCallableIds } from './calling-queries.ts';
import { listRanked, lowerMaxRecency, listRankedPage, type RankColumns, type RankedPost, saveRanks } from './scored-queries.ts';

/** As many as take a few hundredths of a second, because everybody's writes wait for the end of a transaction. */
const pageSize = 200;

/** Score and status of a post, from its stored components. */
function rankedRow(post: RankedPost, ranking: Ranking): RankColumns {
  const components = JSON.parse(post.components) as Components;
  const speaker = { role: post.role, solved: post.solved === 1, fitNone: post.fit_none === 1, learnedPoints: post.learned_points };
  const rank = rankOf(components, ranking.weights, speaker);
  const merit = meritOf(components, ranking.weights, speaker);
  const row = {
    id: post.id,
    learned_points: post.learned_points,
    static_points: rank.staticPoints,
    recency_points: rank.recencyPoints,
    cap: rank.cap,
    merit,
    decided: post.decided,
    status: post.status,
  };
  // The best of a day are chosen once all of them are ranked.
  if (ranking.leadThreshold === null) return row;
  const score = confidenceAt(rank, post.created_at, post.discovered_at);
  const judged = { score, merit, role: post.role };
  const decided = decide(judged, { ...ranking, postFloor: 0 }) === 'lead' ? 'lead' : 'post';
  const status = decided === 'lead' && post.author_key !== null ? 'lead' : 'new';
  return { ...row, decided, status: post.touched === 1 ? post.status : status };
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

/** Chooses the best of each day again, unless the campaign has a threshold. */
async function callAnew(db: Db, campaignId: number, now: number): Promise<void> {
  const ranking = await findRanking(db, campaignId);
  const ids = ranking?.leadThreshold === null ? await listCallableIds(db, campaignId, leastMerit) : [];
  for (let from = 0; from < ids.length; from += pageSize)
    await transact(db, async (trx) => {
      const { turned } = await callBest(trx, ids.slice(from, from + pageSize), { anew: true });
      await mergeLeads(trx, turned, now);
    });
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
  await callAnew(db, campaignId, now);
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
    const { turned } = await callBest(
      trx,
      same.map(({ id }) => id),
    );
    await mergeLeads(trx, turned, now);
  }
}
