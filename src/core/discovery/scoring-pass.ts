import { transact } from '#core/platform/db/connect.ts';
import { createBatches, type ScoredBatch, type ScoredBatchDeps } from './scored-batch.ts';
import { sentOf, type Tally, talliesOf } from './tally.ts';
import { writeFindings } from './write-findings.ts';
import type { NewLead } from './written.ts';

export interface ScoringPassDeps extends ScoredBatchDeps {
  /** Waits until no other server scores. Returns a function that ends the turn. */
  takeTurn: (signal?: AbortSignal) => Promise<() => Promise<void>>;
  /** Called before each write; tests throw here to simulate a crash. */
  onStep?: (step: string) => void;
}

/** Result of scoring a batch, after the commit. */
export interface Scored {
  tallies: Tally[];
  newLeads: NewLead[];
}

/**
 * Scores everything fetched for every active campaign in batches, furthest behind first. Posts, leads, and cursors are saved in
 * one transaction, so that each item counts once per campaign even if the process is killed. While a batch is written, the one
 * after it is scored.
 */
export function createScoringPass(deps: ScoringPassDeps) {
  const { db, now } = deps;
  const batches = createBatches(deps);
  const listeners = new Set<(scored: Scored) => void>();
  let tail: Promise<void> = Promise.resolve();

  async function write(scoredBatch: ScoredBatch): Promise<void> {
    const findings = await batches.findings(scoredBatch);
    const written = await transact(db, (trx) =>
      writeFindings(trx, { ...scoredBatch.batch, findings, now: now(), scoredBy: deps.scoredBy(), onStep: deps.onStep }),
    );
    deps.onStep?.('committed');
    const scored = { tallies: talliesOf(findings, written), newLeads: written.newLeads };
    for (const listener of listeners) listener(scored);
    for (const tally of scored.tallies) deps.bus.emit('scored', { tallies: [sentOf(tally)] });
  }

  async function scoreWaiting(signal?: AbortSignal): Promise<void> {
    const next = (unwritten: ScoredBatch | null) => (signal?.aborted ? null : batches.next(unwritten));
    let current = await next(null);
    while (current) {
      // If this fails, the batch before it is written nevertheless.
      const [ahead] = await Promise.allSettled([next(current)]);
      await write(current);
      if (ahead.status === 'rejected') throw ahead.reason;
      current = ahead.value ?? (await next(null));
    }
  }

  /** Servers score one after the other: what one has scored counts in the runs of all when the next one begins. */
  async function catchUp(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    const endTurn = await deps.takeTurn(signal);
    try {
      await scoreWaiting(signal);
    } finally {
      await endTurn();
    }
  }

  return {
    /** Resolves when everything stored before the call is scored, or the signal aborts. */
    scoreAll(signal?: AbortSignal): Promise<void> {
      const run = tail.then(() => catchUp(signal));
      tail = run.catch(() => undefined);
      return run;
    },
    /** Called after every committed batch. Returns a function that unsubscribes. */
    onScored(listener: (scored: Scored) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
export type ScoringPass = ReturnType<typeof createScoringPass>;
