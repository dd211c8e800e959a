import type { ModelResult } from '#core/ai/score/candidate.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import type { NewLead } from '../fetch/tally.ts';
import type { FeatureReader } from '#core/inbox/learning/features.ts';
import { learnedPoints } from '#core/inbox/learning/layer.ts';
import { listLayers } from '#core/inbox/learning/queries.ts';
import { raiseRecency } from '#core/inbox/campaigns/cursor-queries.ts';
import { scoreColumnsOf } from '#core/inbox/posts/score-columns.ts';
import { callBest } from '#core/inbox/posts/calling.ts';
import { saveScores } from '#core/inbox/posts/scored-queries.ts';
import { mergeLeads } from '#core/inbox/leads/merge.ts';
import { confidenceAt, type Rank, rankOf } from '#core/scoring/confidence.ts';
import { recencyOf } from '#core/scoring/arithmetic.ts';
import { decide, meritOf } from '#core/scoring/lead-threshold.ts';
import { listCurrentPosts, type SelectReplies, type CurrentPost, type WaitingPost } from './queries.ts';

export interface Scored {
  post: WaitingPost;
  result: ModelResult;
}
interface Decided extends Scored {
  current: CurrentPost;
  rank: Rank;
  learnedPoints: number;
  merit: number;
  decided: 'lead' | 'post';
}

/** Points that the campaign's feedback adds to a post, based on the model's components. */
type PointsOf = (one: Scored, current: CurrentPost) => number;

async function readLearned(trx: Trx, scored: readonly Scored[], reader: FeatureReader): Promise<PointsOf> {
  const layers = await listLayers(trx, [...new Set(scored.map(({ post }) => Number(post.campaign.id)))]);
  return ({ post: { campaign, item }, result: { assessment } }, { created_at, discovered_at }) => {
    const layer = layers.get(Number(campaign.id));
    if (!layer) return 0;
    const { kind, title, body } = item;
    const components = { ...assessment.components, recency: recencyOf(created_at, discovered_at) };
    const example = { components, role: assessment.role, kind, subreddit: item.subreddit.toLowerCase(), title, body };
    return learnedPoints(layer, reader.read(example));
  };
}

/** Recency is as of when the post was found. What the built-in scorer kept stays a post, however low the model scores it. */
function decisionOf(one: Scored, current: CurrentPost, points: number): Pick<Decided, 'rank' | 'learnedPoints' | 'merit' | 'decided'> {
  const { assessment } = one.result;
  const { campaign } = one.post;
  const speaker = { ...assessment, learnedPoints: points };
  const rank = rankOf(assessment.components, campaign.weights, speaker);
  const merit = meritOf(assessment.components, campaign.weights, speaker);
  const score = confidenceAt(rank, current.created_at, current.discovered_at);
  const judged = { score, merit, role: assessment.role };
  const alone = decide(judged, { ...campaign, postFloor: 0 }) === 'lead' ? 'lead' : 'post';
  // The best of a day are chosen once all are written.
  return { rank, learnedPoints: points, merit, decided: campaign.leadThreshold === null ? current.decided : alone };
}

function rowOf({ result: { assessment, scoredBy }, current, rank, learnedPoints: points, merit, decided }: Decided) {
  const ownStatus = decided === 'lead' && current.author_key !== null ? ('lead' as const) : ('new' as const);
  return {
    id: current.id,
    ...scoreColumnsOf({ assessment, rank, learnedPoints: points, merit, decided, scoredBy }),
    status: current.acted === 1 ? current.status : ownStatus,
  };
}

function newLeadsOf(created: Awaited<ReturnType<typeof mergeLeads>>, leading: readonly Decided[], now: number): NewLead[] {
  return created.flatMap(({ id, campaignId, username }) => {
    const own = leading.filter(
      ({ post }) => post.campaign.id === String(campaignId) && post.item.author?.toLowerCase() === username.toLowerCase(),
    );
    const [first] = own;
    if (!first) return [];
    const confidence = Math.max(...own.map(({ rank, current }) => confidenceAt(rank, current.created_at, now)));
    const { userId, scope, item } = first.post;
    return [{ id, campaignId, username, confidence, userId, scope, subreddit: item.subreddit }];
  });
}

/**
 * Saves the model's scores in the given transaction, and the leads that follow. Posts that were rescored, edited, or erased
 * meanwhile stay as they are, and so do users' decisions.
 */
export async function writeResults(
  trx: Trx,
  scored: readonly Scored[],
  { now, reader, selectReplies }: { now: number; reader: FeatureReader; selectReplies: SelectReplies },
): Promise<{ written: WaitingPost[]; newLeads: NewLead[] }> {
  const currentPosts = await listCurrentPosts(
    trx,
    scored.map(({ post }) => post),
    selectReplies,
  );
  const pointsOf = await readLearned(trx, scored, reader);
  const all = scored.flatMap((one): Decided[] => {
    const current = currentPosts.get(one.post.id);
    return current ? [{ ...one, current, ...decisionOf(one, current, pointsOf(one, current)) }] : [];
  });
  await saveScores(trx, all.map(rowOf));
  await raiseRecency(
    trx,
    all.map(({ post, rank }) => [Number(post.campaign.id), rank.recencyPoints] as const),
  );
  const { leads } = await callBest(
    trx,
    all.flatMap(({ current }) => (current.acted === 1 ? [] : [current.id])),
  );
  const created = await mergeLeads(
    trx,
    all.map(({ current }) => current.id),
    now,
  );
  return {
    written: all.map(({ post }) => post),
    newLeads: newLeadsOf(
      created,
      all.filter(({ current, decided }) => leads.get(current.id) ?? decided === 'lead'),
      now,
    ),
  };
}
