import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { AiPurpose } from '#shared/ai.ts';
import type { Assessment, Components, Evidence } from '#shared/scoring.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Caller } from './caller.ts';
import { itemText } from './prompts/score.ts';
import { talksToModel } from './prompts/fence.ts';
import { type Answer, fits, intents, urgencies } from './score/answer.ts';
import { createBatchAsker, evidenceOf } from './score/ask-batch.ts';
import {
  type Candidate,
  scoreOfCandidate,
  builtInResult,
  decisionOn,
  isCloseToLead,
  isDoubtful,
  type ModelResult,
  type KeptAnswer,
  type Reuse,
  reuseKey,
} from './score/candidate.ts';

/** Values of the model's categories. Documented in docs/ai.md; changing them makes stored scores incomparable. */
const intentValue: Record<(typeof intents)[number], number> = { none: 0, curious: 0.2, problem: 0.55, seeking: 0.8, buying: 1 };
const fitValue: Record<(typeof fits)[number], number> = { none: 0, partial: 0.4, good: 0.75, exact: 1 };
const urgencyValue: Record<(typeof urgencies)[number], number> = { none: 0, soon: 0.5, now: 1 };

/** Cap for an intent without evidence: the model may be right, but users couldn't see why. */
const maxIntentWithoutEvidence = intentValue.problem;

interface ModelView {
  answer: Omit<Answer, 'quotes'>;
  evidence: Evidence[];
  /** The text seems to address the model. */
  suspect: boolean;
}

/**
 * Replaces intent, fit, urgency, role, and reason of the built-in assessment with the model's. Relevance, reachability,
 * recency, saturation, and solved stay: they are facts or arithmetic that no text can influence.
 */
function mergeAnswer(built: Assessment, { answer, evidence, suspect }: ModelView): Assessment {
  const intent = intentValue[answer.intent];
  const proposed: Pick<Components, 'intent' | 'fit' | 'urgency'> = {
    intent: evidence.length > 0 ? intent : Math.min(intent, maxIntentWithoutEvidence),
    fit: fitValue[answer.fit],
    urgency: urgencyValue[answer.urgency],
  };
  const components = { ...built.components, ...(suspect ? lowerOf(proposed, built.components) : proposed) };
  return {
    components,
    role: suspect && built.role === 'seller' ? 'seller' : answer.role,
    solved: built.solved,
    fitNone: answer.fit === 'none' || (suspect && built.fitNone),
    evidence: evidence.length > 0 ? evidence : built.evidence,
    reason: suspect || answer.reason === '' ? built.reason : answer.reason,
  };
}

function lowerOf(proposed: Pick<Components, 'intent' | 'fit' | 'urgency'>, built: Components): Partial<Components> {
  const lower = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? other : Math.min(one, other);
  return {
    intent: lower(proposed.intent, built.intent),
    fit: lower(proposed.fit, built.fit),
    urgency: lower(proposed.urgency, built.urgency),
  };
}

const lower = <T>(order: readonly T[], one: T, other: T): T => (order.indexOf(one) <= order.indexOf(other) ? one : other);
/** Starts with the role that lowers a score most. */
const roleOrder: Answer['role'][] = ['seller', 'other', 'customer'];

/** Combines two answers about an item: the lower category each, with evidence and reason of the lower answer. */
function lowerAnswer(one: KeptAnswer, other: KeptAnswer): KeptAnswer {
  const worth = ({ intent, fit }: KeptAnswer): number => intentValue[intent] + fitValue[fit];
  return {
    ...(worth(one) <= worth(other) ? one : other),
    role: lower(roleOrder, one.role, other.role),
    intent: lower(intents, one.intent, other.intent),
    fit: lower(fits, one.fit, other.fit),
    urgency: lower(urgencies, one.urgency, other.urgency),
  };
}

/** Limit for the items' text; leaves enough of a call's tokens for instructions, profile, and answer. */
const maxBytes = 14_000;

/** Splits candidates into batches of one campaign and user, best candidates first. */
function batchesOf(candidates: readonly Candidate[], maxItems: number): Candidate[][] {
  const ranked = candidates
    .map((candidate) => ({ candidate, score: scoreOfCandidate(candidate, candidate.assessment) }))
    .sort((one, other) => other.score - one.score);
  const open = new Map<string, { batch: Candidate[]; bytes: number }>();
  const batches: Candidate[][] = [];
  for (const { candidate } of ranked) {
    const key = `${candidate.userId} ${candidate.campaign.id}`;
    const size = Buffer.byteLength(itemText(candidate.item));
    const current = open.get(key);
    if (current && current.batch.length < maxItems && current.bytes + size <= maxBytes) {
      current.batch.push(candidate);
      current.bytes += size;
    } else {
      const batch = [candidate];
      batches.push(batch);
      open.set(key, { batch, bytes: size });
    }
  }
  return batches;
}

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
    if (asked.length === 0) return true;
    const batches = batchesOf(asked, await caller.batchFor(pass.size, pass.signal));
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
      const { assessment } = this.#results.get(candidate) ?? candidate;
      return decisionOn(candidate, assessment) === 'lead';
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
