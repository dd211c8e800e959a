import { expect, test } from 'vitest';
import { readFilters, readSubreddit } from './filters.ts';

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
