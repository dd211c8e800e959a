import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Assessment } from '#shared/scoring.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Caller } from './caller.ts';
import { createBatchAsker } from './score/ask-batch.ts';
import { batchesOf } from './score/batches.ts';
import { builtInResult, type Candidate, decisionOn, isCloseToLead, isDoubtful, type ModelResult } from './score/candidate.ts';
import { lowerAnswer, mergeAnswer } from './score/merge.ts';
import { evidenceOf } from './score/quotes.ts';
import { type KeptAnswer, type Reuse, reuseKey } from './score/reuse.ts';
import type { AiPurpose } from '#shared/ai.ts';
import { talksToModel } from './prompts/suspect.ts';

export interface ModelRun {
  /** One per candidate, in the same order. */
  results: ModelResult[];
  /** Candidates by outcome; `model` includes `reused`. */
  counts: { model: number; reused: number; builtin: number; unreached: number; unanswered: number; audited: number; missed: number };
}

interface Options {
  caller: Caller;
  reuse: Reuse;
  newToken: () => string;
  now: Now;
  /** Maximum number of concurrent batches. */
  parallel: number;
  noteMissed: (entryId: number, missed: number) => Promise<void>;
}

interface Pass {
  size: 'small' | 'strong';
  purpose: AiPurpose;
  signal: AbortSignal;
  /** Asks again about candidates that already have an answer, to compare the two. */
  isSecondOpinion?: boolean;
}

/**
 * Scores all candidates with the small model, best first, then the doubtful ones with the strong model, and those still
 * close to the lead threshold with the strong model a second time. If budget or provider fail, the remaining candidates
 * keep their built-in assessment and are marked to be scored later. Throws only the signal's reason.
 */
export function createModelScore({ caller, reuse, newToken, now, parallel, noteMissed }: Options) {
  const askBatch = createBatchAsker({ caller, newToken, now });

  async function runPass(candidates: readonly Candidate[], pass: Pass, outcomes: Outcomes): Promise<boolean> {
    const model = `${caller.providerId}:${(pass.size === 'strong' ? caller.models.strong : null) ?? caller.models.small}`;
    const keys = await keysOf(candidates, pass.isSecondOpinion ? `${model} again` : model);
    const take = outcomes[pass.isSecondOpinion ? 'compare' : 'take'].bind(outcomes);
    const known = await reuse.findAll([...keys.values()]);
    const asked: Candidate[] = [];
    for (const [candidate, key] of keys) {
      const answer = known.get(key);
      if (answer) take(candidate, answer, { model, reused: true });
      else asked.push(candidate);
    }
    const onAnswers = async (answers: Map<Candidate, KeptAnswer>, entryId: number): Promise<void> => {
      for (const [candidate, answer] of answers) take(candidate, answer, { model, reused: false });
      await reuse.keep(
        [...answers].map(([candidate, answer]) => ({ key: keys.get(candidate) ?? '', subject: candidate.item.fullname, answer })),
      );
      if (pass.purpose === 'audit') await noteMissed(entryId, outcomes.missedAmong([...answers.keys()]));
    };
    const batches = batchesOf(asked);
    // Reverse the order, so that an item's neighbors don't bias both answers the same way.
    return runBatches(pass.isSecondOpinion ? batches.map((batch) => batch.toReversed()) : batches, { ...pass, onAnswers }, outcomes);
  }

  /** Returns false if the pass ended early. */
  async function runBatches(batches: Candidate[][], asking: Parameters<typeof askBatch>[1], outcomes: Outcomes): Promise<boolean> {
    let canContinue = true;
    const spent = new Set<string | null>();
    const work = async (): Promise<void> => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        asking.signal.throwIfAborted();
        const user = batch[0]?.userId ?? null;
        const isOver = !canContinue || spent.has(user);
        const { unanswered, unreached, stop } = isOver ? { unanswered: [], unreached: batch, stop: null } : await askBatch(batch, asking);
        if (stop === 'all') canContinue = false;
        if (stop === 'user') spent.add(user);
        outcomes.keepBuiltIn(unanswered, 'unanswered');
        outcomes.keepBuiltIn(unreached, 'unreached');
      }
    };
    await Promise.all(Array.from({ length: Math.min(parallel, batches.length) }, work));
    return canContinue;
  }

  return async (candidates: readonly Candidate[], signal: AbortSignal): Promise<ModelRun> => {
    const outcomes = new Outcomes();
    const [wanted, audited] = [candidates.filter(({ isAudit }) => !isAudit), candidates.filter(({ isAudit }) => isAudit)];
    const purpose = 'score';
    let canContinue = await runPass(wanted, { size: 'small', purpose, signal }, outcomes);
    if (canContinue && caller.models.strong !== null) {
      canContinue = await runPass(outcomes.listWhere(isDoubtful), { size: 'strong', purpose, signal }, outcomes);
      const close = canContinue ? outcomes.listWhere(isCloseToLead) : [];
      canContinue &&= await runPass(close, { size: 'strong', purpose, signal, isSecondOpinion: true }, outcomes);
    }
    if (canContinue) await runPass(audited, { size: 'small', purpose: 'audit', signal }, outcomes);
    outcomes.closeAudit(audited);
    return outcomes.result(candidates);
  };
}
export type ScoreWithModel = ReturnType<typeof createModelScore>;

