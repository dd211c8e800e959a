import { expect, test } from 'vitest';
import { parseConfig } from '#core/platform/config.ts';
import { modelServers } from '#shared/model-servers.ts';
import { priceOf } from './open-model.ts';

const settings = (ai: object) => parseConfig({ ai }).ai;

test('has a price for the default model of each provider', () => {
  for (const provider of ['openai', 'ollama'] as const) {
    const ai = settings({ provider });
    expect(priceOf(ai, ai[provider].model)).not.toBeNull();
  }
});

test('knows when the list prices of a server were read, and has one for the model it begins with', () => {
  for (const { model, prices, pricesOf } of modelServers.filter(({ provider, keyFrom }) => provider === 'openai' && keyFrom !== null)) {
    const isPriced = Object.keys(prices).length > 0;
    expect([model, Object.hasOwn(prices, model), /^2026-\d\d-\d\d$/.test(pricesOf)]).toEqual([model, isPriced, isPriced]);
  }
  expect(priceOf(settings({ provider: 'openai', openai: { baseUrl: 'https://api.mistral.ai/v1/' } }), 'mistral-small-latest')).toEqual({
    in: 0.15,
    out: 0.6,
  });
});

test('prefers a configured price, and knows none of other models or other servers', () => {
  const mini = { in: 1, out: 2 };
  expect(priceOf(settings({ provider: 'openai', prices: { 'gpt-6-luna': mini } }), 'gpt-6-luna')).toEqual(mini);
  expect(priceOf(settings({ provider: 'openai' }), 'gpt-99')).toBeNull();
  expect(priceOf(settings({ provider: 'openai', openai: { baseUrl: 'http://127.0.0.1:8000/v1' } }), 'gpt-6-luna')).toBeNull();
});
