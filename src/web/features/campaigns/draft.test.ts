import { describe, expect, test } from 'vitest';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { changesOf, draftOf, draftOfText, emptyInput, inputOf, normaliseLanguage, normaliseSubreddit, textOfDraft } from './draft.ts';
import { setWeight } from './rerank.ts';

const saved = campaignInputSchema.parse({ name: 'Paperboat', rules: [{ text: 'invoic*', minScore: 60 }], subreddits: ['freelance'] });

describe('what has changed', () => {
  test('nothing, when nothing was touched', () => {
    expect(changesOf(saved, inputOf(draftOf(saved)))).toEqual({});
  });

  test('only the parts that differ are sent', () => {
    expect(changesOf(saved, { ...saved, name: 'Other', subreddits: ['freelance', 'webdev'] })).toEqual({
      name: 'Other',
      subreddits: ['freelance', 'webdev'],
    });
  });

  test('a weight moved and moved back counts as not moved', () => {
    const there = setWeight(saved.weights, 'fit', 60);
    expect(changesOf(saved, { ...saved, weights: there })).toHaveProperty('weights');
    expect(changesOf(saved, { ...saved, weights: setWeight(there, 'fit', 30) })).toEqual({});
  });

  test('a minimum score is part of its rule', () => {
    expect(changesOf(saved, { ...saved, rules: [{ text: 'invoic*', minScore: 61 }] })).toHaveProperty('rules');
  });
});

describe('a draft that waits', () => {
  const edited = { ...draftOf(saved), name: '', rules: [{ text: 'invoic*', minScore: 60 }, { text: 'NOT (' }] };

  test('comes back half-written as it was left', () => {
    expect(draftOfText(saved, textOfDraft(saved, edited))).toEqual(edited);
  });

  test('leaves alone what was not edited and has changed since', () => {
    const since = { ...saved, subreddits: ['webdev'] };
    expect(draftOfText(since, textOfDraft(saved, edited))).toEqual({ ...edited, subreddits: ['webdev'] });
  });

  test('is nothing once all of it is saved', () => {
    expect(textOfDraft(saved, draftOf(saved))).toBe('');
    expect(draftOfText({ ...saved, name: 'Other' }, '{"name":"Other"}')).toBeNull();
  });

  test.each([null, '', 'x', 'null', '[]', '{"name":7}', '{"rules":[{}]}', '{"subreddits":"a"}', '{"weights":{"fit":"x"}}', '{"id":"9"}'])(
    'of another form (%s) is left out',
    (text) => expect(draftOfText(saved, text)).toBeNull(),
  );
});

test('an empty draft lacks a name and nothing else', () => {
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
])('%s is taken as %s', (typed, name) => {
  expect(normaliseSubreddit(typed)).toBe(name);
});

test('a language is a code', () => {
  expect(normaliseLanguage('EN')).toBe('en');
  expect(normaliseLanguage('english')).toBeNull();
});
