import { expect, test } from 'vitest';
import { outwardLink } from './outward-link.ts';

test.each(['https://www.reddit.com/r/freelance/comments/1abc', 'http://example.com/'])('%s may be opened', (url) => {
  expect(outwardLink(url)).toBe(url);
});

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '/r/freelance',
  'vbscript:x',
  'file:///etc/passwd',
  '',
  null,
  undefined,
])('%s may not', (url) => {
  expect(outwardLink(url)).toBeNull();
});
