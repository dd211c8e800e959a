import { expect, test } from 'vitest';
import { websiteSchema } from './common.ts';

test.each([
  ['billbird.com', 'https://billbird.com'],
  [' billbird.com ', 'https://billbird.com'],
  ['www.billbird.co.uk/pricing?x=1#top', 'https://www.billbird.co.uk/pricing?x=1#top'],
  ['billbird.com:8443/app', 'https://billbird.com:8443/app'],
  ['müller.de', 'https://müller.de'],
  ['http://billbird.com', 'http://billbird.com'],
  ['HTTPS://billbird.com', 'HTTPS://billbird.com'],
])('reads the website %s as %s', (typed, url) => {
  expect(websiteSchema.parse(typed)).toBe(url);
});

test.each([
  '',
  'billbird',
  'bill bird.com',
  'javascript:alert(1)',
  'ftp://billbird.com',
  'mailto:ann@billbird.com',
  'ann@billbird.com',
  'localhost:3000',
  '//billbird.com',
])('rejects %s as a website', (typed) => {
  expect(websiteSchema.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(['Enter a website such as example.com']);
});
