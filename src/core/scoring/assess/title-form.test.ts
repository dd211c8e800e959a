import { describe, expect, test } from 'vitest';
import { readBackground } from '../background.ts';
import { makeItem } from '../scoring.fixtures.ts';
import { createLanguage } from './language.ts';
import { formsOf } from './form.ts';
import { titleForm, titleParts } from './title-form.ts';

const { reader } = createLanguage(readBackground());
const readingOf = (title: string) => reader.read(makeItem({ title, body: '' }));

describe('the form of a title', () => {
  test('keeps common words and marks, and replaces what is named and every number', () => {
    const parts = titleParts(readingOf('Who did your zeppelin mooring mast, and was it worth 900?'));
    expect(parts).toEqual(['who', 'did', 'your', 'zeppelin', 'mooring', 'mast', ',', 'and', 'was', 'it', 'worth', '#', '?']);
    expect(formsOf(parts, new Set(['who', 'did', 'your', ',']))).toEqual(expect.arrayContaining(['^ who did', 'your X', 'X , X', 'X $']));
  });

  test.each([
    'Which zeppelin mast do you recommend?',
    'who did your mooring mast and were you happy',
    'Zephyr or Gondola for a small airship club',
    'Leaving MastPro after the price hike, what next?',
    'Is 900 normal for a mast inspection?',
    'Need someone to paint a gondola in Leeds',
  ])('tells that its author asks for something: %s', (title) => {
    expect(titleForm(readingOf(title)).asks).toBeGreaterThan(0);
  });

  test.each([
    'Mast makers, what is the worst storm you worked in?',
    'I built a mooring mast for 90 dollars, here is how',
    'Airship recalls 20,000 gondolas',
    'What do you think of the new airship rules?',
    'Unpopular opinion: gondolas are overrated',
    'How do airships turn in a strong wind?',
  ])('tells that its author asks for nothing to be had: %s', (title) => {
    expect(titleForm(readingOf(title)).asks).toBeLessThan(0);
  });

  test('tells own trouble from news and stories', () => {
    const own = titleForm(readingOf('Our mast keeps leaning and nobody will come out to look at it'));
    const news = titleForm(readingOf('Airship company opens a second hangar in Ohio'));
    expect(own.trouble).toBeGreaterThan(news.trouble + 2);
  });
});
