import type { GenerateRequest } from './provider.ts';

/** How a model wants to be asked; compatible servers differ, and so do OpenAI's own models. */
interface Form {
  answer: 'json_schema' | 'json_object' | 'text';
  /** Every server knows the old name but OpenAI's newer models, which say so. */
  limit: 'max_tokens' | 'max_completion_tokens';
  temperature: boolean;
}

type Body = Record<string, unknown>;

export interface Forms {
  /** The parameters for this request in the form that the model is known to take. */
  parametersFor(request: GenerateRequest): Body;
  /** Learns from a refusal what the model does not take; false when the refusal is about something else. */
  learn(model: string, refusal: string): boolean;
}

/** Remembered for each model while the process lives: a server may be updated, a form is never given up for good. */
export function createForms(): Forms {
  const known = new Map<string, Form>();
  const formOf = (model: string): Form => known.get(model) ?? { answer: 'json_schema', limit: 'max_tokens', temperature: true };
  return {
    parametersFor({ model, schema, maxTokens }) {
      const { answer, limit, temperature } = formOf(model);
      return {
        [limit]: maxTokens,
        ...(temperature ? { temperature: 0 } : {}),
        ...(answer === 'json_schema' ? { response_format: { type: answer, json_schema: { name: 'answer', strict: true, schema } } } : {}),
        ...(answer === 'json_object' ? { response_format: { type: answer } } : {}),
      };
    },
    learn(model, refusal) {
      const next = without(formOf(model), refusal.toLowerCase());
      if (next) known.set(model, next);
      return next !== null;
    },
  };
}

/** The same form less what the refusal names; null when it names nothing that could be left out. */
function without(form: Form, refusal: string): Form | null {
  if (/max_completion_tokens.{0,3} instead/.test(refusal) && form.limit === 'max_tokens')
    return { ...form, limit: 'max_completion_tokens' };
  if (/unsupported|not support|only the default/.test(refusal) && /temperature/.test(refusal) && form.temperature)
    return { ...form, temperature: false };
  if (!/response_format|json_schema|json_object|structured|json mode|grammar/.test(refusal) || form.answer === 'text') return null;
  return { ...form, answer: form.answer === 'json_schema' ? 'json_object' : 'text' };
}
