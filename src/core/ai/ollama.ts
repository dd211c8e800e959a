import * as z from 'zod';
import type { Config } from '#core/platform/config.ts';
import {
  AiFailure,
  type AiProvider,
  type GenerateRequest,
  type Generated,
  type ModelFacts,
  type ProviderDeps,
  readBillions,
  systemFor,
} from './provider.ts';
import { answerIn, createWire } from './wire.ts';

const replySchema = z.object({
  message: z.object({
    content: z.string(),
    thinking: z.string().nullish(),
    tool_calls: z.array(z.object({ function: z.object({ arguments: z.unknown() }) })).nullish(),
  }),
  done_reason: z.string().nullish(),
  prompt_eval_count: z.number().int().min(0).nullish(),
  eval_count: z.number().int().min(0).nullish(),
});

const thinkSchema = z.union([z.boolean(), z.enum(['low', 'medium', 'high'])]);
const showSchema = z.object({
  capabilities: z.array(z.string()).nullish(),
  /** Newer versions list the values of `think` that a model takes. */
  thinking: z.object({ values: z.array(z.unknown()) }).nullish(),
  details: z.object({ parameter_size: z.string().nullish() }).nullish(),
});

interface Shown extends ModelFacts {
  /** Value of `think` with which the model thinks least. */
  least: z.output<typeof thinkSchema>;
}

const unknownModel = (model: string): Shown => ({ thinks: null, billions: readBillions(model), least: leastFor(model) });
/** gpt-oss can't be kept from thinking. */
const leastFor = (model: string): Shown['least'] => (model.includes('gpt-oss') ? 'low' : false);

function readShown(model: string, reply: unknown): Shown {
  const { capabilities, thinking, details } = showSchema.parse(reply);
  const values = new Set((thinking?.values ?? []).flatMap((value) => thinkSchema.safeParse(value).data ?? []));
  return {
    thinks: capabilities ? capabilities.includes('thinking') : null,
    billions: readBillions(details?.parameter_size ?? '') ?? readBillions(model),
    least: values.has(false) ? false : ((['low', 'medium', 'high'] as const).find((each) => values.has(each)) ?? leastFor(model)),
  };
}

/** What a server says about itself comes at once, or not at all. */
const showMs = 5000;

/**
 * Uses Ollama's own chat API because it can enforce a JSON schema. See
 * https://github.com/ollama/ollama/blob/main/docs/api.md (Generate a chat completion, Structured outputs, Thinking).
 */
export function createOllama({ ollama, limits }: Config['ai'], { upstream, now }: ProviderDeps): AiProvider {
  const known = new Map<string, Shown>();

  async function open(fetch: typeof globalThis.fetch) {
    const { Ollama } = await import('ollama/browser');
    return new Ollama({ host: ollama.host, fetch });
  }

  /** Kept only if the server told: it may have been down. */
  async function show(model: string, signal: AbortSignal): Promise<Shown> {
    const before = known.get(model);
    if (before) return before;
    const wire = createWire(upstream, AbortSignal.any([signal, AbortSignal.timeout(showMs)]), now);
    try {
      const shown = readShown(model, await (await open(wire.fetch)).show({ model }));
      known.set(model, shown);
      return shown;
    } catch {
      signal.throwIfAborted();
      return unknownModel(model);
    }
  }

  async function generate(request: GenerateRequest): Promise<Generated> {
    const { model, prompt, schema, maxTokens, way, signal } = request;
    const system = systemFor(request);
    const shown = way === 'quiet' ? await show(model, signal) : null;
    const wire = createWire(upstream, signal, now);
    try {
      const client = await open(wire.fetch);
      const reply = await client.chat({
        model,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: prompt },
        ],
        stream: false,
        ...(way === 'prompt' ? {} : { format: schema }),
        ...(shown && shown.thinks !== false ? { think: shown.least } : {}),
        // With the default window, Ollama silently cuts long prompts at the start, where the instructions are.
        options: { temperature: 0, num_predict: maxTokens, num_ctx: windowFor(system, prompt, maxTokens) },
      });
      return readReply(reply);
    } catch (error) {
      throw hinted(wire.failureOf(error), model, limits.timeoutMs);
    }
  }

  return {
    id: 'ollama',
    name: 'Ollama',
    models: { small: ollama.model, strong: ollama.strongModel || null },
    describe: show,
    generate,
    close: () => upstream.close(),
  };
}

function readReply(reply: unknown): Generated {
  const { message, done_reason, prompt_eval_count, eval_count } = replySchema.parse(reply);
  const [call] = message.tool_calls ?? [];
  const thoughts = message.thinking ?? '';
  return {
    text: answerIn({ content: message.content, thoughts, call: call ? JSON.stringify(call.function.arguments) : null }),
    end: done_reason === 'length' ? 'limit' : 'done',
    thought: thoughts !== '',
    tokensIn: prompt_eval_count ?? null,
    tokensOut: eval_count ?? null,
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
