import * as z from 'zod';
import type { Config } from '#core/platform/config.ts';
import { type GenerateRequest, AiFailure, type AiProvider, type Generated, type ProviderDeps } from './provider.ts';
import { createWire } from './wire.ts';

/** Request parameters that a model accepts. Compatible servers differ, and so do OpenAI's own models. */
interface Form {
  answer: 'json_schema' | 'json_object' | 'text';
  /** Only OpenAI's newer models require the second name, and their error message says so. */
  limit: 'max_tokens' | 'max_completion_tokens';
  temperature: boolean;
}

type Body = Record<string, unknown>;

interface Forms {
  /** Parameters for a request, as far as the model is known to accept them. */
  parametersFor(request: GenerateRequest): Body;
  /** Learns from an error message what the model doesn't accept; false if the message is about something else. */
  learn(model: string, refusal: string): boolean;
}

/** Kept in memory per model: after a restart, every parameter is tried again, because servers get updated. */
function createForms(): Forms {
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

const replySchema = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }) })]).rest(z.unknown()),
  usage: z.object({ prompt_tokens: z.number().int().min(0).nullish(), completion_tokens: z.number().int().min(0).nullish() }).nullish(),
});

/** OpenAI and servers with a compatible chat completions API (vLLM, LM Studio, llama.cpp, OpenRouter, …). */
export function createOpenai({ openai }: Config['ai'], { upstream, now }: ProviderDeps): AiProvider {
  const forms = createForms();
  // Set everything that the library would otherwise read from the environment.
  const fixed = { baseURL: openai.baseUrl, apiKey: openai.apiKey || 'none', organization: null, project: null, maxRetries: 0 };

  async function generate(request: GenerateRequest): Promise<Generated> {
    const { model, system, prompt, signal } = request;
    const wire = createWire(upstream, signal, now);
    try {
      const { OpenAI } = await import('openai');
      const reply = await new OpenAI({ ...fixed, fetch: wire.fetch, logLevel: 'off' }).chat.completions.create({
        model,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: prompt },
        ],
        ...forms.parametersFor(request),
      });
      const { choices, usage } = replySchema.parse(reply);
      const [{ message }] = choices;
      return { text: message.content ?? '', tokensIn: usage?.prompt_tokens ?? null, tokensOut: usage?.completion_tokens ?? null };
    } catch (error) {
      throw explained(wire.failureOf(error), model);
    }
  }

  function explained(error: unknown, model: string): unknown {
    if (!(error instanceof AiFailure)) return error;
    const { status, message, cause } = error;
    // Some servers respond with 500 or 422 to an unknown parameter.
    const aboutForm = status !== null && [400, 422, 500].includes(status);
    if (aboutForm && forms.learn(model, message)) return new AiFailure(message, { kind: 'form', status, cause });
    const hint = hintFor(status, model);
    return hint === null ? error : error.withHint(hint);
  }

  return {
    id: 'openai',
    name: 'OpenAI',
    models: { small: openai.model, strong: openai.strongModel || null },
    generate,
    close: () => upstream.close(),
  };
}

function hintFor(status: number | null, model: string): string | null {
  if (status === 401) return 'The key is refused; check ai.openai.apiKey';
  if (status === 402) return 'There is no credit left on this key';
  if (status === 403) return 'The key may not do this; check its rights and ai.openai.baseUrl';
  if (status === 404) return `There is no model “${model}” at ai.openai.baseUrl; check both`;
  return null;
}
