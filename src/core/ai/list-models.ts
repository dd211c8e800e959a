import * as z from 'zod';
import type { Config } from '#core/platform/config.ts';
import { type GuardOf, createUpstream, UpstreamError } from '#core/platform/http/upstream.ts';
import { RefusedTarget } from '#core/platform/http/target.ts';
import { AiFailure } from './provider.ts';
import { addressKeyOf } from './registry.ts';

const ollamaSchema = z
  .object({ models: z.array(z.object({ name: z.string() })) })
  .transform(({ models }) => models.map(({ name }) => name));
const openaiSchema = z.object({ data: z.array(z.object({ id: z.string() })) }).transform(({ data }) => data.map(({ id }) => id));
const timeoutMs = 10_000;
const maxModels = 200;

/** Names of the models that a server has. Throws `AiFailure` and `RefusedTarget`. */
export async function listModels({ provider, ollama, openai }: Config['ai'], guardOf: GuardOf): Promise<string[]> {
  if (provider === 'builtin') return [];
  const upstream = createUpstream({ userAgent: 'Earshot', timeoutMs, guard: guardOf(addressKeyOf(provider)) });
  const isOllama = provider === 'ollama';
  const headers: Record<string, string> = isOllama || openai.apiKey === '' ? {} : { authorization: `Bearer ${openai.apiKey}` };
  try {
    const { status, text } = await upstream.send({ url: isOllama ? `${ollama.host}/api/tags` : `${openai.baseUrl}/models`, headers });
    if (status !== 200) throw new AiFailure(`Status ${status}`, { kind: 'refused', status });
    const names = (isOllama ? ollamaSchema : openaiSchema).safeParse(parsed(text));
    if (!names.success) throw new AiFailure('Not a list of models', { kind: 'garbled' });
    return names.data.slice(0, maxModels).map((name) => name.replace(/:latest$/, ''));
  } catch (error) {
    if (error instanceof AiFailure) throw error;
    const cause = error instanceof UpstreamError ? refusalIn(error) : null;
    throw cause ?? new AiFailure('No connection', { kind: 'unreachable', cause: error });
  } finally {
    await upstream.close();
  }
}

/** A refused address may be wrapped by the HTTP client. */
export function refusalIn(error: unknown): RefusedTarget | null {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof RefusedTarget) return at;
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
