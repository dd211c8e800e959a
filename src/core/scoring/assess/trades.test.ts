import { describe, expect, test } from 'vitest';
import { readBackground } from '../background.ts';
import { makeCampaign } from '../scoring.fixtures.ts';
import { stemOf } from '#core/text/stems.ts';
import { createLanguage } from './language.ts';
import { compileProfile, type Profile } from './profile.ts';
import { otherTradeIn } from './trades.ts';

const language = createLanguage(readBackground());
const stemsOf = (words: string): Set<number> => new Set(words.split(' ').map((word) => language.vocabulary.find(stemOf(word))));
const profileOf = (offering: string, rules: string[] = []): Profile =>
  compileProfile(makeCampaign({ offering, rules: rules.map((text) => ({ text })), idealCustomer: '', painPoints: [] }), language);

const immigration = profileOf('Immigration lawyers for family visas and work permits.', ['visa', 'green card']);

describe('the terms of a campaign', () => {
  test('include what customers of its trade talk about, with less weight than its own', () => {
    const [petition] = stemsOf('petition');
    const [visa] = stemsOf('visa');
    expect(immigration.terms.get(petition ?? -1)).toBeGreaterThan(0);
    expect(immigration.terms.get(petition ?? -1)).toBeLessThan(immigration.terms.get(visa ?? -1) ?? 0);
  });

  test('include nothing of other trades', () => {
    const [roach] = stemsOf('roach');
    expect(immigration.terms.has(roach ?? -1)).toBe(false);
  });

  test('stay as they are when the offering belongs to no known trade', () => {
    expect(profileOf('Zeppelin moorings.').trades.trades.size).toBe(0);
  });
});

describe('another trade', () => {
  test('counts by its terms in a text, about 1 for each', () => {
    expect(otherTradeIn(language.trades, immigration.trades, stemsOf('toilet clogged faucet'))).toBeGreaterThan(1.5);
  });

  test('does not count by terms that the campaign’s own trade has, too', () => {
    expect(otherTradeIn(language.trades, immigration.trades, stemsOf('petition sponsor'))).toBeLessThan(0.5);
  });
});
