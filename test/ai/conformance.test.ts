import { Ollama } from 'ollama/browser';
import { OpenAI } from 'openai';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createProvider } from '#core/ai/registry.ts';
import type { AiFailure, AiProvider } from '#core/ai/provider.ts';
import { type ConfigInput, loadConfig, parseConfig } from '#core/platform/config.ts';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { openaiFault, startFakeOpenai } from '#test/support/fakes/openai/server.ts';
import { brokenGateway, type Fault, jsonReply, webPage } from './support/model-server.ts';

const schema = { type: 'object', properties: { color: { type: 'string' } }, required: ['color'], additionalProperties: false };
const request = () => ({
  model: 'm',
  system: 'You answer with JSON.',
  prompt: 'What color is the sky? Answer as JSON: {"color": "…"}',
  schema,
  maxTokens: 100,
  way: 'schema' as const,
  signal: new AbortController().signal,
});
const respond = () => '{"color":"blue"}';

interface Subject {
  name: string;
  start: (habits?: { models?: string[] }) => Promise<{
    ai: NonNullable<ConfigInput>['ai'];
    fail: (fault: Fault, times?: number) => void;
    count: () => number;
    close: () => Promise<void>;
  }>;
}

const subjects: Subject[] = [
  {
    name: 'ollama',
    async start({ models = ['m'] } = {}) {
      const fake = await startFakeOllama({ respond, models });
      return {
        ai: { provider: 'ollama', ollama: { host: fake.host, model: 'm' } },
        fail: fake.fail,
        count: () => fake.requests.length,
        close: fake.close,
      };
    },
  },
  {
    name: 'openai',
    async start({ models = ['m'] } = {}) {
      const fake = await startFakeOpenai({ respond, models });
      const openai = { baseUrl: fake.baseUrl, apiKey: fake.apiKey, model: 'm' };
      return { ai: { provider: 'openai', openai }, fail: fake.fail, count: () => fake.requests.length, close: fake.close };
    },
  },
];

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

function providerFor(ai: NonNullable<ConfigInput>['ai'], timeoutMs = 2000): AiProvider {
  const provider = createProvider(parseConfig({ ai: { ...ai, limits: { timeoutMs } } }).ai, () => Date.UTC(2026, 10, 21));
  if (!provider) throw new Error('no provider');
  cleanups.push(() => provider.close());
  return provider;
}
const failureOf = async (promise: Promise<unknown>): Promise<AiFailure> =>
  promise.then(
    () => Promise.reject(new Error('it answered')),
    (error: AiFailure) => error,
  );

