import * as z from 'zod';
import { modelServerOf } from '#shared/model-servers.ts';
import type { Config } from '#core/platform/config.ts';
import {
  AiFailure,
  type AiProvider,
  type GenerateRequest,
  type Generated,
  type ProviderDeps,
  readBillions,
  systemFor,
} from './provider.ts';
import { answerIn, createWire } from './wire.ts';

/** Efforts from the least on; what a model accepts differs by generation. */
const efforts = ['none', 'minimal', 'low', 'medium', 'high'] as const;

/** Request parameters that a model accepts. Compatible servers differ, and so do OpenAI's own models. */
interface Form {
  answer: 'json_schema' | 'json_object' | 'text';
  /** Only OpenAI's newer models require the second name, and their error message says so. */
  limit: 'max_tokens' | 'max_completion_tokens';
  temperature: boolean;
  /** The effort with which the model thinks least; null if it takes none. */
  effort: (typeof efforts)[number] | null;
  /** For servers that fill in the model's own template, such as llama.cpp and vLLM. */
  template: boolean;
}

type Body = Record<string, unknown>;

interface Forms {
  /** As far as it is known what the model accepts. */
  formOf(model: string): Form;
  /**
   * Learns from the refusal of a request in the form `sent` what the model doesn't accept; false if the message is about something
   * else. Of several requests that are refused at once, the first teaches it.
   */
  learn(model: string, sent: Form, refusal: string): boolean;
}

const thinkingOpenai = /^(?:o\d|gpt-(?:[5-9]|oss))/;

/** Only where it is known to mean something; the refusal of a model that can't do without tells what it can do. */
function startOf(host: string, model: string): Form {
  const base: Form = { answer: 'json_schema', limit: 'max_tokens', temperature: true, effort: 'none', template: false };
  // Its layer for this API doesn't think unless it is asked to.
  if (host === 'api.anthropic.com') return { ...base, effort: null };
  if (host === 'api.openai.com') return { ...base, effort: thinkingOpenai.test(model) ? 'none' : null };
  const isOwn = !/(?:^|\.)(?:openrouter\.ai|googleapis\.com|groq\.com|mistral\.ai)$/.test(host);
  return { ...base, template: isOwn };
}

/** Kept in memory per model: after a restart, every parameter is tried again, because servers get updated. */
function createForms(host: string): Forms {
  const known = new Map<string, Form>();
  function formOf(model: string): Form {
    const form = known.get(model) ?? startOf(host, model);
    known.set(model, form);
    return form;
  }
  return {
    formOf,
    learn(model, sent, refusal) {
      const next = without(sent, refusal.toLowerCase());
      if (next && formOf(model) === sent) known.set(model, next);
      return next !== null;
    },
  };
}

function parametersIn({ answer, limit, temperature, effort, template }: Form, { schema, maxTokens, way }: GenerateRequest): Body {
  const inForm = way === 'prompt' ? 'text' : answer;
  return {
    [limit]: maxTokens,
    ...(temperature ? { temperature: 0 } : {}),
    ...(way === 'quiet' && effort !== null ? { reasoning_effort: effort } : {}),
    ...(way === 'quiet' && template ? { chat_template_kwargs: { enable_thinking: false } } : {}),
    ...(inForm === 'json_schema' ? { response_format: { type: inForm, json_schema: { name: 'answer', strict: true, schema } } } : {}),
    ...(inForm === 'json_object' ? { response_format: { type: inForm } } : {}),
  };
}

/** The form without the parameter that the message rejects; null if it names none. */
function without(form: Form, refusal: string): Form | null {
  if (/max_completion_tokens.{0,3} instead/.test(refusal) && form.limit === 'max_tokens')
    return { ...form, limit: 'max_completion_tokens' };
  if (/chat_template_kwargs|enable_thinking/.test(refusal) && form.template) return { ...form, template: false };
  if (/reasoning|effort|thinking/.test(refusal) && form.effort !== null) return { ...form, effort: nextEffort(form.effort, refusal) };
  if (/unsupported|not support|only the default/.test(refusal) && /temperature/.test(refusal) && form.temperature)
    return { ...form, temperature: false };
  if (!/response_format|json_schema|json_object|structured|json mode|grammar/.test(refusal) || form.answer === 'text') return null;
  return { ...form, answer: form.answer === 'json_schema' ? 'json_object' : 'text' };
}

