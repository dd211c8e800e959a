import { once } from 'node:events';
import { transact } from '#core/platform/db/connect.ts';
import { inTurn, type Peers } from '#core/platform/peers.ts';
import { createBatches, type ScoredBatch, type ScoredBatchDeps } from './scored-batch.ts';
import { leaveTallies } from '../fetch/run-queries.ts';
import type { Scored, ScoringPass } from '../fetch/tally.ts';
import { talliesOf } from './finding.ts';
import { saveResults } from './save-results.ts';

export interface ScoringPassDeps extends ScoredBatchDeps {
  peers: Peers;
  /** Called before each write; tests throw here to simulate a crash. */
  onStep?: (step: string) => void;
}

/** What the work gives, or null once the signal aborts: then nobody waits for it any longer. */
async function untilAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T | null> {
  if (!signal) return work;
  const waiting = new AbortController();
  const aborted = signal.aborted ? Promise.resolve() : once(signal, 'abort', { signal: waiting.signal });
  try {
    return await Promise.race([work, aborted.then(() => null)]);
  } finally {
    waiting.abort();
  }
}

/**
 * Scores everything fetched for every active campaign in batches, furthest behind first. Posts, leads, and cursors are saved in
 * one transaction, so that each item counts once per campaign even if the process is killed. While a batch is written, the one
 * after it is scored.
 */
export function createScoringPass(deps: ScoringPassDeps): ScoringPass {
  const { db, now, peers } = deps;
  const batches = createBatches(deps);
  const listeners = new Set<(scored: Scored) => void>();
  let tail: Promise<void> = Promise.resolve();

  /** False if the signal aborts before the batch is scored: it is scored again later. */
  async function write(scoredBatch: ScoredBatch, signal?: AbortSignal): Promise<boolean> {
    const findings = await untilAborted(batches.findings(scoredBatch), signal);
    if (findings === null) return false;
    const scored = await transact(db, async (trx) => {
      const saving = { ...scoredBatch.batch, findings, now: now(), scoredBy: deps.scoredBy(), onStep: deps.onStep };
      const written = await saveResults(trx, saving);
      const tallies = talliesOf(findings, written);
      if (peers.number !== null) await leaveTallies(trx, tallies, peers.number);
      return { tallies, newLeads: written.newLeads };
    });
    deps.onStep?.('committed');
    for (const listener of listeners) listener(scored);
    return true;
  }

  async function scoreWaiting(signal?: AbortSignal): Promise<void> {
    const next = (unwritten: ScoredBatch | null) => (signal?.aborted ? null : batches.next(unwritten));
    let current = await next(null);
    while (current) {
      // If this fails, the batch before it is written nevertheless.
      const [ahead] = await Promise.allSettled([next(current)]);
      if (!(await write(current, signal))) return;
      if (ahead.status === 'rejected') throw ahead.reason;
      current = ahead.value ?? (await next(null));
    }
  }

  /** Servers score one after the other, so that what one has scored for the run of another is stored when that one goes on. */
  async function catchUp(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    await inTurn(peers, { name: 'score', signal }, () => scoreWaiting(signal));
  }

  return {
    scoreAll(signal) {
      const run = tail.then(() => catchUp(signal));
      tail = run.catch(() => undefined);
      return run;
    },
    onScored(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