describe.each(subjects)('the provider $name', ({ name, start }) => {
  async function ready(options: { models?: string[]; timeoutMs?: number } = {}) {
    const fake = await start(options);
    cleanups.push(fake.close);
    return { ...fake, provider: providerFor(fake.ai, options.timeoutMs) };
  }

  test('returns text and the token counts of the server', async () => {
    const { provider } = await ready();
    const answer = await provider.generate(request());
    expect(JSON.parse(answer.text)).toEqual({ color: 'blue' });
    expect(answer.tokensIn).toBeGreaterThan(10);
    expect(answer.tokensOut).toBeGreaterThan(3);
    expect(provider).toMatchObject({ id: name, models: { small: 'm', strong: null } });
  });

  test('reports a missing model after one request, with a hint', async () => {
    const { provider, count } = await ready({ models: ['other'] });
    const failure = await failureOf(provider.generate(request()));
    expect(failure).toMatchObject({ kind: 'refused', status: 404, passing: false });
    expect(failure.hint).toContain('“m”');
    expect(count()).toBe(1);
  });

  test.each([
    ['a broken gateway', brokenGateway, { kind: 'server', status: 502, passing: true }],
    ['an HTML page', webPage, { kind: 'garbled', passing: false, mayHaveCost: true }],
    ['a truncated reply', { kind: 'cut' }, { kind: 'garbled', passing: false }],
    ['a dropped connection', { kind: 'drop' }, { kind: 'unreachable', passing: true, mayHaveCost: false }],
    ['a redirect', { kind: 'reply', reply: { status: 302, headers: { location: '/login' }, pieces: [] } }, { kind: 'garbled' }],
    ['401', { kind: 'reply', reply: jsonReply(401, { error: 'unauthorized' }) }, { kind: 'refused', status: 401, passing: false }],
    ['402', openaiFault.payment, { kind: 'refused', status: 402, passing: false }],
    ['403', openaiFault.forbidden, { kind: 'refused', status: 403, passing: false }],
    ['missing credit reported as 429', openaiFault.noCredit, { kind: 'refused', status: 402, passing: false }],
    ['missing credit reported as 400', openaiFault.noCreditLeft, { kind: 'refused', status: 402, passing: false }],
    ['a wrong key reported as 400', openaiFault.keyNotValid, { kind: 'refused', status: 401, passing: false }],
    ['a rate limit with a wait in seconds', openaiFault.tooMany('7'), { kind: 'limited', status: 429, waitMs: 7000, passing: true }],
    ['a rate limit with a date', openaiFault.tooMany('Sat, 21 Nov 2026 00:00:09 GMT'), { kind: 'limited', waitMs: 9000 }],
    ['an internal error', openaiFault.broken, { kind: 'server', status: 500 }],
    ['unexpected JSON', { kind: 'reply', reply: jsonReply(200, { hello: 1 }) }, { kind: 'garbled' }],
    ['null', { kind: 'reply', reply: jsonReply(200, null) }, { kind: 'garbled' }],
  ] satisfies [string, Fault, object][])('classifies %s after one request, without printing anything', async (_, fault, expected) => {
    const { provider, fail, count } = await ready();
    const printed = vi.spyOn(console, 'log');
    cleanups.push(async () => printed.mockRestore());
    fail(fault);
    expect(await failureOf(provider.generate(request()))).toMatchObject(expected);
    expect(count()).toBe(1);
    expect(printed).not.toHaveBeenCalled();
  });

  test.each<[string, Fault]>([
    ['loads for too long', { kind: 'late', ms: 5000 }],
    ['sends a byte at a time', { kind: 'drip', ms: 40 }],
  ])('gives up on a server that %s', async (_, fault) => {
    const { provider, fail } = await ready({ timeoutMs: 150 });
    fail(fault);
    expect(await failureOf(provider.generate(request()))).toMatchObject({ kind: 'timeout', passing: false, mayHaveCost: true });
  });

  test('waits for a slow server', async () => {
    const { provider, fail } = await ready();
    fail({ kind: 'late', ms: 150 });
    expect((await provider.generate(request())).text).toContain('blue');
  });

  test('reports a refused connection', async () => {
    const { provider, close } = await ready();
    await close();
    cleanups.splice(0, 1);
    expect(await failureOf(provider.generate(request()))).toMatchObject({ kind: 'unreachable', passing: true });
  });

  test('rejects immediately with the reason of the signal', async () => {
    const { provider, fail } = await ready();
    fail({ kind: 'late', ms: 5000 });
    const control = new AbortController();
    const answer = provider.generate({ ...request(), signal: control.signal });
    setTimeout(() => control.abort(new Error('shutting down')), 30);
    await expect(answer).rejects.toThrow('shutting down');
  });
});

