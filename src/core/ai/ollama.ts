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
 * Uses Ollama's own chat API because it can enforce a JSON schema. See
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
        // With the default window, Ollama silently cuts long prompts at the start, where the instructions are.
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

/** Large steps, because Ollama reloads the model whenever the window changes. */
const windowStep = 8192;
/** Also fits scripts with three bytes per character, where a character is about one token. */
const bytesPerToken = 3;
const windowFor = (system: string, prompt: string, maxTokens: number): number =>
  windowStep * Math.ceil((Buffer.byteLength(system + prompt) / bytesPerToken + maxTokens) / windowStep);

function hinted(error: unknown, model: string, timeoutMs: number): unknown {
  if (!(error instanceof AiFailure)) return error;
  if (error.status === 404) return error.withHint(`Ollama has no model “${model}”; run: ollama pull ${model}`);
  if (error.kind !== 'timeout') return error;
  return error.withHint(`No answer within ${timeoutMs / 1000} s; a large model may need longer to load: raise ai.limits.timeoutMs`);
}
