import { expect, it } from 'vitest';
import { demoCode } from './demo-code.ts';

it('the demo code stands in the fragment alone', () => {
  expect(demoCode('#demo=a1B2-c3')).toBe('a1B2-c3');
  expect(demoCode('#top')).toBeNull();
  expect(demoCode('')).toBeNull();
  expect(demoCode('#demo=')).toBe('');
});
