import { describe, expect, test } from 'vitest';
import { readBackground } from '#core/text/background.ts';
import { makeItem } from '../scoring.fixtures.ts';
import { createReader } from './reading.ts';
import { textLanguages } from '#core/text/language.ts';
import { cues, lexiconOf } from '#core/text/lexicon.ts';
import { compilePhrases } from '#core/text/cues.ts';

const reader = createReader(readBackground().stems);
const read = (title: string, body = '') => reader.read(makeItem({ title, body }));
const cuesOf = (title: string, body = ''): string[] => [...new Set(read(title, body).hits.map(({ cue }) => cue))];

describe('phrase automaton', () => {
  const phrases = compilePhrases([
    ['a (b|c d|) e', 'x*'],
    ['# things', 'a'],
  ]);
  function listsOf(text: string): number {
    let state = 1;
    for (const word of text.split(' ')) state = phrases.step(state, phrases.wordOf(word));
    return phrases.endsIn(state);
  }

  test.each([
    ['a b e', 1],
    ['a c d e', 1],
    ['a e', 1],
    ['a c e', 0],
    ['xyz', 1],
    ['7 things', 2],
    ['a', 2],
    ['b', 0],
  ])('ends in lists %i for %j', (text, lists) => {
    expect(listsOf(text)).toBe(lists);
  });

  test.each(textLanguages)('accepts the lexicon of %s with balanced brackets and only folded words', (language) => {
    const lexicon = lexiconOf(language);
    expect(() => compilePhrases(cues.map((cue) => lexicon[cue]))).not.toThrow();
    for (const pattern of Object.values(lexicon).flat()) expect(pattern).toMatch(/^[a-z0-9 ()|*#]+$/);
  });

  test('rejects unbalanced brackets', () => {
    expect(() => compilePhrases([['(a']])).toThrow();
    expect(() => compilePhrases([['a)']])).toThrow();
  });
});

describe('cues', () => {
  test.each([
    ['Looking for a good dog trainer', 'seek'],
    ['Can anyone recommend something?', 'seek'],
    ['Harness or collar, which one should I get?', 'choose'],
    ['How do I stop this?', 'help'],
    ['My puppy keeps barking and I am frustrated', 'pain'],
    ['I built an app, check it out', 'seller'],
    ['10 tips for new owners', 'teach'],
    ['Edit: solved, thanks', 'solved'],
    ['I finally booked one, so happy', 'glad'],
    ['I need it as soon as possible', 'urgency'],
  ])('reads %j as %s', (text, cue) => {
    expect(cuesOf(text)).toContain(cue);
  });

  test.each([
    ['Cerco un bravo idraulico a Torino, qualcuno mi consiglia?', 'seek'],
    ["Ho bisogno di un'alternativa al gestionale che usiamo", 'seek'],
    ['Come fate con le fatture? Non so da dove iniziare', 'help'],
    ['La caldaia non funziona e sono disperata', 'pain'],
    ["Ho creato un'app per le fatture, cosa ne pensate?", 'seller'],
    ['Je ne sais plus, j’ai besoin d’un avocat', 'seek'],
    ['Suche einen Steuerberater in Köln, könnt ihr jemanden empfehlen?', 'seek'],
  ])('reads %j as %s', (text, cue) => {
    expect(cuesOf(text)).toContain(cue);
  });

  test("doesn't take asking for tips as teaching", () => {
    expect(cuesOf('10 tips for new owners')).toContain('teach');
    expect(cuesOf('Any tips for new owners?')).not.toContain('teach');
  });

  test("doesn't match a phrase across sentences", () => {
    expect(cuesOf('I am looking. For a walk we go out')).not.toContain('seek');
  });
});

test('reads only the relevant beginning of a text of a hundred thousand characters', () => {
  expect(read('x', 'puppy? '.repeat(20_000)).tokens.length).toBeLessThan(3000);
});

describe('sentences', () => {
  test('end at punctuation and line ends, and are marked as questions', () => {
    const { sentences, tokens } = read('One title', 'First one. Is it two? See node.js v1.5 at http://a.example/?q=1 now\nthree!');
    const texts = sentences.map(({ from, to, question }) => [
      tokens
        .slice(from, to)
        .map(({ text }) => text)
        .join(' '),
      question,
    ]);
    expect(texts).toEqual([
      ['one title', false],
      ['first one', false],
      ['is it two', true],
      ['see node js v1 5 at http a example q 1 now', false],
      ['three', false],
    ]);
  });
});
