import { expect, test } from 'vitest';
import { communityName, readFilters } from './filters.ts';

test('an address with nonsense in it still opens a search', () => {
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
  ['two words', ''],
  ['', ''],
])('%s is the community "%s"', (typed, name) => {
  expect(communityName(typed)).toBe(name);
});
