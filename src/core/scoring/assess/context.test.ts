import { expect, test } from 'vitest';
import type { FetchedItem } from '#core/platform/item.ts';
import { readBackground } from '../background.ts';
import { createScorer } from '../scorer.ts';
import { makeCampaign, makeItem } from '../scoring.fixtures.ts';
import { contextOf } from './context.ts';
import { createLanguage } from './language.ts';
import { compileProfile } from './profile.ts';

const title = 'Puppy pulls on the leash';
const body = 'We have walked for a month now.';

function scoreOf(subreddits: string[], item: Partial<FetchedItem>): number {
  const scorer = createScorer({ campaigns: [makeCampaign({ subreddits })], now: null, assessAll: true });
  return scorer.score(makeItem({ title, body, ...item }))[0]?.exactScore ?? 0;
}

test('a post scores higher in the monitored subreddit that is named for the offering than in the others', () => {
  const subreddits = ['DogTraining', 'AskVet'];
  expect(scoreOf(subreddits, { subreddit: 'DogTraining' })).toBeGreaterThan(scoreOf(subreddits, { subreddit: 'AskVet' }));
});

test('a subreddit name changes nothing in a campaign that monitors no subreddits', () => {
  expect(scoreOf([], { subreddit: 'DogTraining' })).toBe(scoreOf([], { subreddit: 'AskVet' }));
});

test('a post with hundreds of votes scores lower than the same post with a few or an unknown number', () => {
  const few = scoreOf([], { score: 3 });
  expect(scoreOf([], { score: 700 })).toBeLessThan(few);
  expect(scoreOf([], { score: 60 })).toBe(few);
  expect(scoreOf([], { score: null })).toBe(few);
});

test('the name of the subreddit and the budget change nothing here for a title alone, whose odds contain both already', () => {
  const profile = compileProfile(makeCampaign({ subreddits: ['DogTraining', 'AskVet'] }), createLanguage(readBackground()));
  const item = makeItem({ title, body: '', subreddit: 'DogTraining' });
  const features = { outOfRange: 0 };
  expect(contextOf(profile, item, { brief: { leadOdds: 1, share: 1 }, features })).toBe(0);
  expect(contextOf(profile, item, { brief: { leadOdds: 1, share: 1 }, features: { outOfRange: 1 } })).toBeCloseTo(0, 9);
  expect(contextOf(profile, item, { brief: { leadOdds: null, share: 1 }, features })).toBeGreaterThan(0);
});

test('a budget far outside the prices lowers a text of which no model of titles or comments says so', () => {
  const profile = compileProfile(makeCampaign({ subreddits: [] }), createLanguage(readBackground()));
  const contextFor = (outOfRange: number) => contextOf(profile, makeItem({ title, body }), { brief: null, features: { outOfRange } });
  expect(contextFor(1)).toBeLessThan(contextFor(0));
});

test("a comment's votes and subreddit change nothing", () => {
  const comment = { kind: 'comment', title: 'Which course?', body } as const;
  const plain = scoreOf(['DogTraining', 'AskVet'], { ...comment, subreddit: 'AskVet', score: 1 });
  expect(scoreOf(['DogTraining', 'AskVet'], { ...comment, subreddit: 'AskVet', score: 900 })).toBe(plain);
});
