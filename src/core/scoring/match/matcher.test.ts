import { describe, expect, test } from 'vitest';
import type { FetchedItem } from '#core/platform/item.ts';
import { makeCampaign, makeItem } from '../scoring.fixtures.ts';
import { compileMatcher, type LanguageOf } from './matcher.ts';

const rulesOf = (...texts: string[]) => texts.map((text) => ({ text }));

function matched(rule: string, item: Partial<FetchedItem>, languageOf?: LanguageOf): boolean {
  return compileMatcher([{ id: 'one', rules: rulesOf(rule) }], languageOf).match(makeItem(item)).length === 1;
}

describe('rule matching', () => {
  test.each([
    ['puppy training', { title: 'Puppy', body: 'needs training' }, true],
    ['puppy training', { title: 'Puppy', body: 'is fine' }, false],
    ['puppies', { body: 'one puppy' }, true],
    ['"puppies"', { body: 'one puppy' }, false],
    ['"one puppy"', { body: 'One  PUPPY!' }, true],
    ['"far puppy"', { title: 'so far', body: 'puppy' }, false],
    ['cat', { body: 'a category' }, false],
    ['categ*', { body: 'a category' }, true],
    ['dog -walk', { title: 'dog', body: 'nothing' }, true],
    ['dog -walk', { title: 'dog', body: 'a walk' }, false],
    ['(dog OR cat) food', { body: 'cat food' }, true],
    ['title:dog', { title: 'x', body: 'dog' }, false],
    ['body:dog', { title: 'x', body: 'dog' }, true],
    ['author:Bob', { author: 'bob' }, true],
    ['author:bob', { author: null }, false],
    ['subreddit:dogs type:post', { subreddit: 'Dogs' }, true],
    ['type:comment', { kind: 'post' }, false],
    ['flair:help', { flair: 'Need help now' }, true],
    ['site:example.com', { url: 'https://www.example.com/a' }, true],
    ['site:example.com', { url: 'https://www.example.org/a' }, false],
    ['cafe', { body: 'Café' }, true],
    ['発票', { body: '这是発票吗' }, true],
  ] as const)('evaluates %j in %j as %s', (rule, item, expected) => {
    expect(matched(rule, item)).toBe(expected);
  });

  test('matches by language only when it is known', () => {
    expect(matched('lang:de walk', {}, () => 'de')).toBe(true);
    expect(matched('lang:de walk', {}, () => 'en')).toBe(false);
    expect(matched('lang:de walk', {}, () => null)).toBe(false);
  });
});

test('returns the matching rules of each campaign in its own order', () => {
  const matcher = compileMatcher([
    { id: 'a', rules: rulesOf('walk', 'woods', 'sea') },
    { id: 'b', rules: rulesOf('sea') },
    { id: 'c', rules: rulesOf('woods', 'walk') },
    { id: 'd', rules: [] },
  ]);
  expect(matcher.match(makeItem())).toEqual([
    { campaignId: 'a', rules: ['walk', 'woods'] },
    { campaignId: 'c', rules: ['woods', 'walk'] },
  ]);
  expect([...matcher.ruleless]).toEqual(['d']);
});

test('keeps no state from one item to the next', () => {
  const matcher = compileMatcher([{ id: 'a', rules: rulesOf('walk woods') }]);
  expect(matcher.match(makeItem({ title: 'walk', body: '' }))).toEqual([]);
  expect(matcher.match(makeItem({ title: 'woods', body: '' }))).toEqual([]);
  expect(matcher.match(makeItem({ title: 'walk woods', body: '' }))).toHaveLength(1);
});

test('reports a broken rule, matches nothing with it, and keeps the others working', () => {
  const matcher = compileMatcher([{ id: 'a', rules: rulesOf('(walk', 'woods') }]);
  expect(matcher.broken).toEqual([{ campaignId: 'a', rule: '(walk' }]);
  expect(matcher.match(makeItem())).toEqual([{ campaignId: 'a', rules: ['woods'] }]);
});

describe('rules in other languages', () => {
  const matches = (rule: string, title: string, languages: string[]) =>
    compileMatcher([makeCampaign({ rules: [{ text: rule }], languages })]).match(makeItem({ title, body: '' })).length > 0;

  test.each([
    ['rechnung', 'Wie schreibt ihr eure Rechnungen?', 'de'],
    ['factura', '¿Alguien sabe facturar desde el móvil?', 'es'],
    ['facture', 'Un outil pour la facturation ?', 'fr'],
    ['fatura', 'Programa de faturação simples', 'pt'],
    ['fiets', 'Wie repareert fietsen aan huis?', 'nl'],
    ['fattura', 'Come fate le fatture?', 'it'],
    ['commercialista', 'Dove trovo due commercialisti?', 'it'],
  ])('match inflected forms with %j in %j', (rule, title, language) => {
    expect(matches(rule, title, [language])).toBe(true);
    expect(matches(`"${rule}"`, title, [language])).toBe(false);
  });

  test('find a word behind an article that is written with it, and no other word', () => {
    expect(matches('assurance', 'Quelle est l’assurance la moins chère ?', ['fr'])).toBe(true);
    expect(matches('"auto nuova"', "Consigli per l'assicurazione dell'auto nuova", ['it'])).toBe(true);
    expect(matches('commercialista', 'Un centro commerciale vicino a voi', ['it'])).toBe(false);
  });

  test('don’t match inflected forms in an English campaign', () => {
    expect(matches('rechnung', 'Wie schreibt ihr eure Rechnungen?', ['en'])).toBe(false);
  });
});
