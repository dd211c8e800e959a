import * as z from 'zod';
import type { Way } from '#shared/ai.ts';
import type { ConnectionTest, ModelCheckPart, ModelVerdict } from '#shared/connections.ts';
import { modelServerOf, modelServers } from '#shared/model-servers.ts';
import type { Config } from '#core/platform/config.ts';
import { AppError } from '#core/platform/errors.ts';
import { RefusedTarget } from '#core/platform/http/target.ts';
import { type GuardOf, createUpstream, UpstreamError } from '#core/platform/http/upstream.ts';
import { costOf } from './open-model.ts';
import { AiFailure } from './provider.ts';
import { addressKeyOf, addressOf, createProvider } from './registry.ts';
import { callsLead, type Sample, samplesAt } from './samples.ts';
import type { Answer } from './score/answer.ts';
import { type Asking, batchFor, type Found, searchWay, thinkingRoom, trySamples } from './ways.ts';

const [{ model: recommended }] = modelServers;

const ollamaSchema = z
  .object({ models: z.array(z.object({ name: z.string() })) })
  .transform(({ models }) => models.map(({ name }) => name));
const openaiSchema = z.object({ data: z.array(z.object({ id: z.string() })) }).transform(({ data }) => data.map(({ id }) => id));
const listMs = 10_000;
const maxModels = 200;

