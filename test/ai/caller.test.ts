import { afterEach, describe, expect, test } from 'vitest';
import { listSpend, readSpend } from '#core/ai/ledger/spend-queries.ts';
import { tokensFor } from '#core/ai/score/answer.ts';
import { connect } from '#core/platform/db/connect.ts';
import { migrate } from '#core/platform/db/migrate.ts';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { openaiFault, startFakeOpenai } from '#test/support/fakes/openai/server.ts';
import { someCandidates } from './support/candidates.ts';
import { responders } from './support/responders.ts';
import { brokenGateway } from './support/model-server.ts';
import { makeRig, type Rig } from './support/rig.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

type Limits = Record<string, number>;
async function withOllama(limits: Limits = {}, models = ['qwen3:4b-instruct']) {
  const fake = await startFakeOllama({ respond: responders.sensible, models });
  const rig = await makeRig({ ai: { provider: 'ollama', ollama: { host: fake.host }, limits } });
  cleanups.push(fake.close, rig.close);
  return { fake, ...rig };
}
async function withOpenai(limits: Limits = {}) {
  const fake = await startFakeOpenai({ respond: responders.sensible });
  const prices = { 'gpt-6-luna': { in: 0.4, out: 1.6 } };
  const rig = await makeRig({ ai: { provider: 'openai', openai: { baseUrl: fake.baseUrl, apiKey: fake.apiKey }, limits, prices } });
  cleanups.push(fake.close, rig.close);
  return { fake, ...rig };
}
const scoringPass = ({ ai }: Pick<Rig, 'ai'>, count = 8) => ai.scoreWithModel(someCandidates(count), new AbortController().signal);
const day = Math.floor(Date.UTC(2026, 10, 21) / 86_400_000);

describe('retries', () => {
  test('make up to three attempts after a temporary failure, with increasing waits', async () => {
    const rig = await withOllama();
    rig.fake.fail(brokenGateway);
    const { counts } = await scoringPass(rig);
    expect(counts).toMatchObject({ model: 0, unreached: 8 });
    expect(rig.fake.requests).toHaveLength(3);
    expect(rig.naps).toEqual([500, 1000]);
  });

  test('wait as long as the server asks', async () => {
    const rig = await withOpenai();
    rig.fake.fail(openaiFault.tooMany('7'), 1);
    expect((await scoringPass(rig)).counts.model).toBe(8);
    expect(rig.naps).toEqual([7000]);
  });

  test('stop if the server asks to wait an hour', async () => {
    const rig = await withOpenai();
    rig.fake.fail(openaiFault.tooMany('3600'));
    expect((await scoringPass(rig)).counts.unreached).toBe(8);
    expect(rig.fake.requests).toHaveLength(1);
  });

  test.each([
    ['an invalid key', openaiFault.badKey, 'OpenAI: invalid key since 14:05 UTC. Posts are scored without AI.'],
    ['missing payment', openaiFault.payment, 'OpenAI: no credit left since 14:05 UTC. Posts are scored without AI.'],
    ['missing credit reported as 429', openaiFault.noCredit, 'OpenAI: no credit left since 14:05 UTC. Posts are scored without AI.'],
    ['a forbidden country', openaiFault.forbidden, 'OpenAI: access denied since 14:05 UTC. Posts are scored without AI.'],
  ])('stop after %s, which pauses the model and is reported once', async (_, fault, message) => {
    const rig = await withOpenai();
    rig.fake.fail(fault);
    expect((await scoringPass(rig, 40)).counts).toMatchObject({ model: 0, unanswered: 0, unreached: 40 });
    await scoringPass(rig, 40);
    expect(rig.fake.requests.length).toBeLessThanOrEqual(2);
    expect(rig.naps).toEqual([]);
    expect(rig.pushed).toEqual([{ status: 'degraded', message }]);
    expect(rig.ai.state()).toMatchObject({ state: 'paused', message });
  });

  test('stop for a missing model, with a hint that names the command to run', async () => {
    const rig = await withOllama({}, ['mistral']);
    await scoringPass(rig);
    expect(rig.ai.state()).toMatchObject({
      state: 'paused',
      hint: 'Ollama has no model “qwen3:4b-instruct”; run: ollama pull qwen3:4b-instruct',
    });
  });
});

