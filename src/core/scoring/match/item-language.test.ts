import { expect, test } from 'vitest';
import { type FetchedItem, textOnly } from '#core/platform/item.ts';
import { openLanguageOf } from './item-language.ts';

const item = (body: string): FetchedItem => ({
  ...textOnly,
  fullname: 't3_a',
  kind: 'post',
  subreddit: 'x',
  author: null,
  title: '',
  body,
  createdAt: 0,
});

test('loads the detector only when a campaign asks for a language', async () => {
  expect(await openLanguageOf([{ languages: [], rules: [{ text: 'invoice tool' }] }])).toBeUndefined();
  expect(await openLanguageOf([{ languages: ['en'], rules: [] }])).toBeDefined();
  expect(await openLanguageOf([{ languages: [], rules: [{ text: 'invoice lang:en' }] }])).toBeDefined();
  expect(await openLanguageOf([{ languages: [], rules: [{ text: 'invoice -lang:de' }] }])).toBeDefined();
});

test('distinguishes languages, and returns none for too little text', async () => {
  const languageOf = await openLanguageOf([{ languages: ['en'], rules: [] }]);
  expect(languageOf?.(item('Which tool do you all use to send invoices and to chase late payers?'))).toBe('en');
  expect(languageOf?.(item('Welches Programm nehmt ihr für Rechnungen, wenn ihr allein arbeitet?'))).toBe('de');
  expect(languageOf?.(item('Quel logiciel utilisez-vous pour envoyer vos factures chaque mois ?'))).toBe('fr');
  expect(languageOf?.(item('ok'))).toBeNull();
  expect(languageOf?.(item('🧾🧾🧾'))).toBeNull();
});
