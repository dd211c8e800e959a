import type { Candidate, ModelResult } from '#core/ai/score/candidate.ts';
import type { ModelRun } from '#core/ai/score-with-model.ts';
import type { CoreContext } from '#core/context.ts';
import { raiseRecency } from '#core/inbox/campaigns/cursor-queries.ts';
import { mergeLeads } from '#core/inbox/leads/merge.ts';
import type { Sleep } from '#core/platform/clock.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { createRunner } from '#core/platform/runner.ts';
import type { FeatureReader } from '#core/inbox/learning/features.ts';
import { learnedPoints } from '#core/inbox/learning/layer.ts';
import { listLayers } from '#core/inbox/learning/queries.ts';
import { callBest } from '#core/inbox/posts/calling.ts';
import { saveScores, scoreColumnsOf } from '#core/inbox/posts/scored-queries.ts';
import { inTurn } from '#core/platform/peers.ts';
import { recencyOf } from '#core/scoring/arithmetic.ts';
import { confidenceAt, type Rank, rankOf } from '#core/scoring/confidence.ts';
import { decide, meritOf } from '#core/scoring/lead-threshold.ts';
import type { NewLead } from '../fetch/tally.ts';
import type { ScoreModelCandidates } from '../model-candidates/service.ts';
import {
  countWaiting,
  listWaiting,
  listWaitingIds,
  type SelectReplies,
  type WaitingPost,
  listCurrentPosts,
  type CurrentPost,
} from './queries.ts';

interface Scored {
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
async function writeResults(
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

interface Deps extends Pick<CoreContext, 'db' | 'bus' | 'peers' | 'log' | 'now'> {
  /** False when no provider is configured: no posts are marked then, and marked posts wait. */
  isOn: () => boolean;
  scoreWithModel: (candidates: readonly Candidate[], signal: AbortSignal) => Promise<ModelRun>;
  /** Has the model score items that campaigns didn't keep. */
  scoreModelCandidates: ScoreModelCandidates;
  reader: FeatureReader;
  selectReplies: SelectReplies;
  sleep: Sleep;
  /** A call takes up to eight posts: milliseconds to wait for more before asking about one. */
  pauseMs: number;
  /** Deletes a model's cached responses about deleted items, by fullname. */
  forget: (fullnames: readonly string[]) => Promise<void>;
}

/** Number of posts by scorer; `reused` is included in `model`. */
interface Rescored {
  model: number;
  reused: number;
  builtin: number;
  unanswered: number;
  /** Posts still to be scored when the budget or provider ran out. */
  waiting: number;
  leads: number;
}

/** Eight batches, saved together: few enough that a crash repeats little work. */
const chunkSize = 64;
const maxInOneRun = 2000;

const candidateOf = ({ campaign, userId, item, assessment }: WaitingPost): Candidate => ({
  campaign,
  userId: String(userId),
  item,
  assessment,
});

/** Scores posts with the model, a few at a time. */
function createChunkScoring({ db, bus, now, scoreWithModel, reader, selectReplies, forget }: Deps) {
  /** The model's response was cached before it turned out that the author had deleted the text. */
  async function forgetGone(scored: readonly Scored[], written: readonly WaitingPost[]): Promise<void> {
    const kept = new Set(written);
    const others = scored.flatMap(({ post }) => (kept.has(post) ? [] : [post.item.fullname]));
    if (others.length > 0) await forget(others);
  }

  /** Calls the network outside of any transaction. */
  return async function rescoreChunk(ids: readonly number[], signal: AbortSignal): Promise<Rescored> {
    const posts = await listWaiting(db, ids);
    const { results, counts } = await scoreWithModel(posts.map(candidateOf), signal);
    const scored = posts.flatMap((post, index): Scored[] => {
      const result = results[index];
      return result && result.outcome !== 'unreached' ? [{ post, result }] : [];
    });
    const { written, newLeads } = await transact(db, (trx) => writeResults(trx, scored, { now: now(), reader, selectReplies }));
    await forgetGone(scored, written);
    if (written.length > 0) bus.emit('posts:scored', {});
    for (const userId of new Set(written.map((post) => post.userId)))
      bus.announce(String(userId), ['posts-changed', 'leads-changed', 'model-usage-changed']);
    const { model, reused, builtin, unanswered, unreached } = counts;
    return { model, reused, builtin, unanswered, waiting: unreached, leads: newLeads.length };
  };
}

/** Scores posts marked `without-ai` with the model in the background, best first, after the built-in scorer. */
export function createRescoring(deps: Deps) {
  const { db, log, now, peers, isOn, scoreModelCandidates, sleep, pauseMs } = deps;
  const rescoreChunk = createChunkScoring(deps);
  const runner = createRunner(log);
  let tail: Promise<unknown> = Promise.resolve();
  /** Resolving it ends the pause before the queued pass. */
  let queued: PromiseWithResolvers<void> | null = null;

  async function pass(signal: AbortSignal): Promise<Rescored> {
    const sum: Rescored = { model: 0, reused: 0, builtin: 0, unanswered: 0, waiting: 0, leads: 0 };
    const ids = isOn() ? await listWaitingIds(db, now(), maxInOneRun) : [];
    for (let start = 0; start < ids.length && !signal.aborted; start += chunkSize) {
      const part = await rescoreChunk(ids.slice(start, start + chunkSize), signal);
      for (const key of Object.keys(sum) as (keyof Rescored)[]) sum[key] += part[key];
    }
    if (!isOn() || signal.aborted) return sum;
    const unseen = await scoreModelCandidates(signal);
    return { ...sum, model: sum.model + unseen.asked, waiting: sum.waiting + unseen.waiting, leads: sum.leads + unseen.leads };
  }

  /** One pass at a time, on all servers: concurrent passes would ask the model about the same posts. */
  function run(signal: AbortSignal): Promise<Rescored> {
    const turn = tail.then(() => inTurn(peers, { name: 'rescore', signal }, () => pass(signal)));
    tail = turn.catch(() => undefined);
    return turn;
  }

  function queue(): PromiseWithResolvers<void> {
    const start = Promise.withResolvers<void>();
    queued = start;
    runner.start('rescore', async (signal) => {
      await tail;
      if (pauseMs > 0) await Promise.race([sleep(pauseMs, signal).catch(() => undefined), start.promise]);
      queued = null;
      await run(signal);
    });
    return start;
  }

  return {
    run,
    /** Starts a pass in the background, for example after posts were kept; calls while one is queued are merged. */
    soon(): void {
      if (isOn()) queued ??= queue();
    },
    /** The same without waiting for more posts. */
    now(): void {
      if (isOn()) (queued ?? queue()).resolve();
    },
    /** Number of the user's posts (of all users for null) that a model should still score. */
    countWaiting: (userId: string | null): Promise<number> => countWaiting(db, userId),
    /** Resolves when no background work is left. */
    settled: () => runner.settled(),
    close: () => runner.close(),
  };
}
export type Rescoring = ReturnType<typeof createRescoring>;
