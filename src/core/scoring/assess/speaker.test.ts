import { describe, expect, test } from 'vitest';
import type { FetchedItem } from '#core/platform/item.ts';
import { createScorer } from '../scorer.ts';
import { makeCampaign, makeItem } from '../scoring.fixtures.ts';

const artists = makeCampaign({
  offering: 'Freelance pixel artists and illustrators who draw characters and tiles for indie games.',
  idealCustomer: 'Small game studios and solo programmers.',
  painPoints: [],
  rules: [{ text: 'pixel art' }, { text: 'artist' }, { text: 'sprites' }],
  subreddits: ['gameDevClassifieds'],
});

function assessmentOf(item: Partial<FetchedItem>) {
  const scorer = createScorer({ campaigns: [artists], now: null, assessAll: true });
  return scorer.score(makeItem({ subreddit: 'gameDevClassifieds', ...item }))[0]?.assessment;
}

describe('where people are the product', () => {
  test('calls an author who presents their own trade a seller', () => {
    const body = 'I have drawn pixel art for three years and would love to work on a game. My work is in the link.';
    for (const title of ['Pixel artist looking for a programmer to work with', '2D illustrator specializing in sprites and tiles'])
      expect(assessmentOf({ title, body })?.role).toBe('seller');
  });

  test('calls an author who looks for that trade a customer', () => {
    const body = 'I have a platformer almost done and need sprites and tiles for it. There is a budget, tell me your rates.';
    for (const title of [
      'Programmer looking for a pixel artist',
      'Looking for an artist for my platformer',
      '[Hiring] Pixel artist, paid project',
    ])
      expect(assessmentOf({ title, body })?.role).toBe('customer');
  });
});

describe('a post whose author has decided', () => {
  const desks = makeCampaign({ offering: 'Standing desks from 300 to 900 dollars.', rules: [{ text: 'standing desk' }], subreddits: [] });
  const isSolved = (body: string): boolean | undefined =>
    createScorer({ campaigns: [desks], now: null, assessAll: true }).score(
      makeItem({ title: 'Which standing desk should I get?', body }),
    )[0]?.assessment?.solved;

  test.each([
    'I need one for two monitors. Edit: went with the Uplift.',
    'I looked at four of them. We ended up buying a used one.',
    'My back hurts. Thanks all, I ended up going with Fully.',
    'I already ordered one.',
  ])('is solved: %s', (body) => {
    expect(isSolved(body)).toBe(true);
  });

  test.each([
    'I went with my wife to look at some, and we liked none.',
    'I ended up buying a cheap one and it broke. What should I get now?',
    'I ended up getting back pain from mine.',
    'What did you end up with?',
  ])('is not solved: %s', (body) => {
    expect(isSolved(body)).toBe(false);
  });
});

test('a thread that is flagged as solved is, but not by the word in passing', () => {
  expect(assessmentOf({ title: '[Solved] Pixel artist needed for a platformer' })?.solved).toBe(true);
  expect(assessmentOf({ title: 'Pixel artist needed', body: 'For a platformer. [](/resolved)' })?.solved).toBe(true);
  expect(assessmentOf({ title: 'Pixel artist needed', body: 'I fixed the engine, now I need sprites.' })?.solved).toBe(false);
});

test('an edit tells the outcome, a question before it does not', () => {
  expect(assessmentOf({ title: 'Pixel artist needed', body: 'I hired somebody before. Who can draw sprites?' })?.solved).toBe(false);
  expect(assessmentOf({ title: 'Pixel artist needed', body: 'Who can draw sprites? EDIT: we hired somebody' })?.solved).toBe(true);
});
