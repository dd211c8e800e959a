import type { Candidate } from '#core/ai/score/candidate.ts';
import type { ModelRun } from '#core/ai/score-with-model.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now, Sleep } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { createRunner } from '#core/platform/runner.ts';
import type { FeatureReader } from '#core/inbox/learning/features.ts';
import type { Log } from '#core/platform/log.ts';
import { inTurn, type Peers } from '#core/platform/peers.ts';
import type { ScoreModelCandidates } from '../model-candidates/service.ts';
import { countWaiting, listWaiting, listWaitingIds, type SelectReplies, type WaitingPost } from './queries.ts';
import { type Scored, writeResults } from './write-results.ts';

interface Deps {
  db: Db;
  bus: Bus;
  peers: Peers;
  log: Log;
  now: Now;
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
export interface Rescored {
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
