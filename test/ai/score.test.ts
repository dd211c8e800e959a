import { afterEach, describe, expect, test } from 'vitest';
import { readMissRate } from '#core/ai/ledger/spend-queries.ts';
import type { Candidate } from '#core/ai/score/candidate.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { Assessment } from '#shared/scoring.ts';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { openaiFault, startFakeOpenai } from '#test/support/fakes/openai/server.ts';
import { aCandidate, campaign, midway, someCandidates } from './support/candidates.ts';
import { itemsIn, responders, sensibleAnswer } from './support/responders.ts';
import type { Responder } from './support/model-server.ts';
import { makeRig } from './support/rig.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

interface Options {
  respond?: Responder;
  strong?: boolean;
  limits?: Record<string, number>;
}
async function ready({ respond = responders.sensible, strong = false, limits = {} }: Options = {}) {
  const fake = await startFakeOllama({ respond, models: ['qwen3:4b-instruct', 'large'] });
  const rig = await makeRig({ ai: { provider: 'ollama', ollama: { host: fake.host, strongModel: strong ? 'large' : '' }, limits } });
  cleanups.push(fake.close, rig.close);
  return { fake, ...rig };
}
const signal = new AbortController().signal;
/** An assessment of about this many points. */
const around = (points: number): Assessment => {
  const share = points / 100;
  return {
    ...midway,
    components: { intent: share, fit: share, relevance: share, urgency: share, reachability: share, recency: share, saturation: share },
  };
};

describe('a valid answer', () => {
  test('supplies the categories from which the score is calculated', async () => {
    const { ai } = await ready();
    const { results, counts } = await ai.scoreWithModel([aCandidate(1)], signal);
    expect(counts).toMatchObject({ model: 1, reused: 0 });
    expect(results[0]).toMatchObject({
      outcome: 'model',
      scoredBy: 'ollama:qwen3:4b-instruct',
      assessment: {
        components: { ...midway.components, intent: 0.8, fit: 0.75, urgency: 0 },
        role: 'customer',
        solved: false,
        fitNone: false,
        reason: 'Asks for a tool like this',
        evidence: [{ text: 'looking for a tool that reminds clients of invoice 1', field: 'body', start: 5, why: 'intent' }],
      },
    });
  });

  test.each(['fenced', 'prose', 'bareArray', 'shouting', 'extraKeys'] as const)('is understood in the format %s', async (name) => {
    const { ai, fake } = await ready({ respond: responders[name] });
    const { counts, results } = await ai.scoreWithModel(someCandidates(8), signal);
    expect(counts.model).toBe(8);
    expect(fake.requests).toHaveLength(1);
    expect(results.every(({ assessment }) => assessment.components.intent === 0.8)).toBe(true);
    expect('polluted' in {}).toBe(false);
  });

  test('comes from a prompt with at most eight items and no authors', async () => {
    const { ai, fake } = await ready();
    await ai.scoreWithModel(someCandidates(20), signal);
    const prompts = fake.requests.map(({ json }) => JSON.stringify(json));
    expect(prompts.map((prompt) => prompt.match(/ITEM \d/g)?.length)).toEqual([8, 8, 4]);
    expect(prompts.join('')).not.toContain('writer_');
  });

  test('counts for less without a literal quote', async () => {
    const { ai } = await ready({
      respond: (asked) =>
        JSON.stringify({
          items: itemsIn(asked).map((item) => Object.assign(sensibleAnswer(item), { intent: 'buying', quotes: ['take my money'] })),
        }),
    });
    const { results } = await ai.scoreWithModel([aCandidate(1)], signal);
    expect(results[0]?.assessment).toMatchObject({ components: { intent: 0.55 }, evidence: [] });
  });
});

