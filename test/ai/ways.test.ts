import { afterEach, describe, expect, test } from 'vitest';
import { checkModelPart, tryModel } from '#core/ai/try-model.ts';
import { samplesAt } from '#core/ai/samples.ts';
import { type ConfigInput, parseConfig } from '#core/platform/config.ts';
import { type ModelCheckPart, summarizeCheck } from '#shared/connections.ts';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { openaiFault, startFakeOpenai } from '#test/support/fakes/openai/server.ts';
import { someCandidates } from './support/candidates.ts';
import { type Asked, type Fault, jsonReply, type Responder, webPage } from './support/model-server.ts';
import { itemsIn, responders } from './support/responders.ts';
import { makeRig, type Rig } from './support/rig.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const { sensible, fenced, prose, garbage } = responders;
const thinker = { capabilities: ['completion', 'thinking'], details: { parameter_size: '8.2B' } };
const thoughts = Array.from({ length: 40 }, (_, index) => `Okay, let me look at post ${index} once more.`).join(' ');
const signal = new AbortController().signal;
type Ai = NonNullable<ConfigInput>['ai'];

async function ollama(respond: Responder, more: Partial<Parameters<typeof startFakeOllama>[0]> = {}) {
  const fake = await startFakeOllama({ respond, models: ['m'], show: thinker, judges: true, ...more });
  cleanups.push(fake.close);
  return { fake, ai: { provider: 'ollama', ollama: { host: fake.host, model: 'm' } } satisfies Ai };
}
async function openai(respond: Responder, more: Partial<Parameters<typeof startFakeOpenai>[0]> = {}) {
  const fake = await startFakeOpenai({ respond, models: ['m'], judges: true, ...more });
  cleanups.push(fake.close);
  return { fake, ai: { provider: 'openai', openai: { baseUrl: fake.baseUrl, apiKey: fake.apiKey, model: 'm' } } satisfies Ai };
}
const settingsOf = (ai: Ai, timeoutMs = 20_000) => parseConfig({ ai: { ...ai, limits: { timeoutMs } } }).ai;
const tried = async ({ ai }: { ai: Ai }, timeoutMs?: number) => (await tryModel(settingsOf(ai, timeoutMs), () => null)).test;
async function rigOf({ ai }: { ai: Ai }, db?: Rig['db']): Promise<Rig> {
  const rig = await makeRig({ ai: { ...ai, limits: { timeoutMs: 20_000 } }, ...(db ? { db } : {}) });
  cleanups.push(rig.close);
  return rig;
}

const isQuiet = ({ think }: Asked): boolean => think === false || think === 'none';
const hasForm = ({ schema }: Asked): boolean => schema !== null;

/**
 * What models and servers were seen to do in 2025 and 2026. The numbers are issues of ollama/ollama, or where it says so of
 * lmstudio-ai/lmstudio-bug-tracker and vllm-project/vllm.
 */
