import { expect, it } from 'vitest';
import { demoCode } from './login-page.tsx';

it('reads the demo code from the fragment only', () => {
  expect(demoCode('#demo=a1B2-c3')).toBe('a1B2-c3');
  expect(demoCode('#top')).toBeNull();
  expect(demoCode('')).toBeNull();
  expect(demoCode('#demo=')).toBe('');
});
