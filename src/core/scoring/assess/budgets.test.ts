import { describe, expect, test } from 'vitest';
import { createScorer } from '../scorer.ts';
import { makeCampaign, makeItem } from '../scoring.fixtures.ts';
import { readBackground } from '#core/text/background.ts';
import { isOutOfRange, listBudgets, pricesOf } from './budgets.ts';
import { createReader } from './reading.ts';

const reader = createReader(readBackground().stems);
const budgetsIn = (body: string) => listBudgets(reader.read(makeItem({ title: 'Desk', body })));
const isTooFar = (offering: string, body: string): boolean => isOutOfRange(pricesOf({ offering }), budgetsIn(body));

describe('a budget', () => {
  test.each([
    { body: 'My budget is 80 bucks', sum: 80, currency: 'dollar', text: '80 bucks' },
    { body: 'I can spend up to 1.5k', sum: 1500, currency: null, text: '1.5k' },
    { body: 'I can spend $1.5k', sum: 1500, currency: 'dollar', text: '$1.5k' },
    { body: 'Max 2,500 euros', sum: 2500, currency: 'euro', text: '2,500 euros' },
    { body: 'Anything under £19.99', sum: 19.99, currency: 'pound', text: '£19.99' },
    { body: 'Under 300 GBP please', sum: 300, currency: 'pound', text: '300 GBP' },
    { body: 'Something below 40€', sum: 40, currency: 'euro', text: '40' },
  ])('is read with its currency: $body', ({ body, sum, currency, text }) => {
    const found = budgetsIn(body);
    expect(found).toMatchObject([{ sum, currency }]);
    expect(found.map(({ start, end }) => body.slice(start, end))).toEqual([text]);
  });

  test('is no plain number, and no amount without a word for spending', () => {
    expect(budgetsIn('There are 12 of us, and at most 3 of them spend much')).toEqual([]);
    expect(budgetsIn('I sold it for $900')).toEqual([]);
  });
});

describe('a price in dollars', () => {
  const offering = 'Standing desks from 300 to 900 dollars';

  test.each(['My budget is $60', 'Budget: 80 bucks', 'I can spend 60 USD'])('is out of range for %s', (body) => {
    expect(isTooFar(offering, body)).toBe(true);
  });

  test.each([
    'My budget is $450',
    'My budget is $300',
    'My budget is $900',
    'My budget is $901',
    'My budget is 9k',
    'My budget is $90000',
    'My budget is £60',
    'Under 60 euros',
    'Budget of 5,000 rupees',
    'Under $60, or $500 if it lasts',
  ])('says nothing against %s', (body) => {
    expect(isTooFar(offering, body)).toBe(false);
  });

  test("is compared in the currency of the campaign's price range, whose dollar may be any", () => {
    const pricesIn = (currency: string) => pricesOf({ offering, priceRange: { min: 300, max: 900, currency } });
    for (const currency of ['USD', 'CAD']) expect(isOutOfRange(pricesIn(currency), budgetsIn('My budget is $60'))).toBe(true);
    for (const currency of ['EUR', 'SEK']) expect(isOutOfRange(pricesIn(currency), budgetsIn('My budget is $60'))).toBe(false);
  });
});

describe('a score', () => {
  const desks = makeCampaign({
    offering: 'Standing desks',
    priceRange: { min: 300, max: 900, currency: 'USD' },
    rules: [{ text: 'standing desk' }],
    subreddits: [],
  });
  const scoreWith = (budget: string): number =>
    createScorer({ campaigns: [desks], now: null, assessAll: true }).score(
      makeItem({ title: 'Which standing desk should I get?', body: `I need one for two monitors. My budget is ${budget}.` }),
    )[0]?.score ?? -1;

  test.each(['$900', '$1200', '$2700', '$2800', '$5000', '$90000'])('is no lower with a budget of %s, at or above the prices', (budget) => {
    // The words of a sum alone move a score by a point or two.
    expect(scoreWith(budget)).toBeGreaterThan(scoreWith('$600') - 3);
  });

  test('is lower with a budget far below the price', () => {
    expect(scoreWith('$60')).toBeLessThan(scoreWith('$600'));
  });
});