/** "Supported values are: 'low', 'medium', and 'high'": the first of them. Without a list, none at all. */
function nextEffort(refused: NonNullable<Form['effort']>, refusal: string): Form['effort'] {
  const named = new Set(refusal.match(/\b(?:none|minimal|low|medium|high)\b/g));
  return efforts.find((effort) => effort !== refused && efforts.indexOf(effort) > efforts.indexOf(refused) && named.has(effort)) ?? null;
}

const partSchema = z.object({ type: z.string(), text: z.string().nullish() });
const messageSchema = z.object({
  /** Mistral sends its thoughts as parts beside the text. */
  content: z.union([z.string(), z.array(partSchema)]).nullish(),
  refusal: z.string().nullish(),
  /** LM Studio, llama.cpp, DeepSeek; the other name is used by OpenRouter, Groq, vLLM, and Ollama. */
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  tool_calls: z.array(z.object({ function: z.object({ arguments: z.string() }) })).nullish(),
});
const tokens = z.number().int().min(0).nullish();
const replySchema = z.object({
  choices: z.tuple([z.object({ message: messageSchema, finish_reason: z.string().nullish() })]).rest(z.unknown()),
  usage: z
    .object({
      prompt_tokens: tokens,
      completion_tokens: tokens,
      completion_tokens_details: z.object({ reasoning_tokens: tokens }).nullish(),
    })
    .nullish(),
});

function readReply(reply: unknown): Generated {
  const { choices, usage } = replySchema.parse(reply);
  const [{ message, finish_reason }] = choices;
  const { content } = message;
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  const thoughts = message.reasoning_content ?? message.reasoning ?? '';
  const [call] = message.tool_calls ?? [];
  const text = parts.flatMap((part) => (part.type === 'text' ? (part.text ?? '') : [])).join('');
  const isRefused = Boolean(message.refusal) || finish_reason === 'content_filter';
  return {
    text: answerIn({ content: text, thoughts, call: call?.function.arguments ?? null }),
    end: isRefused ? 'refused' : finish_reason === 'length' ? 'limit' : 'done',
    thought:
      thoughts !== '' || parts.some(({ type }) => type === 'thinking') || (usage?.completion_tokens_details?.reasoning_tokens ?? 0) > 0,
    tokensIn: usage?.prompt_tokens ?? null,
    tokensOut: usage?.completion_tokens ?? null,
  };
}

/** OpenAI and servers with a compatible chat completions API (vLLM, LM Studio, llama.cpp, OpenRouter, …). */
export function createOpenai({ openai }: Config['ai'], { upstream, now }: ProviderDeps): AiProvider {
  const forms = createForms(new URL(openai.baseUrl).hostname);
  // Set everything that the library would otherwise read from the environment.
  const fixed = { baseURL: openai.baseUrl, apiKey: openai.apiKey || 'none', organization: null, project: null, maxRetries: 0 };

  async function generate(request: GenerateRequest): Promise<Generated> {
    const { model, prompt, signal } = request;
    const wire = createWire(upstream, signal, now);
    const form = forms.formOf(model);
    try {
      const { OpenAI } = await import('openai');
      const reply = await new OpenAI({ ...fixed, fetch: wire.fetch, logLevel: 'off' }).chat.completions.create({
        model,
        messages: [
          { role: 'system', content: systemFor(request) },
          { role: 'user', content: prompt },
        ],
        ...parametersIn(form, request),
      });
      return readReply(reply);
    } catch (error) {
      throw explained(wire.failureOf(error), model, form);
    }
  }

  function explained(error: unknown, model: string, sent: Form): unknown {
    if (!(error instanceof AiFailure)) return error;
    const { status, message, cause } = error;
    // Some servers respond with 500 or 422 to an unknown parameter.
    const aboutForm = status !== null && [400, 422, 500].includes(status);
    if (aboutForm && forms.learn(model, sent, message)) return new AiFailure(message, { kind: 'form', status, cause });
    const hint = hintFor(status, model);
    return hint === null ? error : error.withHint(hint);
  }

  return {
    id: 'openai',
    name: modelServerOf('openai', openai.baseUrl)?.label ?? 'OpenAI',
    models: { small: openai.model, strong: openai.strongModel || null },
    describe: (model) => Promise.resolve({ thinks: null, billions: readBillions(model) }),
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