test('falls back to plain requests for a server without JSON support, immediately and at no cost', async () => {
  const fake = await startFakeOpenai({ respond: responders.fenced, habits: { answers: [], temperature: false } });
  const rig = await makeRig({ ai: { provider: 'openai', openai: { baseUrl: fake.baseUrl, apiKey: fake.apiKey } } });
  cleanups.push(fake.close, rig.close);
  expect((await scoringPass(rig, 16)).counts).toMatchObject({ model: 16 });
  expect(rig.naps).toEqual([]);
  const failed = await rig.db('ai_ledger').where({ failure: 'form' }).select<{ tokens_in: number }[]>('tokens_in');
  expect(failed.length).toBeGreaterThanOrEqual(3);
  expect(failed.every(({ tokens_in }) => tokens_in === 0)).toBe(true);
});

describe('a failing server', () => {
  test('is not called after five failures, then probed once a minute, and used again once it responds', async () => {
    const rig = await withOllama();
    rig.fake.die();
    await scoringPass(rig, 40);
    await scoringPass(rig, 40);
    expect(rig.ai.state()).toMatchObject({ state: 'down', message: 'Ollama: not answering since 14:05 UTC. Posts are scored without AI.' });
    const before = rig.fake.requests.length;
    expect(before).toBeLessThanOrEqual(6);
    expect((await scoringPass(rig, 40)).counts.unreached).toBe(40);
    expect(rig.fake.requests).toHaveLength(before);

    rig.clock.now += 61_000;
    await scoringPass(rig, 40);
    expect(rig.fake.requests).toHaveLength(before + 1);

    rig.fake.heal();
    rig.clock.now += 61_000;
    await scoringPass(rig, 8);
    expect(rig.ai.state()).toMatchObject({ state: 'ok', message: 'Ollama is working' });
    expect(rig.pushed.map(({ status }) => status)).toEqual(['degraded', 'ok']);
  });

  test('counts as not answering after two requests that timed out, with what to do', async () => {
    const rig = await withOllama({ timeoutMs: 1000 });
    rig.fake.fail({ kind: 'late', ms: 60_000 });
    await scoringPass(rig);
    expect(rig.ai.state()).toMatchObject({ state: 'ok' });
    rig.clock.now += 600_000;
    await scoringPass(rig);
    expect(rig.ai.state()).toMatchObject({
      state: 'down',
      message: 'Ollama: not answering since 14:05 UTC. Posts are scored without AI.',
      hint: expect.stringContaining('ai.limits.timeoutMs') as unknown,
    });
    rig.fake.heal();
    await scoringPass(rig);
    expect(rig.ai.state()).toMatchObject({ state: 'ok', since: null });
  });

  test('counts as down if it sends only unusable answers', async () => {
    const rig = await withOllama();
    rig.fake.setResponder(responders.garbage);
    const { counts } = await scoringPass(rig, 80);
    expect(counts.model).toBe(0);
    expect(counts.unanswered + counts.unreached).toBe(80);
    expect(rig.fake.requests.length).toBeLessThanOrEqual(6);
    expect(rig.ai.state()).toMatchObject({
      state: 'down',
      message: 'Ollama: no usable answers since 14:05 UTC. Posts are scored without AI.',
    });
  });
});

