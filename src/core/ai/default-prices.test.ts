import { expect, test } from 'vitest';
import { parseConfig } from '#core/platform/config.ts';
import { priceOf } from './open-model.ts';

const settings = (ai: object) => parseConfig({ ai }).ai;

test('has a price for the default model of each provider', () => {
  for (const provider of ['openai', 'ollama'] as const) {
    const ai = settings({ provider });
    expect(priceOf(ai, ai[provider].model)).not.toBeNull();
  }
});

test('prefers a configured price, and knows none of other models or other servers', () => {
  const mini = { in: 1, out: 2 };
  expect(priceOf(settings({ provider: 'openai', prices: { 'gpt-4.1-mini': mini } }), 'gpt-4.1-mini')).toEqual(mini);
  expect(priceOf(settings({ provider: 'openai' }), 'gpt-99')).toBeNull();
  expect(priceOf(settings({ provider: 'openai', openai: { baseUrl: 'http://127.0.0.1:8000/v1' } }), 'gpt-4.1-mini')).toBeNull();
});
