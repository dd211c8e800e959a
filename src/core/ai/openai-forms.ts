import type { GenerateRequest } from './provider.ts';

/** Request parameters that a model accepts. Compatible servers differ, and so do OpenAI's own models. */
interface Form {
  answer: 'json_schema' | 'json_object' | 'text';
  /** Only OpenAI's newer models require the second name, and their error message says so. */
  limit: 'max_tokens' | 'max_completion_tokens';
  temperature: boolean;
}

type Body = Record<string, unknown>;

export interface Forms {
  /** Parameters for a request, as far as the model is known to accept them. */
  parametersFor(request: GenerateRequest): Body;
  /** Learns from an error message what the model doesn't accept; false if the message is about something else. */
  learn(model: string, refusal: string): boolean;
}

/** Kept in memory per model: after a restart, every parameter is tried again, because servers get updated. */
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

/** The form without the parameter that the message rejects; null if it names none. */
function without(form: Form, refusal: string): Form | null {
  if (/max_completion_tokens.{0,3} instead/.test(refusal) && form.limit === 'max_tokens')
    return { ...form, limit: 'max_completion_tokens' };
  if (/unsupported|not support|only the default/.test(refusal) && /temperature/.test(refusal) && form.temperature)
    return { ...form, temperature: false };
  if (!/response_format|json_schema|json_object|structured|json mode|grammar/.test(refusal) || form.answer === 'text') return null;
  return { ...form, answer: form.answer === 'json_schema' ? 'json_object' : 'text' };
}
