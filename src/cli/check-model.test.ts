import { afterEach, expect, test } from 'vitest';
import { parseConfig } from '#core/platform/config.ts';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { checkModel } from './check-model.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

async function configured(model: string, strongModel = '') {
  const fake = await startFakeOllama({ respond: () => '{"ok":true}', models: ['llama3.1'] });
  cleanups.push(fake.close);
  return { fake, ai: parseConfig({ ai: { provider: 'ollama', ollama: { host: fake.host, model, strongModel } } }).ai };
}

test('reports nothing to check without a provider', async () => {
  expect(await checkModel(parseConfig({}).ai)).toMatchObject({ level: 'ok', message: 'none. The built-in scorer is used' });
});

test('asks a responding model once, and reports it as working', async () => {
  const { fake, ai } = await configured('llama3.1');
  expect(await checkModel(ai)).toMatchObject({ level: 'ok', message: 'Ollama responds with llama3.1' });
  expect(fake.requests).toHaveLength(1);
});

test("reports a model that the server doesn't have, also if it is the stronger one", async () => {
  const { ai } = await configured('llama3.1', 'giant');
  const found = await checkModel(ai);
  expect(found).toMatchObject({ level: 'act' });
  expect(found.message).toMatch(/ollama pull giant/);
});

test("reports a server that can't be reached", async () => {
  const { fake, ai } = await configured('llama3.1');
  fake.die();
  expect(await checkModel(ai)).toMatchObject({ level: 'act' });
});
