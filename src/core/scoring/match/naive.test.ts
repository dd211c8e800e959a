import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FetchedItem } from '#core/platform/item.ts';
import { parseRule } from '../rules/parse.ts';
import { evaluateRule, type FactNode, type RuleNode, type PhraseNode } from '../rules/tree.ts';
import { makeItem } from '../scoring.fixtures.ts';
import { foldToString } from '#core/text/fold.ts';
import { numberForms } from '#core/text/stems.ts';
import { compileMatcher } from './matcher.ts';

const words = [
  'dog',
  'dogs',
  'cat',
  'category',
  'puppy',
  'puppies',
  'sign-up',
  'Café',
  'box',
  'boxes',
  'don’t',
  'c++',
  '発票',
  'in',
  '3d',
  'straße',
];
const word = fc.constantFrom(...words);
const gap = fc.constantFrom(' ', '  ', ', ', '. ', '\n', ' - ', '/');
const prose = fc.array(fc.tuple(word, gap), { maxLength: 9 }).map((parts) => parts.flat().join(''));
const item: fc.Arbitrary<FetchedItem> = fc
  .record({
    title: prose,
    body: prose,
    kind: fc.constantFrom('post' as const, 'comment' as const),
    author: fc.constantFrom('Some_Body', 'dog', null),
    subreddit: fc.constantFrom('Dogs', 'AskCats', 'dog_training'),
    flair: fc.constantFrom('Need help', 'Dog food', null),
    url: fc.constantFrom('https://www.example.com/a', 'https://shop.example.org', 'no url', null),
  })
  .map((parts) => makeItem(parts));
const languageOf = ({ title }: FetchedItem): string | null => (title.length % 3 === 0 ? null : title.length % 3 === 1 ? 'de' : 'en');

const leaf = fc.oneof(
  word,
  word.map((text) => `title:${text}`),
  word.map((text) => `body:${text}`),
  fc.array(word, { minLength: 1, maxLength: 3 }).map((row) => `"${row.join(' ')}"`),
  fc.tuple(word, word).map(([one, other]) => `title:"${one} ${other}"`),
  fc.constantFrom('do*', 'cat*', 'pup*', 'e-ma*', 'title:bo*', 'caf*', 'str*'),
  fc.constantFrom('type:post', 'type:comment', 'lang:de', 'lang:en', 'lang:d*x'),
  fc.constantFrom('subreddit:dogs', 'subreddit:r/dog_training', 'subreddit:dog*', 'subreddit:askcats'),
  fc.constantFrom('author:some_body', 'author:u/dog', 'author:so*', 'flair:help', 'flair:"dog food"', 'flair:ne*'),
  fc.constantFrom('site:example.com', 'site:www.example.com', 'site:example.*', 'site:shop.ex*', 'site:example'),
);
const { rule } = fc.letrec<{ rule: string; operand: string }>((tie) => ({
  operand: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    leaf.map((text) => `-${text}`),
    leaf.map((text) => `NOT ${text}`),
    tie('rule').map((text) => `(${text})`),
    tie('rule').map((text) => `-(${text})`),
  ),
  rule: fc
    .array(fc.tuple(tie('operand'), fc.constantFrom(' ', ' OR ', ' AND ', ' ')), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([text, join], index) => (index === parts.length - 1 ? text : text + join)).join('')),
}));

const folded = (text: string): string => foldToString(text);

/** Evaluates a leaf without the automaton, by searching the folded text. */
function phraseHolds({ words: wanted, prefix, exact, field }: PhraseNode, { title, body }: FetchedItem): boolean {
  const texts = field === 'title' ? [title] : field === 'body' ? [body] : [title, body];
  const row = wanted.split(' ');
  const last = row.at(-1) ?? '';
  return texts.some((text) => {
    const found = folded(text).trim().split(' ');
    return found.some((_, at) =>
      row.every((part, index) => {
        const here = found[at + index] ?? '';
        if (index < row.length - 1 || (exact && !prefix)) return here === part;
        return prefix ? here.startsWith(last) : here === part || numberForms(last).includes(here);
      }),
    );
  });
}

function factHolds({ field, value, prefix }: FactNode, from: FetchedItem): boolean {
  const url = from.url !== null && URL.canParse(from.url) ? new URL(from.url).hostname : '';
  const actual = { author: from.author, subreddit: from.subreddit, flair: from.flair, site: url, lang: languageOf(from), type: from.kind }[
    field
  ];
  const have = folded(actual ?? '')
    .trim()
    .split(' ');
  const want = value.split(' ');
  const standsAt = (at: number): boolean =>
    want.every((part, index) =>
      prefix && index === want.length - 1 ? (have[at + index] ?? '').startsWith(part) : have[at + index] === part,
    );
  if (field === 'flair' || field === 'site') return have.some((_, at) => standsAt(at));
  return standsAt(0) && (prefix || have.length === want.length);
}

const naive = (tree: RuleNode, from: FetchedItem): boolean =>
  evaluateRule(tree, (node) => (node.kind === 'words' ? phraseHolds(node, from) : factHolds(node, from)));

test('matches exactly what the rules mean, for any rules and texts', () => {
  let cases = 0;
  let matches = 0;
  fc.assert(
    fc.property(fc.array(rule, { minLength: 5, maxLength: 8 }), fc.array(item, { minLength: 5, maxLength: 5 }), (rules, items) => {
      const sound = [...new Set(rules)].flatMap((text) => {
        const parsed = parseRule(text);
        return parsed.ok ? [{ text, tree: parsed.tree }] : [];
      });
      const matcher = compileMatcher([{ id: 'one', rules: sound.map(({ text }) => ({ text })) }], languageOf);
      for (const fetched of items) {
        const found = matcher.match(fetched).flatMap((match) => match.rules);
        const expected = sound.filter(({ tree }) => naive(tree, fetched)).map(({ text }) => text);
        expect(found).toEqual(expected);
        cases += sound.length;
        matches += expected.length;
      }
    }),
    { numRuns: 1500, seed: 7 },
  );
  expect(cases).toBeGreaterThan(20_000);
  expect(matches / cases).toBeGreaterThan(0.1);
});