describe('a model that can be asked in some way is asked in the first one that works', () => {
  test('qwen3 spends its tokens on thoughts unless it is kept from thinking (36936 of langchain-ai/langchain)', async () => {
    const qwen3 = await ollama((asked) => (isQuiet(asked) ? sensible(asked) : ''), {
      as: (content) => (content === '' ? { message: { thinking: thoughts }, done_reason: 'length' } : {}),
    });
    expect(await tried(qwen3)).toMatchObject({ ok: true, sample: { way: 'quiet' } });
    expect(qwen3.fake.requests).toHaveLength(1);
  });

  test('qwen3.5 ignores the form while it is kept from thinking (#14645, #14850)', async () => {
    const qwen35 = await ollama((asked) => (isQuiet(asked) ? garbage() : sensible(asked)), {
      as: (content) => (content === garbage() ? {} : { message: { thinking: thoughts } }),
    });
    expect(await tried(qwen35)).toMatchObject({ ok: true, sample: { way: 'schema' } });
    expect(qwen35.fake.requests.map(({ json }) => json['think'])).toEqual([false, undefined]);
  });

  test('gemma4 answers in plain text without thinking, and in a fence with it (#15260, #15416)', async () => {
    const gemma4 = await ollama((asked) => (isQuiet(asked) ? garbage() : fenced(asked)));
    expect(await tried(gemma4)).toMatchObject({ ok: true, sample: { way: 'schema' } });
  });

  test('a form that breaks the answer is put into words, and thoughts, prose, and doubled braces around it are left out', async () => {
    const wrapped: Responder = (asked) =>
      hasForm(asked) ? '{"{"role": "assistant", "content": "Okay' : `<think>${thoughts}</think>\n{${sensible(asked)}}`;
    const model = await ollama(wrapped);
    expect(await tried(model)).toMatchObject({ ok: true, sample: { way: 'prompt' } });
    const [last] = model.fake.requests.slice(-1);
    expect(last?.json).not.toHaveProperty('format');
    expect(JSON.stringify(last?.json['messages'])).toContain('JSON Schema');
  });

  test('a model that thinks in its answer gets room for its thoughts, and its verdicts are read', async () => {
    const deepThoughts = thoughts.repeat(10);
    const loud: Responder = (asked) => {
      if (isQuiet(asked)) return garbage();
      const hasRoom = (asked.maxTokens ?? 0) * 4 > deepThoughts.length;
      return hasRoom ? `<think>${deepThoughts}</think>${sensible(asked)}` : `<think>${thoughts}`;
    };
    const rig = await rigOf(await ollama(loud));
    expect((await rig.ai.scoreWithModel(someCandidates(4), signal)).counts).toMatchObject({ model: 4 });
  });

  test('a compatible server ignores json_schema', async () => {
    const ignorant: Responder = (asked) => (asked.system.includes('JSON Schema') ? prose(asked) : '{"verdict": "a good lead"}');
    expect(await tried(await openai(ignorant))).toMatchObject({ ok: true, sample: { way: 'prompt' } });
  });

  test('LM Studio puts the answer into the thoughts and leaves the content empty (1773, 1971 there)', async () => {
    const studio = await openai(sensible, { as: (content) => ({ message: { content: '', reasoning_content: content } }) });
    expect(await tried(studio)).toMatchObject({ ok: true, sample: { way: 'quiet' } });
  });

  test('a tool is called with the answer, though none was offered', async () => {
    const called = await openai(sensible, {
      as: (content) => ({
        message: { content: null, tool_calls: [{ id: '1', type: 'function', function: { name: 'answer', arguments: content } }] },
        finish_reason: 'tool_calls',
      }),
    });
    expect((await tried(called)).ok).toBe(true);
    const local = await ollama(sensible, {
      as: (content) => ({ message: { content: '', tool_calls: [{ function: { name: 'answer', arguments: JSON.parse(content) } }] } }),
    });
    expect((await tried(local)).ok).toBe(true);
  });

  test('Mistral sends its thoughts as a part of the content', async () => {
    const mistral = await openai(sensible, {
      as: (text) => ({
        message: {
          content: [
            { type: 'thinking', thinking: [{ type: 'text', text: thoughts }] },
            { type: 'text', text },
          ],
        },
      }),
    });
    expect((await tried(mistral)).ok).toBe(true);
  });

  test('an effort that the model refuses is replaced by the least of those it names', async () => {
    const gpt = await openai(sensible, { habits: { efforts: ['low', 'medium', 'high'], temperature: false } });
    expect(await tried(gpt)).toMatchObject({ ok: true, sample: { way: 'quiet' } });
    expect(gpt.fake.requests.map(({ json }) => json['reasoning_effort'])).toEqual(['none', 'low', 'low']);
  });

  test('a model that names the values of think gets the least of them', async () => {
    const oss = await ollama(sensible, { show: { ...thinker, thinking: { values: ['low', 'medium', 'high'], default: 'medium' } } });
    expect((await tried(oss)).ok).toBe(true);
    expect(oss.fake.requests[0]?.json['think']).toBe('low');
  });

  test('a rate limit is waited for', async () => {
    const busy = await openai(sensible);
    busy.fake.fail(openaiFault.tooMany('7'), 1);
    const rig = await rigOf(busy);
    expect((await rig.ai.scoreWithModel(someCandidates(2), signal)).counts).toMatchObject({ model: 2 });
    expect(rig.naps).toEqual([7000]);
  });
});

