import * as z from 'zod';
import type { Config } from '#core/platform/config.ts';
import { AiFailure, type AiProvider, type GenerateRequest, type Generated } from './provider.ts';
import type { ProviderDeps } from './provider.ts';
import { createWire } from './wire.ts';

const replySchema = z.object({
  message: z.object({ content: z.string() }),
  prompt_eval_count: z.number().int().min(0).nullish(),
  eval_count: z.number().int().min(0).nullish(),
});

/**
 * Ollama's own chat call: it can hold the answer to a JSON schema. See
 * https://github.com/ollama/ollama/blob/main/docs/api.md (Generate a chat completion, Structured outputs).
 */
export function createOllama({ ollama, limits }: Config['ai'], { upstream, now }: ProviderDeps): AiProvider {
  async function generate({ model, system, prompt, schema, maxTokens, signal }: GenerateRequest): Promise<Generated> {
    const wire = createWire(upstream, signal, now);
    try {
      const { Ollama } = await import('ollama/browser');
      const reply = await new Ollama({ host: ollama.host, fetch: wire.fetch }).chat({
        model,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: prompt },
        ],
        stream: false,
        format: schema,
        // Ollama's default window cuts longer prompts at the front without a word: the instructions would go first.
        options: { temperature: 0, num_predict: maxTokens, num_ctx: windowFor(system, prompt, maxTokens) },
      });
      const { message, prompt_eval_count, eval_count } = replySchema.parse(reply);
      return { text: message.content, tokensIn: prompt_eval_count ?? null, tokensOut: eval_count ?? null };
    } catch (error) {
      throw hinted(wire.failureOf(error), model, limits.timeoutMs);
    }
  }
  return {
    id: 'ollama',
    name: 'Ollama',
    models: { small: ollama.model, strong: ollama.strongModel || null },
    generate,
    close: () => upstream.close(),
  };
}

/** In large steps, because Ollama loads the model again whenever the window changes. */
const windowStep = 8192;
/** Holds for scripts of three bytes a letter too, where a letter is about a token. */
const bytesPerToken = 3;
const windowFor = (system: string, prompt: string, maxTokens: number): number =>
  windowStep * Math.ceil((Buffer.byteLength(system + prompt) / bytesPerToken + maxTokens) / windowStep);

function hinted(error: unknown, model: string, timeoutMs: number): unknown {
  if (!(error instanceof AiFailure)) return error;
  if (error.status === 404) return error.withHint(`Ollama has no model “${model}”; run: ollama pull ${model}`);
  if (error.kind !== 'timeout') return error;
  return error.withHint(`No answer within ${timeoutMs / 1000} s; a large model may need longer to load: raise ai.limits.timeoutMs`);
}
