import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { ConnectionTest } from '#shared/connections.ts';
import { defaultWeights } from '#shared/scoring.ts';
import type { Config } from '#core/platform/config.ts';
import { RefusedTarget } from '#core/platform/http/target.ts';
import { type GuardOf, createUpstream, UpstreamError } from '#core/platform/http/upstream.ts';
import { type FetchedItem, textOnly } from '#core/platform/item.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import { createFence } from './prompts/fence.ts';
import { scorePrompt, scoreSystem } from './prompts/score.ts';
import { AiFailure, type AiProvider, type GenerateRequest } from './provider.ts';
import { addressKeyOf, createProvider } from './registry.ts';
import { answerSchema, readAnswers } from './score/answer.ts';

const ollamaSchema = z
  .object({ models: z.array(z.object({ name: z.string() })) })
  .transform(({ models }) => models.map(({ name }) => name));
const openaiSchema = z.object({ data: z.array(z.object({ id: z.string() })) }).transform(({ data }) => data.map(({ id }) => id));
const timeoutMs = 10_000;
const maxModels = 200;

/** Names of the models that a server has. Throws `AiFailure` and `RefusedTarget`. */
async function listModels({ provider, ollama, openai }: Config['ai'], guardOf: GuardOf): Promise<string[]> {
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

const campaign: ScoringCampaign = {
  id: 'test',
  offering: 'Invoicing software for freelancers and small studios, with automatic payment reminders.',
  idealCustomer: 'Freelancers and studios of up to five people who send their own invoices.',
  description: '',
  painPoints: ['clients pay late and have to be chased'],
  rules: [],
  excludes: [],
  subreddits: ['freelance'],
  languages: [],
  includeComments: true,
  weights: defaultWeights,
  postFloor: 40,
  leadThreshold: 70,
};
const sample = {
  title: 'Which invoicing tool reminds clients for you?',
  body: 'Two clients are weeks late again and I hate chasing them. I would pay for something that sends the reminders. What do you use?',
};
const maxTokens = 400;
/** Two response formats, the token limit, and the temperature. */
const maxForms = 4;

const itemAt = (createdAt: number): FetchedItem => ({
  ...textOnly,
  ...sample,
  fullname: 't3_sample',
  kind: 'post',
  subreddit: 'freelance',
  author: null,
  createdAt,
});

const fail = (message: string, models: string[] = []): ConnectionTest => ({ ok: false, message, models, sample: null });

/** Leaves out what the server doesn't support, as it says itself. */
async function ask(provider: AiProvider, request: GenerateRequest): Promise<string> {
  for (let form = 0; ; form += 1) {
    try {
      return (await provider.generate(request)).text;
    } catch (error) {
      if (!(error instanceof AiFailure && error.kind === 'form' && form < maxForms)) throw error;
    }
  }
}

function adviceFor(error: unknown, { provider, ollama, openai, limits }: Config['ai']): string {
  const isOllama = provider === 'ollama';
  const [name, address, model] = isOllama ? ['Ollama', ollama.host, ollama.model] : ['The server', openai.baseUrl, openai.model];
  if (refusalIn(error))
    return `Earshot may not call ${address}: it is in a private network or uses another port than 80 and 443. Add its host to security.allowPrivateHosts in the configuration.`;
  if (!(error instanceof AiFailure)) return `${name} couldn't be asked. Check the address ${address}.`;
  const { kind, status } = error;
  if (kind === 'unreachable')
    return `${name} doesn't answer at ${address}. Check the address, and whether ${isOllama ? 'Ollama' : 'it'} is running.`;
  if (kind === 'timeout')
    return `${model} didn't answer within ${limits.timeoutMs / 1000} seconds. Test again once it has loaded, or choose a smaller model.`;
  if (kind === 'limited') return `${name} takes no more requests right now. Test again in a minute.`;
  if (status === 401) return 'The server rejected the API key. Enter it again.';
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
        ? 'Ollama has no models yet. Run "ollama pull llama3.1" first.'
        : 'The server lists no models. Enter the name of one.';
    return { ok: models.length > 0, message: models.length > 0 ? countOf(models.length) : none, models, sample: null };
  } catch (error) {
    return fail(adviceFor(error, settings));
  }
}

/** Has the model score a sample post, as it will score others. The call isn't recorded in the ledger. */
export async function tryModel(settings: Config['ai'], guardOf: GuardOf): Promise<ConnectionTest> {
  const provider = createProvider(settings, Date.now, guardOf);
  if (!provider) return { ...fail('The built-in scorer needs no model, so there is nothing to test.'), ok: true };
  const model = provider.models.small;
  try {
    const now = Date.now();
    const prompt = scorePrompt(
      { campaign, entries: [{ id: '1-test', item: itemAt(now) }], today: now },
      createFence(randomBytes(12).toString('hex')),
    );
    const signal = AbortSignal.timeout(settings.limits.timeoutMs);
    const text = await ask(provider, { model, system: scoreSystem, prompt, schema: answerSchema(['1-test']), maxTokens, signal });
    const answer = readAnswers(text, ['1-test']).get('1-test');
    if (!answer) return fail(`${model} answered, but not in the form that scoring needs. Choose a larger model.`);
    const { intent, fit, reason } = answer;
    return { ok: true, message: `${provider.name} answered with ${model}.`, models: [], sample: { ...sample, intent, fit, reason } };
  } catch (error) {
    return fail(adviceFor(error instanceof DOMException ? new AiFailure('Late', { kind: 'timeout' }) : error, settings));
  } finally {
    await provider.close();
  }
}