describe('an invalid answer', () => {
  test.each([
    'garbage',
    'empty',
    'html',
    'truncated',
    'wrongIds',
    'numericIds',
    'twice',
    'outOfRange',
    'notANumber',
    'hugeNumber',
    'nested',
    'lists',
    'nothing',
    'nullish',
  ] as const)('(%s) is retried once, then in halves, before falling back to the built-in result', async (name) => {
    const { ai, fake } = await ready({ respond: responders[name] });
    const { results, counts } = await ai.scoreWithModel(someCandidates(8), signal);
    expect(counts).toMatchObject({ model: 0, unanswered: 8 });
    expect(fake.requests).toHaveLength(4);
    expect(results.every(({ assessment, scoredBy }) => assessment === midway && scoredBy === 'builtin-after-ai')).toBe(true);
    const sizes = fake.requests.map(({ json }) => (JSON.stringify(json).match(/ITEM \d/g) ?? []).length);
    expect(sizes).toEqual([8, 8, 4, 4]);
  });

  test.each(['hugeString', 'nestedInside'] as const)('(%s) is limited in length', async (name) => {
    const { ai } = await ready({ respond: responders[name] });
    const { results } = await ai.scoreWithModel(someCandidates(2), signal);
    expect(results.every(({ assessment }) => assessment.reason.length <= 120)).toBe(true);
  });

  test('without some items is retried for these items only', async () => {
    let calls = 0;
    const forgetful: Responder = (asked) =>
      JSON.stringify({
        items: itemsIn(asked)
          .slice((calls += 1) === 1 ? 3 : 0)
          .map(sensibleAnswer),
      });
    const { ai, fake } = await ready({ respond: forgetful });
    expect((await ai.scoreWithModel(someCandidates(8), signal)).counts).toMatchObject({ model: 8, unanswered: 0 });
    expect(JSON.stringify(fake.requests[1]?.json).match(/ITEM \d/g)).toHaveLength(3);
    expect(JSON.stringify(fake.requests[1]?.json)).toContain('could not be used');
  });

  test('to a batch that is too long is retried in halves', async () => {
    const fake = await startFakeOpenai({ respond: responders.sensible });
    const rig = await makeRig({ ai: { provider: 'openai', openai: { baseUrl: fake.baseUrl, apiKey: fake.apiKey } } });
    cleanups.push(fake.close, rig.close);
    await rig.ai.scoreWithModel([aCandidate(99)], signal);
    fake.fail(openaiFault.tooLong, 2);
    expect((await rig.ai.scoreWithModel(someCandidates(8), signal)).counts).toMatchObject({ model: 8 });
    expect(fake.requests).toHaveLength(1 + 4);
  });
});

describe('reuse of answers', () => {
  test('saves calls for the same text and profile', async () => {
    const { ai, fake } = await ready();
    const first = await ai.scoreWithModel(someCandidates(20), signal);
    const again = await ai.scoreWithModel(someCandidates(20), signal);
    expect(fake.requests).toHaveLength(3);
    expect(again.counts).toMatchObject({ model: 20, reused: 20 });
    expect(again.results).toEqual(first.results);
    await ai.scoreWithModel([aCandidate(1, { body: 'I need another thing altogether. Ideas?' })], signal);
    await ai.scoreWithModel([{ ...aCandidate(1), campaign: { ...campaign, offering: 'Tents' } }], signal);
    expect(fake.requests).toHaveLength(5);
  });

  test('works while the provider is down', async () => {
    const { ai, fake } = await ready();
    await ai.scoreWithModel(someCandidates(8), signal);
    fake.die();
    const { results, counts } = await ai.scoreWithModel(someCandidates(12), signal);
    expect(counts).toMatchObject({ model: 8, unreached: 4 });
    expect(results[0]?.scoredBy).toBe('ollama:qwen3:4b-instruct');
  });

  test('ends when the item is deleted or the answer was not used for two months', async () => {
    const { ai, db, fake, clock } = await ready();
    await ai.scoreWithModel(someCandidates(3), signal);
    expect(JSON.stringify(await db('ai_cache').select('*'))).not.toContain('reminds clients');
    await ai.forgetItems(db, ['t3_item2']);
    await ai.scoreWithModel(someCandidates(3), signal);
    expect(fake.requests).toHaveLength(2);
    clock.now += 61 * 86_400_000;
    expect(await ai.prune()).toBe(3);
  });

  test('and batching ask about a thousand posts in at most 275 calls, including second opinions', async () => {
    const { ai, fake, db } = await ready({ strong: true, limits: { callsPerDay: 10_000, tokensPerDay: 10_000_000, concurrency: 4 } });
    const candidates = Array.from({ length: 1000 }, (_, index) =>
      aCandidate(index, { body: `Number ${index}: I need something for it` }, around(index % 100)),
    );
    const { counts } = await ai.scoreWithModel(candidates, signal);
    expect(counts).toMatchObject({ model: 1000, unreached: 0 });
    expect(fake.requests.length).toBeLessThanOrEqual(275);
    expect(await readMissRate(db, 0)).toBeNull();
  });
});

