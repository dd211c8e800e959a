import * as z from 'zod';
import type { Config } from '#core/platform/config.ts';
import { createForms } from './openai-forms.ts';
import { AiFailure, type AiProvider, type GenerateRequest, type Generated } from './provider.ts';
import type { ProviderDeps } from './provider.ts';
import { createWire } from './wire.ts';

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