describe('the budget', () => {
  test('records every call in the ledger with its tokens and cost', async () => {
    const rig = await withOpenai();
    await scoringPass(rig, 16);
    const spend = await readSpend(rig.db, { from: day, to: day });
    expect(spend).toMatchObject({ calls: 2, unpriced: 0 });
    expect(await rig.ai.today(null)).toMatchObject({
      calls: 2,
      tokens: spend.tokensIn + spend.tokensOut,
      userTokens: 0,
      callsPerDay: 2000,
    });
    expect(await rig.ai.listSpend('model', { from: day, to: day })).toMatchObject([{ key: 'gpt-6-luna', calls: 2 }]);
    expect(spend.cost).toBeCloseTo((spend.tokensIn * 0.4 + spend.tokensOut * 1.6) / 1e6);
    expect(await rig.db('ai_reservations').select('id')).toEqual([]);
  });

  test('charges the full reservation for a call that may have been billed, and nothing for one that never arrived', async () => {
    const late = await withOllama({ timeoutMs: 100 });
    late.fake.fail({ kind: 'late', ms: 3000 });
    await scoringPass(late);
    expect((await readSpend(late.db, { from: day, to: day })).tokensIn).toBeGreaterThan(4000);
    const gone = await withOllama();
    gone.fake.die();
    await scoringPass(gone, 3);
    expect(await readSpend(gone.db, { from: day, to: day })).toMatchObject({ calls: 3, tokensIn: 0 });
  });

  describe('without the room for thoughts', () => {
    async function uncounted(thinks: boolean) {
      const fake = await startFakeOllama({
        respond: (asked) => (thinks && asked.think === false ? '' : responders.sensible(asked)),
        models: ['m'],
        show: { capabilities: thinks ? ['thinking'] : [] },
        judges: true,
        as: () => ({ prompt_eval_count: null, eval_count: null, message: thinks ? { thinking: 'Hm.' } : {} }),
      });
      const ai = { provider: 'ollama' as const, ollama: { host: fake.host, model: 'm' } };
      const rig = await makeRig({ ai });
      cleanups.push(fake.close, rig.close);
      await scoringPass(rig);
      const { tokensIn } = await readSpend(rig.db, { from: day, to: day });
      await rig.ai.scoreWithModel(someCandidates(16).slice(8), new AbortController().signal);
      return { ...rig, config: ai, charged: (await readSpend(rig.db, { from: day, to: day })).tokensIn - tokensIn };
    }

    test('charges for the prompt of a model that thinks, if the server counts nothing', async () => {
      expect((await uncounted(true)).charged).toBe((await uncounted(false)).charged);
    });

    test('reserves after a restart what a model that does not think needs', async () => {
      const { db, charged, config, clock } = await uncounted(false);
      const limits = { tokensPerDay: charged + tokensFor(8) + 200 };
      const later = await makeRig({ ai: { ...config, limits }, db, start: clock.now + 86_400_000 });
      cleanups.push(later.close);
      const others = someCandidates(24).slice(16);
      expect((await later.ai.scoreWithModel(others, new AbortController().signal)).counts).toMatchObject({ model: 8 });
    });
  });

  test('allows exactly the daily number of calls and continues the next day', async () => {
    const rig = await withOllama({ callsPerDay: 10, concurrency: 8 });
    const first = await scoringPass(rig, 400);
    expect(rig.fake.requests).toHaveLength(10);
    expect(first.counts).toMatchObject({ model: 80, unreached: 320 });
    expect(new Set(first.results.map(({ scoredBy }) => scoredBy))).toEqual(new Set(['ollama:qwen3:4b-instruct', 'without-ai']));
    expect((await scoringPass(rig, 400)).counts).toMatchObject({ model: 80, reused: 80 });
    expect(rig.fake.requests).toHaveLength(10);
    rig.clock.now += 86_400_000;
    expect((await scoringPass(rig, 400)).counts).toMatchObject({ model: 160, reused: 80 });
    expect(rig.fake.requests).toHaveLength(20);
  });

  test('is shared by two processes on one database', async () => {
    const db = connect(':memory:');
    await migrate(db);
    const fake = await startFakeOllama({ respond: responders.sensible });
    const ai = { provider: 'ollama' as const, ollama: { host: fake.host }, limits: { callsPerDay: 7, concurrency: 8 } };
    const [one, two] = [await makeRig({ ai, db }), await makeRig({ ai, db })];
    cleanups.push(() => db.destroy(), fake.close, one.close, two.close);
    await Promise.all([scoringPass(one, 100), scoringPass(two, 100)]);
    expect(fake.requests).toHaveLength(7);
  });

  test('is never exceeded by 50 concurrent batches', async () => {
    const rig = await withOllama({ tokensPerDay: 60_000, concurrency: 32 });
    await scoringPass(rig, 400);
    const { tokensIn, tokensOut } = await readSpend(rig.db, { from: day, to: day });
    expect(tokensIn + tokensOut).toBeLessThanOrEqual(60_000);
    expect(tokensIn + tokensOut).toBeGreaterThan(45_000);
    expect((await listSpend(rig.db, 'purpose', { from: day, to: day })).map(({ key }) => key)).toEqual(['score']);
  });
});
