import { expect, onTestFinished, test } from 'vitest';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { makeServer } from '#test/support/serve.ts';

async function open() {
  const asked: string[] = [];
  const fake = await startFakeOllama({
    respond: ({ prompt }) => {
      asked.push(prompt.includes('Paperboat') ? 'bob' : 'ann');
      return 'No JSON at all';
    },
  });
  const limits = { timeoutMs: 5000, tokensPerDay: 100_000_000, tokensPerUserDay: 100_000_000 };
  const server = await makeServer({ ai: { provider: 'ollama', ollama: { host: fake.host, model: 'qwen3:4b-instruct' }, limits } });
  onTestFinished(async () => {
    await server.close();
    await fake.close();
  });
  const [ann, bob] = [server.api((await server.member('ann')).token), server.api((await server.member('bob')).token)];
  const propose = (api: typeof ann, description: string) => api.post('/campaigns/propose', { mode: 'basic', description });
  return { asked, ann, bob, propose, server };
}

test('pauses the model for one user after useless responses, and for no other user', async () => {
  const { asked, ann, bob, propose, server } = await open();
  for (let turn = 0; turn < 5; turn += 1)
    expect((await propose(ann, 'A description that every model answers with nonsense')).status).toBe(200);
  expect(asked).toEqual(Array.from({ length: 5 }, () => 'ann'));
  expect((await propose(bob, 'Paperboat, invoicing software for freelancers')).status).toBe(200);
  expect(asked.filter((user) => user === 'bob')).toHaveLength(2);
  expect(server.core.ai.models.state()).toMatchObject({
    state: 'down',
    message: expect.stringContaining('no usable answers') as unknown,
  });
  server.clock.now += 61_000;
  await propose(ann, 'A description that every model answers with nonsense');
  expect(asked.filter((user) => user === 'ann')).toHaveLength(6);
});
