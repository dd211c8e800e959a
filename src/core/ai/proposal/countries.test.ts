import { expect, test } from 'vitest';
import type { CustomerLanguage } from '#shared/languages.ts';
import { findSubreddit } from '#core/reddit/catalog/catalog.ts';
import { isElsewhere } from './countries.ts';

const places: [CustomerLanguage, string[], subreddits: { kept: string[]; leftOut: string[] }][] = [
  ['es', ['Valencia'], { kept: ['spain', 'askspain', 'programacion'], leftOut: ['mexico', 'AskArgentina', 'Madrid', 'Monterrey'] }],
  ['es', ['Monterrey'], { kept: ['mexico', 'Monterrey', 'preguntaReddit'], leftOut: ['spain', 'chile', 'FinanzasChile'] }],
  ['es', ['León'], { kept: ['spain', 'mexico'], leftOut: ['Madrid'] }],
  ['es', [], { kept: ['spain', 'mexico', 'chile'], leftOut: ['Madrid', 'Bogota'] }],
  ['pt', ['Braga'], { kept: ['portugal', 'literaciafinanceira', 'perguntas'], leftOut: ['brasil', 'carros', 'saopaulo'] }],
  ['pt', ['Curitiba'], { kept: ['brasil', 'carros', 'curitiba'], leftOut: ['portugal', 'AutoTuga', 'lisboa'] }],
  ['de', ['Graz'], { kept: ['FinanzenAT', 'heimwerken', 'Austria'], leftOut: ['LegaladviceGerman', 'StVO'] }],
  ['de', ['Ulm'], { kept: ['LegaladviceGerman', 'selbststaendig'], leftOut: ['FinanzenAT'] }],
  ['fr', ['Genève'], { kept: ['Suisse', 'brico'], leftOut: ['QuebecFinance', 'vosfinances'] }],
  ['fr', ['Nantes'], { kept: ['vosfinances', 'conseiljuridique'], leftOut: ['QuebecFinance', 'Lyon'] }],
  ['nl', ['Gent'], { kept: ['Vlaanderen', 'Gent', 'Klussers'], leftOut: ['zzp', 'Utrecht', 'juridischadvies'] }],
  ['it', ['Bari'], { kept: ['ItalyMotori', 'Avvocati'], leftOut: ['Ticino', 'milano'] }],
  [
    'en',
    ['Dallas'],
    { kept: ['legaladvice', 'HomeImprovement', 'personalfinance'], leftOut: ['LegalAdviceUK', 'PersonalFinanceCanada', 'AskNYC'] },
  ],
  ['en', ['Auckland'], { kept: ['auckland', 'moving'], leftOut: ['AskSF', 'UKPersonalFinance', 'AusFinance', 'legaladvice'] }],
  ['en', ['Leeds', 'Bradford'], { kept: ['LegalAdviceUK', 'HousingUK'], leftOut: ['legaladvice', 'india', 'WeddingsCanada'] }],
  ['en', ['USA', 'UK'], { kept: ['LegalAdviceUK', 'legaladvice'], leftOut: ['AusFinance', 'WeddingsCanada'] }],
  ['en', ['Europe'], { kept: ['LegalAdviceUK', 'legaladvice'], leftOut: ['AskNYC'] }],
  ['en', [], { kept: ['LegalAdviceUK', 'legaladvice'], leftOut: ['AskNYC'] }],
];

test.each(places)('customers who write %s in %j are in some subreddits, not in those elsewhere', (language, regions, { kept, leftOut }) => {
  const isOut = (name: string): boolean => {
    const entry = findSubreddit(name);
    return entry === undefined || isElsewhere(language, entry, regions);
  };
  expect(kept.filter(isOut)).toEqual([]);
  expect(leftOut.filter((name) => !isOut(name))).toEqual([]);
});