/** Hashing thousands of texts takes a while, so yield to other work after this many. */
const keysPerTurn = 200;

async function keysOf(candidates: readonly Candidate[], model: string): Promise<Map<Candidate, string>> {
  const keys = new Map<Candidate, string>();
  for (const candidate of candidates) {
    keys.set(candidate, reuseKey(candidate, model));
    if (keys.size % keysPerTurn === 0) await yieldToOthers();
  }
  return keys;
}

/** The result of each candidate so far: a model's answer is never replaced by the built-in assessment. */
class Outcomes {
  readonly #results = new Map<Candidate, ModelResult>();
  readonly #answers = new Map<Candidate, KeptAnswer>();
  readonly #reused = new Set<Candidate>();
  #audited = 0;
  #missed = 0;

  take(candidate: Candidate, kept: KeptAnswer, { model, reused }: { model: string; reused: boolean }): void {
    this.#answers.set(candidate, kept);
    const { spans, ...answer } = kept;
    const { item, assessment } = candidate;
    const suspect = talksToModel(`${item.title}\n${item.body}`);
    const evidence = evidenceOf(spans, item, assessment.evidence);
    const merged: Assessment = mergeAnswer(assessment, { answer, evidence, suspect });
    this.#results.set(candidate, { assessment: merged, outcome: 'model', scoredBy: model, suspect });
    if (reused) this.#reused.add(candidate);
    else this.#reused.delete(candidate);
  }

  /** Combines two answers about a candidate: the lower category wins. */
  compare(candidate: Candidate, second: KeptAnswer, by: { model: string; reused: boolean }): void {
    const first = this.#answers.get(candidate);
    this.take(candidate, first ? lowerAnswer(first, second) : second, by);
  }

  keepBuiltIn(candidates: readonly Candidate[], outcome: 'unreached' | 'unanswered'): void {
    for (const candidate of candidates) {
      if (!this.#results.has(candidate)) this.#results.set(candidate, builtInResult(candidate.assessment, outcome));
    }
  }

  /** Candidates scored by a model for which `holds` is true. */
  listWhere(holds: (candidate: Candidate, assessment: Assessment) => boolean): Candidate[] {
    return [...this.#results].flatMap(([candidate, { outcome, assessment }]) =>
      outcome === 'model' && holds(candidate, assessment) ? [candidate] : [],
    );
  }

  /** Number of candidates that a model rates as leads, although the built-in scorer discarded them. */
  missedAmong(candidates: readonly Candidate[]): number {
    return candidates.filter((candidate) => {
      const now = this.#results.get(candidate) ?? { assessment: candidate.assessment, outcome: 'builtin' };
      return decisionOn(candidate, now) === 'lead';
    }).length;
  }

  closeAudit(audited: readonly Candidate[]): void {
    const scored = audited.filter((candidate) => this.#results.get(candidate)?.outcome === 'model');
    this.#audited = scored.length;
    this.#missed = this.missedAmong(scored);
  }

  result(candidates: readonly Candidate[]): ModelRun {
    const results = candidates.map((candidate) => this.#results.get(candidate) ?? builtInResult(candidate.assessment, 'unreached'));
    const count = (outcome: ModelResult['outcome']): number => results.filter((result) => result.outcome === outcome).length;
    return {
      results,
      counts: {
        model: count('model'),
        reused: this.#reused.size,
        builtin: count('builtin'),
        unreached: count('unreached'),
        unanswered: count('unanswered'),
        audited: this.#audited,
        missed: this.#missed,
      },
    };
  }
}
