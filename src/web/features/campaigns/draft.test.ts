import { streamsNamed } from '#shared/streams.ts';
import { describe, expect, test } from 'vitest';
import { campaignInputSchema } from '#shared/campaigns.ts';
import {
  changesOf,
  draftOf,
  draftOfText,
  emptyInput,
  inputOf,
  normalizeLanguage,
  normalizeName,
  textOfDraft,
  editLines,
  linesOfRules,
  rulesOfLines,
  textOfLines,
  usableRules,
  withRule,
} from './draft.ts';
import { setWeight } from './editor-weights.tsx';

const saved = campaignInputSchema.parse({
  name: 'Paperboat',
  rules: [{ text: 'invoic*', minScore: 60 }],
  streams: streamsNamed('subreddit', ['freelance']),
});

describe('unsaved changes to a campaign', () => {
  test('are empty when nothing was edited', () => {
    expect(changesOf(saved, inputOf(draftOf(saved)))).toEqual({});
  });

  test('contain only the fields that differ', () => {
    expect(changesOf(saved, { ...saved, name: 'Other', streams: streamsNamed('subreddit', ['freelance', 'webdev']) })).toEqual({
      name: 'Other',
      streams: streamsNamed('subreddit', ['freelance', 'webdev']),
    });
  });

  test("don't include a weight that was moved back", () => {
    const there = setWeight(saved.weights, 'fit', 60);
    expect(changesOf(saved, { ...saved, weights: there })).toHaveProperty('weights');
    expect(changesOf(saved, { ...saved, weights: setWeight(there, 'fit', 30) })).toEqual({});
  });

  test('include a rule whose minimum score changed', () => {
    expect(changesOf(saved, { ...saved, rules: [{ text: 'invoic*', minScore: 61 }] })).toHaveProperty('rules');
  });
});

describe('stored draft', () => {
  const edited = { ...draftOf(saved), name: '', rules: [{ text: 'invoic*', minScore: 60 }, { text: 'NOT (' }] };

  test('is restored even when it is incomplete', () => {
    expect(draftOfText(saved, textOfDraft(saved, edited))).toEqual(edited);
  });

  test("doesn't overwrite unedited fields that changed on the server", () => {
    const since = { ...saved, streams: streamsNamed('subreddit', ['webdev']) };
    expect(draftOfText(since, textOfDraft(saved, edited))).toEqual({ ...edited, streams: streamsNamed('subreddit', ['webdev']) });
  });

  test('is empty once everything is saved', () => {
    expect(textOfDraft(saved, draftOf(saved))).toBe('');
    expect(draftOfText({ ...saved, name: 'Other' }, '{"name":"Other"}')).toBeNull();
  });

  test.each([
    null,
    '',
    'x',
    'null',
    '[]',
    '{"name":7}',
    '{"rules":[{}]}',
    '{"streams":"a"}',
    '{"streams":[{"kind":"x","name":"a"}]}',
    '{"weights":{"fit":"x"}}',
    '{"id":"9"}',
  ])('is ignored when it is malformed: %s', (text) => expect(draftOfText(saved, text)).toBeNull());
});

test('requires only a name in an empty draft', () => {
  const issues = campaignInputSchema.safeParse({ ...emptyInput, name: '' }).error?.issues ?? [];
  expect(issues.map(({ path }) => path.join('.'))).toEqual(['name']);
});

test.each([
  ['freelance', 'freelance'],
  ['r/freelance', 'freelance'],
  ['/r/freelance/', 'freelance'],
  ['https://www.reddit.com/r/freelance/comments/1abc/x', 'freelance'],
  ['not a name', null],
  ['x', null],
  ['', null],
])('normalizes %s to %s', (typed, name) => {
  expect(normalizeName('subreddit', typed)).toBe(name);
});

test('accepts language codes only', () => {
  expect(normalizeLanguage('EN')).toBe('en');
  expect(normalizeLanguage('english')).toBeNull();
});

test.each([
  ['https://forum.example.com/feed.xml?key=A1', 'https://forum.example.com/feed.xml?key=A1'],
  ['  forum.example.com/feed#top ', 'https://forum.example.com/feed'],
  ['feed://forum.example.com/feed', 'https://forum.example.com/feed'],
  ['feed:http://forum.example.com/feed', 'http://forum.example.com/feed'],
  ['freelance', null],
  ['javascript:alert(1)', null],
  ['ftp://forum.example.com/feed', null],
  ['https://ann:secret@forum.example.com/feed', null],
  ['two words.example', null],
  ['', null],
])('reads %s as the URL of a feed', (typed, address) => {
  expect(normalizeName('feed', typed)).toBe(address);
});

const lines = [{ text: 'invoic*' }, { text: '"late payment"', minScore: 60 }, { text: 'deposit', minScore: 70 }];

describe('editing rules as one text', () => {
  test("keeps each rule's minimum score when a line is added above", () => {
    expect(editLines(lines, 'new rule\ninvoic*\n"late payment"\ndeposit')).toEqual([{ text: 'new rule' }, ...lines]);
  });

  test('gives a line inserted in between no score', () => {
    expect(editLines(lines, 'invoic*\nx\n"late payment"\ndeposit')).toEqual([lines[0], { text: 'x' }, lines[1], lines[2]]);
  });

  test('keeps the score of a rule whose text changes', () => {
    expect(editLines(lines, 'invoic*\n"late payments"\ndeposit')[1]).toEqual({ text: '"late payments"', minScore: 60 });
  });

  test('removes the score with its rule', () => {
    expect(editLines(lines, 'invoic*\ndeposit')).toEqual([lines[0], lines[2]]);
  });

  test('changes nothing when the text is unchanged', () => {
    expect(editLines(lines, textOfLines(lines))).toEqual(lines);
  });
});

test('keeps empty lines while editing and drops them when saving', () => {
  const edited = editLines(lines, `${textOfLines(lines)}\n\n  `);
  expect(edited).toHaveLength(5);
  expect(rulesOfLines(edited)).toEqual(rulesOfLines(lines));
});

test('keeps rules unchanged through the editor', () => {
  const rules = [{ text: 'a' }, { text: 'b', minScore: 40 }];
  expect(rulesOfLines(linesOfRules(rules))).toEqual(rules);
});

test('leaves a rule with an error out of the dry run and uses the others', () => {
  expect(usableRules(lines, new Set([2]))).toEqual([{ text: 'invoic*' }, { text: 'deposit', minScore: 70 }]);
});

test('adds a suggested rule right below the others', () => {
  expect(withRule([{ text: 'deposit', minScore: 70 }, { text: '' }, { text: ' ' }], 'invoic*')).toEqual([
    { text: 'deposit', minScore: 70 },
    { text: 'invoic*' },
  ]);
  expect(withRule([], 'invoic*')).toEqual([{ text: 'invoic*' }]);
});
