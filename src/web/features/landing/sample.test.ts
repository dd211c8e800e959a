import { expect, it } from 'vitest';
import { sample } from './landing-page.tsx';

it('quotes every evidence passage literally from the sample text', () => {
  expect(sample.evidence).toHaveLength(2);
  for (const { text, start, end } of sample.evidence) expect(sample.body.slice(start, end)).toBe(text);
});
