import { afterEach, expect, test } from 'vitest';
import { parseConfig } from '#core/platform/config.ts';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { checkModel } from './checks.ts';

const noLedger = () => Promise.resolve(null);
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

async function configured(model: string, strongModel = '') {
  const fake = await startFakeOllama({ respond: () => '{"ok":true}', models: ['qwen3:4b-instruct'] });
  cleanups.push(fake.close);
  return { fake, ai: parseConfig({ ai: { provider: 'ollama', ollama: { host: fake.host, model, strongModel } } }).ai };
}

test('reports nothing to check without a provider', async () => {
  expect(await checkModel(parseConfig({}).ai, { readLedgerState: noLedger })).toMatchObject({
    level: 'ok',
    message: 'none. The built-in scorer is used',
  });
});

test('asks a responding model once, and reports it as working', async () => {
  const { fake, ai } = await configured('qwen3:4b-instruct');
  expect(await checkModel(ai, { readLedgerState: noLedger })).toMatchObject({
    level: 'ok',
    message: 'Ollama responds with qwen3:4b-instruct',
  });
  expect(fake.requests).toHaveLength(1);
});

test("reports a model that the server doesn't have, also if it is the stronger one", async () => {
  const { ai } = await configured('qwen3:4b-instruct', 'giant');
  const found = await checkModel(ai, { readLedgerState: noLedger });
  expect(found).toMatchObject({ level: 'act' });
  expect(found.message).toMatch(/ollama pull giant/);
});

test("reports a server that can't be reached", async () => {
  const { fake, ai } = await configured('qwen3:4b-instruct');
  fake.die();
  expect(await checkModel(ai, { readLedgerState: noLedger })).toMatchObject({ level: 'act' });
});

test("reports that the day's budget is spent although the model responds", async () => {
  const { ai } = await configured('qwen3:4b-instruct');
  const found = await checkModel(ai, {
    readLedgerState: () => Promise.resolve({ spent: "Today's AI budget is spent (5 calls)", lastAnswerAt: 1 }),
  });
  expect(found).toMatchObject({ level: 'watch', message: expect.stringContaining('budget is spent (5 calls)') as unknown });
});

test('names the time of the last answer of a server that times out', async () => {
  const { fake, ai } = await configured('qwen3:4b-instruct');
  fake.fail({ kind: 'late', ms: 3000 });
  const lastAnswerAt = Date.UTC(2026, 10, 21, 14, 5);
  const found = await checkModel(
    { ...ai, limits: { ...ai.limits, timeoutMs: 100 } },
    { readLedgerState: () => Promise.resolve({ spent: null, lastAnswerAt }) },
  );
  expect(found).toMatchObject({ level: 'act', message: expect.stringContaining('Last answer: 2026-11-21 14:05 UTC') as unknown });
});
