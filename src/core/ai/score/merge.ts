import type { Assessment, Components, Evidence } from '#shared/scoring.ts';
import { type Answer, fits, intents, urgencies } from './answer.ts';
import type { KeptAnswer } from './reuse.ts';

/** Values of the model's categories. Documented in docs/ai.md; changing them makes stored scores incomparable. */
export const intentValue: Record<(typeof intents)[number], number> = { none: 0, curious: 0.2, problem: 0.55, seeking: 0.8, buying: 1 };
export const fitValue: Record<(typeof fits)[number], number> = { none: 0, partial: 0.4, good: 0.75, exact: 1 };
export const urgencyValue: Record<(typeof urgencies)[number], number> = { none: 0, soon: 0.5, now: 1 };

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
export function mergeAnswer(built: Assessment, { answer, evidence, suspect }: ModelView): Assessment {
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