/** The sensible answer is close to the threshold of its campaign. */
const nearLead = (number: number, text: Partial<FetchedItem> = {}): Candidate => ({
  ...aCandidate(number, text),
  campaign: { ...campaign, leadThreshold: 71 },
});

describe('cascade', () => {
  test('scores every candidate, regardless of its built-in score', async () => {
    const { ai, fake } = await ready();
    const points = [2, 20, 30, 42, 60, 75, 99];
    const { results } = await ai.scoreWithModel(
      points.map((each, index) => aCandidate(index, {}, around(each))),
      signal,
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(points.map(() => 'model'));
    expect(fake.requests).toHaveLength(1);
  });

  test('reports the share of missed leads in the audited sample, with an interval', async () => {
    const lead = { intent: 'buying', fit: 'exact', urgency: 'now' };
    const { ai, db } = await ready({
      respond: (asked) =>
        JSON.stringify({
          items: itemsIn(asked).map((item) => Object.assign(sensibleAnswer(item), item.text.includes('number 7,') ? lead : {})),
        }),
    });
    const audited = Array.from({ length: 20 }, (_, index) => ({
      ...aCandidate(index, { body: `I need a tool for number ${index}, please` }, around(10)),
      isAudit: true,
    }));
    const { counts } = await ai.scoreWithModel(audited, signal);
    expect(counts).toMatchObject({ audited: 20, missed: 1 });
    const rate = await readMissRate(db, 0);
    expect(rate).toMatchObject({ audited: 20, rate: 0.05 });
    expect(rate?.low).toBeCloseTo(0.009, 2);
    expect(rate?.high).toBeCloseTo(0.236, 2);
  });

  test('spends a limited budget on the best items', async () => {
    const { ai } = await ready({ limits: { callsPerDay: 2 } });
    const candidates = Array.from({ length: 40 }, (_, index) => aCandidate(index, {}, around(55 + (index % 40))));
    const { results } = await ai.scoreWithModel(candidates, signal);
    const reached = results.flatMap(({ outcome }, index) => (outcome === 'model' ? [index] : []));
    expect(reached).toEqual(Array.from({ length: 16 }, (_, index) => index + 24));
    expect(results[0]?.scoredBy).toBe('without-ai');
  });

  test('asks the strong model only about doubtful candidates', async () => {
    const { ai, fake } = await ready({
      strong: true,
      respond: (asked) =>
        JSON.stringify({
          items: itemsIn(asked).map((item) =>
            Object.assign(sensibleAnswer(item), item.text.includes('clear') ? { intent: 'none', fit: 'none', quotes: [] } : {}),
          ),
        }),
    });
    const { results } = await ai.scoreWithModel([nearLead(1), nearLead(2, { title: 'A clear case' })], signal);
    expect(results.map(({ scoredBy }) => scoredBy)).toEqual(['ollama:large', 'ollama:qwen3:4b-instruct']);
    expect(fake.requests.map(({ json }) => json['model'])).toEqual(['qwen3:4b-instruct', 'large', 'large']);
  });

  test('of a campaign that calls the best of a day, judges what is doubtful by the text alone, as leads are', async () => {
    const { ai, fake } = await ready({ strong: true });
    const components = { ...midway.components, relevance: 0.2, reachability: 0, recency: 0, saturation: 0 };
    await ai.scoreWithModel([aCandidate(1, {}, { ...midway, components })], signal);
    expect(fake.requests.map(({ json }) => json['model'])).toEqual(['qwen3:4b-instruct', 'large', 'large']);
  });

  test('uses the lower category if the strong model contradicts itself near the threshold', async () => {
    let byStrong = 0;
    const wavering: Responder = (asked) => {
      const second = asked.model === 'large' && (byStrong += 1) === 2;
      return JSON.stringify({ items: itemsIn(asked).map((item) => Object.assign(sensibleAnswer(item), second ? { fit: 'partial' } : {})) });
    };
    const { ai, fake } = await ready({ strong: true, respond: wavering });
    const first = await ai.scoreWithModel([nearLead(1)], signal);
    expect(first.results[0]?.assessment.components).toMatchObject({ intent: 0.8, fit: 0.4 });
    expect((await ai.scoreWithModel([nearLead(1)], signal)).results).toEqual(first.results);
    expect(fake.requests).toHaveLength(3);
  });

  test('asks only once without a strong model', async () => {
    const { ai, fake } = await ready();
    await ai.scoreWithModel([aCandidate(1)], signal);
    expect(fake.requests).toHaveLength(1);
  });

  test("keeps the small model's result when the strong one is unavailable", async () => {
    const { ai } = await ready({ strong: true, limits: { callsPerDay: 1 } });
    const { results, counts } = await ai.scoreWithModel([aCandidate(1)], signal);
    expect(results[0]?.scoredBy).toBe('ollama:qwen3:4b-instruct');
    expect(counts.unreached).toBe(0);
  });

  test('returns a result for every candidate if the provider fails midway', async () => {
    const { ai, fake } = await ready({ limits: { concurrency: 1 } });
    let calls = 0;
    fake.setResponder((asked) => {
      if ((calls += 1) === 3) fake.die();
      return responders.sensible(asked);
    });
    const candidates = someCandidates(80);
    const { results, counts } = await ai.scoreWithModel(candidates, signal);
    expect(results).toHaveLength(80);
    expect(counts).toMatchObject({ model: 24, unreached: 56, unanswered: 0 });
    expect(results.filter(({ outcome, assessment }) => outcome === 'unreached' && assessment !== midway)).toEqual([]);
    fake.heal();
    const later = await ai.scoreWithModel(candidates, signal);
    expect(later.counts.reused).toBe(24);
  });

  test('continues for other users when one reaches the limit', async () => {
    const { ai, db } = await ready({ limits: { tokensPerUserDay: 18_000, concurrency: 1 } });
    const user = (id: number) => ({
      id,
      username: `u${id}`,
      username_key: `u${id}`,
      email: `u${id}`,
      email_key: `u${id}`,
      password_hash: '',
      role: 'user' as const,
      created_at: 1,
    });
    await db('users').insert([user(1), user(2)]);
    const greedy = someCandidates(64).map((candidate) => Object.assign(candidate, { userId: '1' }));
    const modest = { ...aCandidate(99, {}, around(55)), userId: '2', campaign: { ...campaign, id: '2' } };
    const { results } = await ai.scoreWithModel([...greedy, modest], signal);
    expect(results.at(-1)?.outcome).toBe('model');
    expect(results.filter(({ outcome }) => outcome === 'unreached').length).toBeGreaterThan(0);
  });

  test('stops immediately when it is canceled', async () => {
    const { ai, fake } = await ready();
    fake.fail({ kind: 'late', ms: 5000 });
    const control = new AbortController();
    const run = ai.scoreWithModel(someCandidates(40), control.signal);
    setTimeout(() => control.abort(new Error('shutting down')), 30);
    await expect(run).rejects.toThrow('shutting down');
  });

  test('keeps the built-in assessments without a provider', async () => {
    const rig = await makeRig({ ai: {} });
    cleanups.push(rig.close);
    const { results, counts } = await rig.ai.scoreWithModel(someCandidates(3), signal);
    expect(results.map(({ scoredBy }) => scoredBy)).toEqual(['builtin', 'builtin', 'builtin']);
    expect(counts).toMatchObject({ builtin: 3, unreached: 0 });
    expect(rig.ai.state()).toMatchObject({ provider: 'builtin', state: 'off' });
  });
});
