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