/** Names of the models that a server has. Throws `AiFailure` and `RefusedTarget`. */
async function listModels(settings: Config['ai'], guardOf: GuardOf): Promise<string[]> {
  const { provider } = settings;
  if (provider === 'builtin') return [];
  const upstream = createUpstream({ userAgent: 'Earshot', timeoutMs: listMs, guard: guardOf(addressKeyOf(provider)) });
  const isOllama = provider === 'ollama';
  try {
    const url = `${addressOf(settings)}${isOllama ? '/api/tags' : '/models'}`;
    const { status, text } = await upstream.send({ url, headers: isOllama ? {} : keyHeaders(settings) });
    if (status !== 200) throw new AiFailure(`Status ${status}`, { kind: status < 400 ? 'garbled' : 'refused', status });
    const names = (isOllama ? ollamaSchema : openaiSchema).safeParse(parsed(text));
    if (!names.success) throw new AiFailure('Not a list of models', { kind: 'garbled' });
    // Ollama's default tag, and the folder in which Gemini's stand.
    return names.data.slice(0, maxModels).map((name) => name.replace(/:latest$/, '').replace(/^models\//, ''));
  } catch (error) {
    if (error instanceof AiFailure) throw error;
    const cause = error instanceof UpstreamError ? refusalIn(error) : null;
    throw cause ?? new AiFailure('No connection', { kind: 'unreachable', cause: error });
  } finally {
    await upstream.close();
  }
}

/** Anthropic's list of models isn't part of its layer for OpenAI's API. */
function keyHeaders({ openai: { apiKey, baseUrl } }: Config['ai']): Record<string, string> {
  if (apiKey === '') return {};
  if (new URL(baseUrl).hostname === 'api.anthropic.com') return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
  return { authorization: `Bearer ${apiKey}` };
}

/** A refused address may be wrapped by the HTTP client. */
function refusalIn(error: unknown): RefusedTarget | null {
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

const fail = (message: string, models: string[] = []): ConnectionTest => ({ ok: false, message, models, sample: null });

/** One sentence or two: what is wrong, and what to do. */
function adviceFor(error: unknown, settings: Config['ai']): string {
  const { provider, ollama, openai, limits } = settings;
  const isOllama = provider === 'ollama';
  const address = addressOf(settings);
  const [name, model] = isOllama ? ['Ollama', ollama.model] : [modelServerOf(provider, address)?.label ?? 'The server', openai.model];
  if (refusalIn(error))
    return `Earshot may not call ${address}: it is in a private network or uses another port than 80 and 443. Add its host to security.allowPrivateHosts in the configuration.`;
  if (!(error instanceof AiFailure)) return `${name} couldn't be asked. Check the address ${address}.`;
  const { kind, status, hint } = error;
  if ((kind === 'unfit' || kind === 'garbled') && hint !== null) return hint.endsWith('.') ? hint : `${hint}.`;
  if (kind === 'unreachable')
    return `${name} doesn't answer at ${address}. Check the address, and whether ${isOllama ? 'Ollama' : 'it'} is running.`;
  if (kind === 'timeout')
    return `${model} didn't answer within ${limits.timeoutMs / 1000} seconds. Test again once it has loaded, or choose a smaller model.`;
  if (kind === 'limited') return `${name} takes no more requests right now. Test again in a minute.`;
  if (status === 401) return `${name} rejected the API key. Enter it again.`;
  if (status === 402) return 'This API key has no credit left. Add credit at the provider, then test again.';
  if (status === 403) return 'This API key may not use the model. Check its permissions at the provider.';
  if (status === 404)
    return isOllama
      ? `Ollama doesn't have the model ${model}. Run "ollama pull ${model}", or choose another one.`
      : `There is no model ${model} at ${address}. Check the base URL and the model.`;
  if (kind === 'server') return `${name} failed (HTTP ${status}). Check its log, then test again.`;
  return `${address} doesn't answer like ${isOllama ? 'Ollama' : 'a chat completions API'}. Check the address.`;
}

const countOf = (models: number): string => (models === 1 ? '1 model found.' : `${models} models found.`);

/** The models of a server. A failure is a result with a sentence for the admin. */
export async function tryListModels(settings: Config['ai'], guardOf: GuardOf): Promise<ConnectionTest> {
  try {
    const models = await listModels(settings, guardOf);
    const none =
      settings.provider === 'ollama'
        ? `Ollama has no models yet. Run "ollama pull ${recommended}" first.`
        : 'The server lists no models. Enter the name of one.';
    return { ...fail(models.length > 0 ? countOf(models.length) : none, models), ok: models.length > 0 };
  } catch (error) {
    return fail(adviceFor(error, settings));
  }
}

const noModel = 'The built-in scorer needs no model, so there is nothing to test.';

/** Finds out how to ask the model, with sample posts that it scores as it will score others. Not recorded in the ledger. */
export async function tryModel(settings: Config['ai'], guardOf: GuardOf): Promise<{ test: ConnectionTest; found: Found | null }> {
  const provider = createProvider(settings, Date.now, guardOf);
  if (!provider) return { test: { ...fail(noModel), ok: true }, found: null };
  const model = provider.models.small;
  try {
    const { timeoutMs } = settings.limits;
    const found = await searchWay({ provider, model, timeoutMs, now: Date.now(), signal: new AbortController().signal });
    const [first] = found.verdicts;
    if (!first) return { test: fail(`${model} gave no usable answer. Choose another model.`), found: null };
    const [{ item }, { intent, fit, reason }] = first;
    const sample = { way: found.way, title: item.title, body: item.body, intent, fit, reason };
    return { test: { ok: true, message: `${provider.name} answered with ${model}.`, models: [], sample }, found };
  } catch (error) {
    return { test: fail(adviceFor(error, settings)), found: null };
  } finally {
    await provider.close();
  }
}

interface CheckRequest {
  settings: Config['ai'];
  guardOf: GuardOf;
  /** From 0 on; the first also finds out how to ask, unless `way` says so. */
  part: number;
  /** As the part before returned it. */
  way: Way | null;
}

/** Has the model judge a part of the 20 samples. A failure is a result with a sentence for the admin. Not recorded in the ledger. */
export async function checkModelPart({ settings, guardOf, part, way }: CheckRequest): Promise<ModelCheckPart> {
  const provider = createProvider(settings, Date.now, guardOf);
  const nothing = { ok: false, parts: 0, way: null, verdicts: [], seconds: 0, cost: null };
  if (!provider) return { ...nothing, message: noModel };
  const model = provider.models.small;
  const { signal } = new AbortController();
  try {
    const now = Date.now();
    const asking: Asking = way
      ? { way, room: way === 'quiet' ? 0 : thinkingRoom }
      : await searchWay({ provider, model, timeoutMs: settings.limits.timeoutMs, now, signal });
    const parts = partsOf(samplesAt(now), batchFor(await provider.describe(model, signal)));
    const samples = parts[part] ?? [];
    if (samples.length === 0) throw new AppError('invalid', 'This check has fewer parts');
    const began = performance.now();
    const trial = await trySamples({ provider, model, samples, asking, signal });
    return {
      ok: true,
      message: '',
      parts: parts.length,
      way: asking.way,
      verdicts: samples.map((sample) => verdictOf(sample, trial.verdicts.get(sample))),
      seconds: (performance.now() - began) / 1000,
      cost: costOf(settings, { ...trial, model }),
    };
  } catch (error) {
    if (error instanceof AppError) throw error;
    return { ...nothing, message: adviceFor(error, settings) };
  } finally {
    await provider.close();
  }
}

function partsOf(samples: readonly Sample[], batch: number): Sample[][] {
  const perCampaign = Map.groupBy(samples, ({ campaign }) => campaign);
  return [...perCampaign.values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / batch) }, (_, index) => own.slice(index * batch, (index + 1) * batch)),
  );
}

const verdictOf = ({ item: { title, body, kind }, isLead }: Sample, answer: Answer | undefined): ModelVerdict => ({
  text: kind === 'comment' ? body : title,
  expected: isLead,
  said: answer ? callsLead(answer) : null,
  reason: answer?.reason ?? '',
});
