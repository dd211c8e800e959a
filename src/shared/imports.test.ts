import { expect, test } from 'vitest';
import { guessMapping } from './imports.ts';

test.each([
  [['Who', 'When', 'Sub', 'What', 'Link'], { author: 'Who', date: 'When', subreddit: 'Sub', text: 'What', url: 'Link' }],
  [
    ['Question', 'Poster', 'Created On', 'Source URL', 'Comments', 'Karma'],
    { title: 'Question', author: 'Poster', date: 'Created On', url: 'Source URL', comments: 'Comments', score: 'Karma' },
  ],
])('guesses the fields of %j', (columns, mapping) => {
  expect(guessMapping(columns)).toEqual(mapping);
});

test('prefers the more specific name', () => {
  expect(guessMapping(['When', 'Who', 'created_utc', 'Author', 'Sub', 'Subreddit'])).toEqual({
    date: 'created_utc',
    author: 'Author',
    subreddit: 'Subreddit',
  });
});
