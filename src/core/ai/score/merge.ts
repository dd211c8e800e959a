import type { Assessment, Components, Evidence } from '#shared/scoring.ts';
import { type Answer, fits, intents, urgencies } from './answer.ts';
import type { KeptAnswer } from './reuse.ts';

/** What each word of the model is worth. Documented in docs/ai.md; a change makes stored scores incomparable. */
export const intentValue: Record<(typeof intents)[number], number> = { none: 0, curious: 0.2, problem: 0.55, seeking: 0.8, buying: 1 };
export const fitValue: Record<(typeof fits)[number], number> = { none: 0, partial: 0.4, good: 0.75, exact: 1 };
export const urgencyValue: Record<(typeof urgencies)[number], number> = { none: 0, soon: 0.5, now: 1 };

/** Categories without a passage that shows them: the model may be right, but nobody can see why. */
const unprovenIntent = intentValue.problem;

interface Said {
  answer: Omit<Answer, 'quotes'>;
  evidence: Evidence[];
  /** The text seems to talk to the model. */
  suspect: boolean;
}

/**
 * The built-in assessment with intent, fit, urgency, role and reason as the model sees them. Relevance, reachability,
 * recency, saturation and solved stay built-in: they are facts or arithmetic that no text can talk about.
 */
export function mergeAnswer(built: Assessment, { answer, evidence, suspect }: Said): Assessment {
  const intent = intentValue[answer.intent];
  const said: Pick<Components, 'intent' | 'fit' | 'urgency'> = {
    intent: evidence.length > 0 ? intent : Math.min(intent, unprovenIntent),
    fit: fitValue[answer.fit],
    urgency: urgencyValue[answer.urgency],
  };
  const components = { ...built.components, ...(suspect ? lowerOf(said, built.components) : said) };
  return {
    components,
    role: suspect && built.role === 'seller' ? 'seller' : answer.role,
    solved: built.solved,
    fitNone: answer.fit === 'none' || (suspect && built.fitNone),
    evidence: evidence.length > 0 ? evidence : built.evidence,
    reason: suspect || answer.reason === '' ? built.reason : answer.reason,
  };
}

function lowerOf(said: Pick<Components, 'intent' | 'fit' | 'urgency'>, built: Components): Partial<Components> {
  const lower = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? other : Math.min(one, other);
  return { intent: lower(said.intent, built.intent), fit: lower(said.fit, built.fit), urgency: lower(said.urgency, built.urgency) };
}

const lower = <T>(order: readonly T[], one: T, other: T): T => (order.indexOf(one) <= order.indexOf(other) ? one : other);
/** From what lowers a score most. */
const roleOrder: Answer['role'][] = ['seller', 'other', 'customer'];

/** Two answers about one item as one: the lower of each category, with the evidence and the reason of the more doubtful answer. */
export function lowerAnswer(one: KeptAnswer, other: KeptAnswer): KeptAnswer {
  const worth = ({ intent, fit }: KeptAnswer): number => intentValue[intent] + fitValue[fit];
  return {
    ...(worth(one) <= worth(other) ? one : other),
    role: lower(roleOrder, one.role, other.role),
    intent: lower(intents, one.intent, other.intent),
    fit: lower(fits, one.fit, other.fit),
    urgency: lower(urgencies, one.urgency, other.urgency),
  };
}
