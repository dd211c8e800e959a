import { expect, test } from 'vitest';
import { externalUrl } from './external-link.ts';

test.each(['https://www.reddit.com/r/freelance/comments/1abc', 'http://example.com/'])('accepts %s', (url) => {
  expect(externalUrl(url)).toBe(url);
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
])('rejects %s', (url) => {
  expect(externalUrl(url)).toBeNull();
});
