import { expect, test } from 'vitest';
import { campaignInputSchema } from './campaigns.ts';
import { describePriceRange, priceRangeSchema } from './price-range.ts';

test.each([
  [{ min: null, max: null, currency: 'USD' }, 'Enter a minimum or a maximum price'],
  [{ min: 90, max: 20, currency: 'USD' }, 'The minimum is higher than the maximum'],
  [{ min: -1, max: null, currency: 'USD' }, ''],
  [{ min: 1, max: null, currency: 'dollars' }, 'Use a three-letter currency code such as USD'],
])('rejects the price range %o', (range, message) => {
  const { error } = priceRangeSchema.safeParse(range);
  expect(error?.issues[0]?.message).toContain(message);
});

test.each([
  ['hackernews', 2, 'At most 1 Hacker News'],
  ['feed', 31, 'At most 30 feeds'],
])('rejects more streams of the kind %s than a campaign may have', (kind, count, message) => {
  const streams = Array.from({ length: count }, (_, index) => ({ kind, name: `https://forum.example.com/${index}.xml` }));
  const { error } = campaignInputSchema.safeParse({ name: 'Invoices', streams });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('accepts a lowercase currency code', () => {
  expect(priceRangeSchema.parse({ min: 5, max: null, currency: 'eur' }).currency).toBe('EUR');
});

test.each([
  [20, 90, 'USD 20 to 90'],
  [20, null, 'from USD 20'],
  [null, 90, 'up to USD 90'],
])('describes the range from %s to %s as “%s”', (min, max, text) => {
  expect(describePriceRange({ min, max, currency: 'USD' })).toBe(text);
});