describe('a model that can be asked in no way', () => {
  const cut = (content: string) => ({ message: { content: content.slice(0, 150) }, done_reason: 'length' });
  const loop = `{"items":[{"id":"1","quotes":["${'and then the client said that '.repeat(200)}`;
  test.each<[string, Responder, Parameters<typeof ollama>[1], RegExp]>([
    [
      'qwen3.6 thinks whatever it is told (#13154)',
      () => '',
      { as: () => ({ message: { thinking: thoughts }, done_reason: 'length' }) },
      /^m thinks until its limit of \d+ tokens and never answers\. Choose a model that answers at once/,
    ],
    [
      'thoughts stand in the content and are cut off',
      () => `<think>${thoughts}`,
      { as: () => ({ done_reason: 'length' }) },
      /^m thinks until/,
    ],
    [
      'repeats a sentence',
      () => loop,
      { as: () => ({ done_reason: 'length' }) },
      /^m repeats itself without end\. Choose another model, or a larger quantization of this one\.$/,
    ],
    [
      'sends only line feeds (17393 of vLLM)',
      () => '{"items":\n'.padEnd(3000, '\n'),
      { as: () => ({ done_reason: 'length' }) },
      /^m repeats itself/,
    ],
    ['is cut off by its limit', sensible, { as: cut }, /^m writes more than its limit of \d+ tokens and is cut off\./],
    ['answers with nothing (1602 of LM Studio)', () => '', {}, /^m answers with nothing\. Update the model server/],
    ['answers in prose', garbage, {}, /^m answers in prose instead of JSON\. Choose an instruct model\.$/],
    ['invents values', responders.outOfRange, {}, /^m answers in JSON, but leaves values out or invents some\. Choose a larger model\.$/],
  ])('%s: the test says so in one sentence', async (...[, respond, more, sentence]) => {
    const { ok, message } = await tried(await ollama(respond, more));
    expect([ok, message]).toEqual([false, expect.stringMatching(sentence)]);
    expect(message).not.toMatch(/too small/);
  });

  test.each<[string, object, RegExp]>([
    [
      'thought until its limit (52640 of vLLM)',
      { message: { content: null, reasoning: thoughts }, finish_reason: 'length' },
      /^m thinks until/,
    ],
    ['was stopped by a filter', { message: { content: '' }, finish_reason: 'content_filter' }, /^m declines to score posts/],
    ['declined', { message: { content: null, refusal: 'I cannot help with that.' } }, /^m declines to score posts/],
  ])('behind the other API: it %s', async (_, ending, sentence) => {
    expect((await tried(await openai(sensible, { as: () => ending }))).message).toMatch(sentence);
  });

  test('thinks for too long', async () => {
    const slow = await ollama(garbage);
    slow.fake.fail({ kind: 'reply', reply: jsonReply(200, { message: { role: 'assistant', content: 'no' }, done: true }) }, 1);
    slow.fake.fail({ kind: 'late', ms: 60_000 });
    expect((await tried(slow, 1500)).message).toMatch(/^m thinks for longer than 1\.5 seconds\. Choose a model that answers at once/);
  });

  test('is not asked about posts, and its state says why', async () => {
    const model = await ollama(garbage);
    const rig = await rigOf(model);
    expect((await rig.ai.scoreWithModel(someCandidates(8), signal)).counts).toMatchObject({ unreached: 8 });
    expect(rig.ai.state()).toMatchObject({
      state: 'paused',
      message: 'Ollama: no usable answers since 14:05 UTC. Posts are scored without AI.',
      hint: 'm answers in prose instead of JSON. Choose an instruct model.',
    });
    expect(model.fake.requests).toHaveLength(3);
  });
});

