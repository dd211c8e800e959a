import { expect, test } from 'vitest';
import { createStorage } from '#web/lib/storage.ts';
import { readFilters, readSubreddit, forgetSearches, readRecent, rememberSearch } from './use-search.ts';

test('falls back to the defaults for invalid parameters', () => {
  const address = new URLSearchParams({ q: ' late invoices ', sort: 'sideways', time: '', subreddit: '../x', campaign: 'mine' });
  expect(readFilters(address)).toEqual({ q: 'late invoices', sort: 'relevance', time: 'month', subreddit: undefined, campaign: undefined });
  expect(readFilters(new URLSearchParams('q=x&sort=new&time=all&subreddit=freelance&campaign=4'))).toEqual({
    q: 'x',
    sort: 'new',
    time: 'all',
    subreddit: 'freelance',
    campaign: '4',
  });
  expect(readFilters(new URLSearchParams({ q: 'x'.repeat(600) })).q).toBe('');
});

test.each([
  ['r/Freelance', 'Freelance'],
  ['/r/freelance/', 'freelance'],
  [' freelance ', 'freelance'],
  ['https://www.reddit.com/r/freelance/new', 'freelance'],
  ['two words', undefined],
  ['', undefined],
])('reads %s as the subreddit %s', (typed, name) => {
  expect(readSubreddit(typed)).toBe(name);
});

test('keeps the last eight searches once each, newest first, until cleared', () => {
  const store = createStorage(() => null);
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 3]) rememberSearch(`q=${number}`, store);
  expect(readRecent(store)).toEqual(['q=3', 'q=9', 'q=8', 'q=7', 'q=6', 'q=5', 'q=4', 'q=2']);
  forgetSearches(store);
  expect(readRecent(store)).toEqual([]);
});

test('ignores malformed storage', () => {
  const store = createStorage(() => null);
  for (const nonsense of ['{', '{"a":1}', '[1,null]', '']) {
    store.set('private:recent-searches', nonsense);
    expect(readRecent(store)).toEqual([]);
  }
});
