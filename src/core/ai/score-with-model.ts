import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Assessment } from '#shared/scoring.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Caller } from './caller.ts';
import { createBatchAsker } from './score/ask-batch.ts';
import { batchesOf } from './score/batches.ts';
import { builtInStands, type Candidate, decisionOn, isCloseToLead, isDoubtful, type ModelResult } from './score/candidate.ts';
import { lowerAnswer, mergeAnswer } from './score/merge.ts';
import { evidenceOf } from './score/quotes.ts';
import { type KeptAnswer, type Reuse, reuseKey } from './score/reuse.ts';
import type { AiPurpose } from '#shared/ai.ts';
import { talksToModel } from './prompts/suspect.ts';

export interface ModelRun {
  /** One for each candidate, in their order. */
  results: ModelResult[];
  /** Candidates by outcome; `reused` are among `model`. */
  counts: { model: number; reused: number; builtin: number; unreached: number; unanswered: number; audited: number; missed: number };
}

interface Options {
  caller: Caller;
  reuse: Reuse;
  newToken: () => string;
  now: Now;
  /** Batches under way at once. */
  parallel: number;
  noteMissed: (entryId: number, missed: number) => Promise<void>;
}

interface Pass {
  size: 'small' | 'strong';
  purpose: AiPurpose;
  signal: AbortSignal;
  /** Asks for what was answered before once more, to compare both answers. */
  isSecondOpinion?: boolean;
}

/**
 * The cascade: everything is asked about, best first, what stays
 * doubtful is asked of the stronger model, and what is then still close to the line is asked of it twice. Nothing is lost when budget or provider end: what was not reached keeps its
 * built-in assessment and is marked for later. Throws only the signal's reason.
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
    // Another order, so that what stands beside an item does not sway both answers alike.
    return runBatches(pass.isSecondOpinion ? batches.map((batch) => batch.toReversed()) : batches, { ...pass, onAnswers }, outcomes);
  }

  /** False when asking had to end early. */
  async function runBatches(batches: Candidate[][], asking: Parameters<typeof askBatch>[1], outcomes: Outcomes): Promise<boolean> {
    let goesOn = true;
    const spent = new Set<string | null>();
    const work = async (): Promise<void> => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        asking.signal.throwIfAborted();
        const user = batch[0]?.userId ?? null;
        const isOver = !goesOn || spent.has(user);
        const { unanswered, unreached, stop } = isOver ? { unanswered: [], unreached: batch, stop: null } : await askBatch(batch, asking);
        if (stop === 'all') goesOn = false;
        if (stop === 'user') spent.add(user);
        outcomes.stand(unanswered, 'unanswered');
        outcomes.stand(unreached, 'unreached');
      }
    };
    await Promise.all(Array.from({ length: Math.min(parallel, batches.length) }, work));
    return goesOn;
  }

  return async (candidates: readonly Candidate[], signal: AbortSignal): Promise<ModelRun> => {
    const outcomes = new Outcomes();
    const [wanted, audited] = [candidates.filter(({ isAudit }) => !isAudit), candidates.filter(({ isAudit }) => isAudit)];
    const purpose = 'score';
    let goesOn = await runPass(wanted, { size: 'small', purpose, signal }, outcomes);
    if (goesOn && caller.models.strong !== null) {
      goesOn = await runPass(outcomes.listWhere(isDoubtful), { size: 'strong', purpose, signal }, outcomes);
      const close = goesOn ? outcomes.listWhere(isCloseToLead) : [];
      goesOn &&= await runPass(close, { size: 'strong', purpose, signal, isSecondOpinion: true }, outcomes);
    }
    if (goesOn) await runPass(audited, { size: 'small', purpose: 'audit', signal }, outcomes);
    outcomes.closeAudit(audited);
    return outcomes.result(candidates);
  };
}
export type ScoreWithModel = ReturnType<typeof createModelScore>;

/** Hashing thousands of texts takes a while: others get their turn in between. */
const stretch = 200;

async function keysOf(candidates: readonly Candidate[], model: string): Promise<Map<Candidate, string>> {
  const keys = new Map<Candidate, string>();
  for (const candidate of candidates) {
    keys.set(candidate, reuseKey(candidate, model));
    if (keys.size % stretch === 0) await yieldToOthers();
  }
  return keys;
}

/** What is known of each candidate so far: a feedback by a model is never replaced by none. */
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

  /** A second answer about the same: where both differ, the lower category stands. */
  compare(candidate: Candidate, second: KeptAnswer, by: { model: string; reused: boolean }): void {
    const first = this.#answers.get(candidate);
    this.take(candidate, first ? lowerAnswer(first, second) : second, by);
  }

  stand(candidates: readonly Candidate[], outcome: 'unreached' | 'unanswered'): void {
    for (const candidate of candidates) {
      if (!this.#results.has(candidate)) this.#results.set(candidate, builtInStands(candidate.assessment, outcome));
    }
  }

  /** Of what a model scored. */
  listWhere(holds: (candidate: Candidate, assessment: Assessment) => boolean): Candidate[] {
    return [...this.#results].flatMap(([candidate, { outcome, assessment }]) =>
      outcome === 'model' && holds(candidate, assessment) ? [candidate] : [],
    );
  }

  /** Those that a model takes for leads, though they were not kept. */
  missedAmong(candidates: readonly Candidate[]): number {
    return candidates.filter((candidate) => {
      const now = this.#results.get(candidate)?.assessment ?? candidate.assessment;
      return decisionOn(candidate, now) === 'lead';
    }).length;
  }

  closeAudit(audited: readonly Candidate[]): void {
    const scored = audited.filter((candidate) => this.#results.get(candidate)?.outcome === 'model');
    this.#audited = scored.length;
    this.#missed = this.missedAmong(scored);
  }

  result(candidates: readonly Candidate[]): ModelRun {
    const results = candidates.map((candidate) => this.#results.get(candidate) ?? builtInStands(candidate.assessment, 'unreached'));
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
