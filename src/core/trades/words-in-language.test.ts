import { describe, expect, test } from 'vitest';
import { findTradesIn } from './find-in-language.ts';
import { partsOfCompound, stemsIn, type TradeLanguage } from './words-in-language.ts';

describe('words of trades', () => {
  test.each<[TradeLanguage, string]>([
    ['de', 'Reparatur reparieren repariert'],
    ['de', 'Fotografie Fotografin fotografiere'],
    ['de', 'Entrümpelung entrümpeln'],
    ['de', 'Zahnarzt Zahnärztin'],
    ['nl', 'reparatie repareren'],
    ['nl', 'fotograaf fotografie'],
    ['nl', 'tandarts tandartsen'],
    ['es', 'abogado abogada'],
    ['es', 'reformas reformamos'],
    ['fr', 'rénovation rénovons'],
    ['fr', 'nettoyage nettoyons'],
    ['it', 'traslochi trasloco'],
    ['it', 'traduttore traduttrice'],
    ['pt', 'instalação instalamos'],
  ])('are one in %s, whatever their form: “%s”', (language, words) => {
    expect(new Set(stemsIn(language, words)).size).toBe(1);
  });

  test('leave out what sellers of anything say', () => {
    expect(stemsIn('de', 'Wir sind ein kleines Team und bieten seit Jahren …')).toEqual([]);
    expect(stemsIn('fr', 'Nous sommes une petite entreprise, et j’aime ce que je fais')).not.toContain('entrepris');
  });

  test('are split where both parts are known words, with what links them, in German and Dutch alone', () => {
    const known = new Set(['hochzeit', 'fotograf', 'bad', 'sanier', 'badkam', 'badkamer', 'renof']);
    const split = (language: TradeLanguage, stem: string) => partsOfCompound(language, stem, (part) => known.has(part));
    expect(split('de', 'hochzeitsfotograf')).toEqual(['hochzeit', 'fotograf']);
    expect(split('de', 'badsanier')).toEqual(['bad', 'sanier']);
    expect(split('nl', 'badkamerrenof')).toEqual(['badkamer', 'renof']);
    expect(split('de', 'zahnfotograf')).toEqual([]);
    expect(split('es', 'hochzeitsfotograf')).toEqual([]);
  });
});

test.each<[TradeLanguage, string, string]>([
  ['de', 'Wir sanieren Bäder.', 'bathroom-remodeling'],
  ['de', 'Ich gebe Klavierunterricht.', 'music-lessons'],
  ['de', 'Wir machen Umzüge.', 'local-movers'],
  ['de', 'Umzüge für Senioren', 'local-movers'],
  ['nl', 'Wij renoveren badkamers.', 'bathroom-remodeling'],
  ['fr', 'Je donne des cours de français à des infirmiers étrangers.', 'french-lessons'],
])('a trade is found in %s by the parts of compounds and of names: “%s”', async (language, text, id) => {
  expect((await findTradesIn(language, text, 1))[0]?.id).toBe(id);
});