describe('unsupported parameters', () => {
  test.each([
    ['no schemas', { answers: ['json_object'] as 'json_object'[] }, ['json_schema', 'json_object']],
    ['no JSON formats, reported as 500', { answers: [], refusal: 500 }, ['json_schema', 'json_object', undefined]],
  ])('are left out for a server with %s from then on', async (_, habits, forms) => {
    const fake = await startFakeOpenai({ respond, models: ['m'], habits });
    cleanups.push(fake.close);
    const provider = providerFor({ provider: 'openai', openai: { baseUrl: fake.baseUrl, apiKey: fake.apiKey, model: 'm' } });
    for (let asked = 1; asked < forms.length; asked += 1)
      expect(await failureOf(provider.generate(request()))).toMatchObject({ kind: 'form' });
    expect((await provider.generate(request())).text).toContain('blue');
    expect((await provider.generate(request())).text).toContain('blue');
    const used = fake.requests.map(({ json }) => (json['response_format'] as { type: string } | undefined)?.type);
    expect(used).toEqual([...forms, forms.at(-1)]);
  });

  test('are replaced for a model with the new name of the limit and no temperature', async () => {
    const fake = await startFakeOpenai({ respond, models: ['m'], habits: { limits: ['max_completion_tokens'], temperature: false } });
    cleanups.push(fake.close);
    const provider = providerFor({ provider: 'openai', openai: { baseUrl: fake.baseUrl, apiKey: fake.apiKey, model: 'm' } });
    expect(await failureOf(provider.generate(request()))).toMatchObject({ kind: 'form' });
    expect(await failureOf(provider.generate(request()))).toMatchObject({ kind: 'form' });
    expect((await provider.generate(request())).text).toContain('blue');
    expect(fake.requests.at(-1)?.json).toMatchObject({ max_completion_tokens: 100 });
    expect(fake.requests.at(-1)?.json).not.toHaveProperty('temperature');
  });

  test('are learned once from requests that are refused at the same time', async () => {
    const fake = await startFakeOpenai({ respond, models: ['m'], habits: { efforts: ['low', 'medium', 'high'] } });
    cleanups.push(fake.close);
    const provider = providerFor({ provider: 'openai', openai: { baseUrl: fake.baseUrl, apiKey: fake.apiKey, model: 'm' } });
    const asked = { ...request(), way: 'quiet' as const };
    const failures = await Promise.all([1, 2, 3].map(() => failureOf(provider.generate(asked))));
    expect(failures.map(({ kind }) => kind)).toEqual(['form', 'form', 'form']);
    await provider.generate(asked);
    expect(fake.requests.at(-1)?.json['reasoning_effort']).toBe('low');
  });

  test('are not assumed if a request is too long', async () => {
    const fake = await startFakeOpenai({ respond, models: ['m'] });
    cleanups.push(fake.close);
    fake.fail(openaiFault.tooLong);
    const provider = providerFor({ provider: 'openai', openai: { baseUrl: fake.baseUrl, apiKey: fake.apiKey, model: 'm' } });
    expect(await failureOf(provider.generate(request()))).toMatchObject({ kind: 'refused', status: 400 });
  });
});

describe('the fake servers', () => {
  test('work with the Ollama client, including streaming', async () => {
    const fake = await startFakeOllama({ respond: () => 'one two three', models: ['m'] });
    cleanups.push(fake.close);
    const client = new Ollama({ host: fake.host });
    const words: string[] = [];
    for await (const part of await client.chat({ model: 'm', messages: [{ role: 'user', content: 'count' }], stream: true }))
      words.push(part.message.content);
    expect(words).toEqual(['one', ' two', ' three', '']);
    expect((await client.list()).models.map(({ name }) => name)).toEqual(['m:latest']);
  });

  test('work with the OpenAI client, including streaming', async () => {
    const fake = await startFakeOpenai({ respond: () => 'one two three', models: ['m'] });
    cleanups.push(fake.close);
    const client = new OpenAI({ baseURL: fake.baseUrl, apiKey: fake.apiKey, logLevel: 'off' });
    const words: string[] = [];
    const stream = await client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'count' }], stream: true });
    for await (const part of stream) words.push(part.choices[0]?.delta.content ?? '');
    expect(words).toEqual(['one', ' two', ' three', '']);
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['m']);
  });
});

/** `EARSHOT_LIVE_AI=1 EARSHOT_AI__PROVIDER=ollama vitest run test/ai/conformance.test.ts`; set other `ai.*` keys the same way. */
describe.skipIf(process.env['EARSHOT_LIVE_AI'] !== '1')('the real server from the environment', () => {
  const live = () => {
    const provider = createProvider(loadConfig().ai, Date.now);
    if (!provider) throw new Error('Set EARSHOT_AI__PROVIDER to ollama or openai');
    cleanups.push(() => provider.close());
    return provider;
  };

  test('follows the schema and reports token counts', async () => {
    const provider = live();
    const answer = await provider.generate({ ...request(), model: provider.models.small });
    expect(JSON.parse(answer.text)).toHaveProperty('color');
    expect(answer.tokensIn).toBeGreaterThan(5);
  });

  test('reports a missing model', async () => {
    expect(await failureOf(live().generate({ ...request(), model: 'no-such-model-here' }))).toMatchObject({ kind: 'refused' });
  });
});
