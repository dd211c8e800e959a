import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { Assessment } from '#shared/scoring.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { exactScoreOf } from '#core/scoring/arithmetic.ts';
import { builtInScores, decide, type Decision, leastOf, meritOf } from '#core/scoring/lead-threshold.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import { itemText, scorePromptVersion, profileText } from '../prompts/score.ts';
import { deleteUnused, forgetAnswers, saveAnswers, useAnswers } from '../queries.ts';
import { fits, intents, urgencies } from './answer.ts';

/** An item assessed for a campaign by the built-in scorer. */
export interface Candidate {
  campaign: ScoringCampaign;
  /** The user whose token budget pays; null: only the instance's. */
  userId: string | null;
  item: FetchedItem;
  assessment: Assessment;
  /** Part of the sample of discarded items that measures how many leads are missed. */
  isAudit?: boolean;
}

/**
 * - `model`: scored by a model. `builtin`: there is no model. `unreached`: budget or provider failed first, so it should
 *   be scored again. `unanswered`: the model gave no usable answer.
 */
export type Outcome = 'model' | 'builtin' | 'unreached' | 'unanswered';

export interface ModelResult {
  assessment: Assessment;
  outcome: Outcome;
  /** For `posts.scored_by`: `ollama:qwen3:4b-instruct`, `builtin`, `without-ai` (to be scored again) or `builtin-after-ai`. */
  scoredBy: string;
  /** The text seems to address the model. */
  suspect: boolean;
}

/** Value of `scored_by` for posts that a model should still score. */
export const withoutAi = builtInScores.unreached;

export const builtInResult = (assessment: Assessment, outcome: keyof typeof builtInScores): ModelResult => ({
  assessment,
  outcome,
  scoredBy: builtInScores[outcome],
  suspect: false,
});

export const scoreOfCandidate = ({ campaign }: Candidate, assessment: Assessment): number =>
  exactScoreOf(assessment.components, campaign.weights, assessment) ?? 0;

export function decisionOn(candidate: Candidate, assessment: Assessment): Decision {
  const { campaign } = candidate;
  const score = Math.round(scoreOfCandidate(candidate, assessment));
  const merit = meritOf(assessment.components, campaign.weights, assessment);
  return decide({ score, merit, role: assessment.role }, campaign);
}

/** From the lead threshold, in what `decide` compares with it. */
function distanceToLead({ campaign, ...candidate }: Candidate, assessment: Assessment): number {
  const points =
    campaign.leadThreshold === null
      ? meritOf(assessment.components, campaign.weights, assessment)
      : scoreOfCandidate({ campaign, ...candidate }, assessment);
  return Math.abs(points - leastOf(campaign));
}

const doubtfulPoints = 8;

/** Close to the lead threshold, or the opposite of the built-in decision: worth asking the strong model. */
export function isDoubtful(candidate: Candidate, scored: Assessment): boolean {
  if (distanceToLead(candidate, scored) <= doubtfulPoints) return true;
  const decisions = new Set([decisionOn(candidate, candidate.assessment), decisionOn(candidate, scored)]);
  return decisions.has('lead') && decisions.has('none');
}

const closePoints = 5;

/** So close to the lead threshold that two answers of the same model may disagree. */
export const isCloseToLead = (candidate: Candidate, assessment: Assessment): boolean =>
  distanceToLead(candidate, assessment) <= closePoints;

const keptSchema = z.object({
  intent: z.enum(intents),
  fit: z.enum(fits),
  urgency: z.enum(urgencies),
  role: z.enum(['customer', 'seller', 'other']),
  problems: z.array(z.string()),
  reason: z.string(),
  spans: z.array(z.object({ field: z.enum(['title', 'body']), start: z.number().int(), end: z.number().int() })),
});
/** An answer with its quotes already located in the item. */
export type KeptAnswer = z.output<typeof keptSchema>;

/** Hash of everything an answer depends on: the model and its input. Unlike a version number, it can't be forgotten. */
export function reuseKey({ campaign, item }: Candidate, model: string): string {
  // Stored offsets refer to the whole text, so hash all of it and not only the part in the prompt.
  const parts = [scorePromptVersion, model, profileText(campaign), itemText(item), item.title, item.body];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

const keptDays = 60;
const dayMs = 86_400_000;

/** Stored answers by reuse key: scoring the same input again costs no call. */
export function createReuse(db: Db, now: Now) {
  return {
    async findAll(keys: readonly string[]): Promise<Map<string, KeptAnswer>> {
      const found = new Map<string, KeptAnswer>();
      for (const { key, answer } of await useAnswers(db, keys, now())) found.set(key, keptSchema.parse(JSON.parse(answer)));
      return found;
    },
    async keep(answers: readonly { key: string; subject: string; answer: KeptAnswer }[]): Promise<void> {
      await saveAnswers(
        db,
        answers.map(({ key, subject, answer }) => ({ key, subject, answer: JSON.stringify(answer), used_at: now() })),
      );
    },
    forget: forgetAnswers,
    /** Deletes answers that haven't been used for two months. Returns how many. */
    prune: (at = now()): Promise<number> => deleteUnused(db, at - keptDays * dayMs),
  };
}
export type Reuse = ReturnType<typeof createReuse>;