describe('a server that is none', () => {
  test.each<[string, Fault, RegExp]>([
    ['lies', { kind: 'reply', reply: jsonReply(200, { message: 7, choices: [] }) }, /doesn't answer like/],
    ['floods', { kind: 'flood', megabytes: 100 }, /^The server sends more than a model would\. Check the address\.$/],
    ['answers with a web page', webPage, /^The server answers with a web page\./],
    [
      'redirects',
      { kind: 'reply', reply: { status: 302, headers: { location: 'https://login.example.com/' }, pieces: [] } },
      /^The server redirects to login\.example\.com\. Set the address that it redirects to\.$/,
    ],
    ['stalls', { kind: 'late', ms: 60_000 }, /didn't answer within 1\.5 seconds/],
    ['limits the rate', openaiFault.tooMany('7'), /takes no more requests right now\. Test again in a minute\.$/],
  ])('and %s is told from a model in one sentence', async (_, fault, sentence) => {
    for (const server of [await ollama(sensible), await openai(sensible)]) {
      server.fake.fail(fault);
      const { ok, message } = await tried(server, 1500);
      expect([ok, message]).toEqual([false, expect.stringMatching(sentence)]);
    }
  });
});

describe('what was found', () => {
  test('is remembered for each model and server, also by other processes, and shown', async () => {
    const model = await ollama((asked) => (isQuiet(asked) ? garbage() : sensible(asked)));
    const rig = await rigOf(model);
    expect(await rig.ai.way()).toBeNull();
    await rig.ai.scoreWithModel(someCandidates(1), signal);
    const other = await rigOf(model, rig.db);
    expect(await other.ai.way()).toBe('schema');
    const before = model.fake.requests.length;
    await other.ai.scoreWithModel(someCandidates(2).slice(1), signal);
    expect(model.fake.requests).toHaveLength(before + 1);
  });

  test('is tried again after a month, and after three unusable answers in a row', async () => {
    const model = await ollama(sensible);
    const rig = await rigOf(model);
    const tries = () => model.fake.requests.filter(({ json }) => JSON.stringify(json).includes('small studios')).length;
    await rig.ai.scoreWithModel(someCandidates(1), signal);
    expect(tries()).toBe(1);
    model.fake.setResponder((asked) => (isQuiet(asked) ? garbage() : sensible(asked)));
    await rig.ai.scoreWithModel(someCandidates(4).slice(1), signal);
    await rig.ai.scoreWithModel(someCandidates(8).slice(4), signal);
    expect(await rig.ai.way()).toBe('schema');
    rig.clock.now += 31 * 86_400_000;
    expect(await rig.ai.way()).toBeNull();
    const later = await rigOf(model, rig.db);
    later.clock.now = rig.clock.now;
    expect(await later.ai.way()).toBeNull();
  });

  test.each([
    ['70.6B', 8, [8]],
    ['4.0B', 8, [3, 3, 2]],
    ['1.7B', 2, [1, 1]],
  ])('a model of %s is asked about few posts at once if it is small', async (parameter_size, count, sizes) => {
    const model = await ollama(sensible, { show: { ...thinker, details: { parameter_size } }, judges: false });
    const rig = await rigOf(model);
    await rig.ai.scoreWithModel(someCandidates(count), signal);
    expect(model.fake.requests.map(({ json }) => JSON.stringify(json).match(/ITEM \d/g)?.length)).toEqual(sizes);
  });
});

test('two requests of a campaign begin with the same bytes up to the first post, and have the same form', async () => {
  for (const server of [await ollama(sensible, { judges: false }), await openai(sensible, { judges: false })]) {
    const rig = await rigOf(server);
    await rig.ai.scoreWithModel(someCandidates(8), signal);
    await rig.ai.scoreWithModel(someCandidates(16).slice(8), signal);
    const [one, two] = server.fake.requests.map(
      ({ json }) => json as { messages: { content: string }[]; format?: unknown; response_format?: unknown },
    );
    const beginOf = (request: typeof one) => {
      const [system, user] = request?.messages ?? [];
      const [begin = ''] = user?.content.split(/BEGIN \w+ ITEM/) ?? [];
      return { system: system?.content, begin, form: JSON.stringify(request?.format ?? request?.response_format) };
    };
    expect(beginOf(one)).toEqual(beginOf(two));
    expect(beginOf(one).begin).toContain('Invoicing software that chases late payers');
    expect(one?.messages[1]?.content).not.toBe(two?.messages[1]?.content);
  }
});

describe('the check with 20 posts', () => {
  const whole = async (settings: ReturnType<typeof settingsOf>): Promise<ModelCheckPart[]> => {
    const parts: ModelCheckPart[] = [];
    do {
      const way = parts[0]?.way ?? null;
      parts.push(await checkModelPart({ settings, guardOf: () => null, part: parts.length, way }));
    } while (parts.length < (parts[0]?.parts ?? 0));
    return parts;
  };
  const lead = { intent: 'seeking', fit: 'exact', urgency: 'none', role: 'customer', problems: [], quotes: [], reason: 'Needs it' };
  const noLead = { ...lead, intent: 'none', fit: 'none', role: 'other' };
  const labels = samplesAt(0);
  const judge =
    (isRight: (title: string) => boolean): Responder =>
    (asked) =>
      JSON.stringify({
        items: itemsIn(asked).map(({ id, text }) => {
          const sample = labels.find(({ item }) => text.includes(item.kind === 'comment' ? item.body : item.title));
          return { ...(sample?.isLead === isRight(sample?.item.title ?? '') ? lead : noLead), id };
        }),
      });

  test('counts valid and right verdicts, and what a post costs in time and money', async () => {
    const model = await openai(judge((title) => title !== 'Roof leaks above the bedroom'));
    const prices = { m: { in: 1, out: 2 } };
    const check = summarizeCheck(await whole({ ...settingsOf(model.ai), prices }));
    expect(check).toMatchObject({
      posts: 20,
      valid: 20,
      right: 19,
      wrong: [{ text: 'Roof leaks above the bedroom', expected: false, said: true }],
    });
    expect(check.costPerPost).toBeGreaterThan(0);
    expect(summarizeCheck(await whole(settingsOf(model.ai))).costPerPost).toBeNull();
    const silent = await ollama(sensible, { as: () => ({ prompt_eval_count: null, eval_count: null }) });
    expect(summarizeCheck(await whole({ ...settingsOf(silent.ai), prices })).costPerPost).toBeNull();
  });

  test('asks about each post once, in batches that fit the model', async () => {
    const model = await ollama(
      judge(() => true),
      { show: { ...thinker, details: { parameter_size: '4B' } } },
    );
    expect(await whole(settingsOf(model.ai))).toHaveLength(8);
    expect(model.fake.requests).toHaveLength(1 + 8);
  });

  test('says in one sentence why it ended', async () => {
    const [first] = await whole(settingsOf((await ollama(garbage)).ai));
    expect(first).toMatchObject({ ok: false, message: 'm answers in prose instead of JSON. Choose an instruct model.', verdicts: [] });
  });
});
