import { describe, expect, test } from 'vitest';
import type { FetchedItem } from '#core/platform/item.ts';
import type { ScoringCampaign } from '../profile.ts';
import { makeCampaign, makeItem } from '../scoring.fixtures.ts';
import { createFilter, type FilterOptions, isBot } from './filter.ts';
import { NearDuplicates } from './near-duplicates.ts';

const blacklist = { subreddits: ['r/Spam'], authors: ['u/Troll'], words: ['win big', 'crypto'], domains: ['bad.example'] };

function reasonFor(item: Partial<FetchedItem>, options: Partial<FilterOptions> = {}, campaign: Partial<ScoringCampaign> = {}) {
  const filter = createFilter({ campaigns: [makeCampaign(campaign)], now: null, languageOf: () => null, blacklist, ...options });
  const made = makeItem(item);
  return filter.forAll(made) ?? filter.forCampaign(0, made);
}

describe('filtering out', () => {
  test.each([
    [{ subreddit: 'spam' }, 'blacklisted subreddit'],
    [{ author: 'troll' }, 'blacklisted author'],
    [{ body: 'You can WIN BIG here' }, 'blacklisted word'],
    [{ url: 'https://shop.bad.example/x' }, 'blacklisted domain'],
    [{ over18: true }, 'over 18'],
    [{ author: 'AutoModerator' }, 'bot'],
    [{ author: 'helpful-bot' }, 'bot'],
    [{ distinguished: true }, 'moderator'],
    [{ gone: 'deleted' }, 'deleted'],
    [{ body: ' [removed] ' }, 'deleted'],
    [{ crosspost: true }, 'crosspost'],
  ] as const)('filters %j as %s', (item, reason) => {
    expect(reasonFor(item)).toBe(reason);
  });

  test('filters by words, kind, language, and age as the campaign specifies', () => {
    expect(reasonFor({ body: 'we are hiring' }, {}, { excludes: ['hiring'] })).toBe('excluded word');
    expect(reasonFor({ kind: 'comment' }, {}, { includeComments: false })).toBe('comment');
    expect(reasonFor({}, { languageOf: () => 'de' }, { languages: ['en'] })).toBe('language');
    expect(reasonFor({ createdAt: 1 }, { now: () => 9 * 86_400_000, maxAgeDays: 7 })).toBe('too old');
  });
});

describe('keeping', () => {
  test.each([[{}], [{ body: 'a cryptographer' }], [{ url: 'https://notbad.example' }], [{ author: 'Talbot' }], [{ author: null }]])(
    'keeps %j',
    (item) => {
      expect(reasonFor(item)).toBeNull();
    },
  );

  test('keeps an item of unknown language, and one exactly at the age limit', () => {
    expect(reasonFor({}, {}, { languages: ['en'] })).toBeNull();
    expect(reasonFor({ createdAt: 1 }, { now: () => 7 * 86_400_000 + 1, maxAgeDays: 7 })).toBeNull();
  });
});

test('recognizes accounts that call themselves bots, but not names that merely end in “bot”', () => {
  expect(['remindme_bot', 'Some-Bot', 'WikiSummaryBot'].map(isBot)).toEqual([true, true, true]);
  expect(['Abbot', 'robotnik', 'bottle'].map(isBot)).toEqual([false, false, false]);
});

describe('near-duplicates', () => {
  const text = 'We have a young dog who pulls on the leash all the time and barks at every bicycle. What would you do about it?';

  test('returns the first item for the same text', () => {
    const index = new NearDuplicates();
    expect(index.add(makeItem({ fullname: 't3_a', body: text }))).toBeNull();
    expect(index.add(makeItem({ fullname: 't3_b', body: `${text} Thanks!` }))).toBe('t3_a');
    expect(reasonFor({ fullname: 't3_c', body: text }, { duplicates: index })).toBe('near-duplicate');
  });

  test("doesn't match an item with itself, or short or different texts with each other", () => {
    const index = new NearDuplicates();
    const item = makeItem({ fullname: 't3_a', body: text });
    expect([index.add(item), index.add(item)]).toEqual([null, null]);
    expect(index.add(makeItem({ fullname: 't3_d', body: text.split(' ').toReversed().join(' ') }))).toBeNull();
    const short = (fullname: string) => makeItem({ fullname, title: 'Help with taxes?', body: '' });
    expect([index.add(short('t3_e')), index.add(short('t3_f'))]).toEqual([null, null]);
  });

  test('treats texts that share half of their words as different', () => {
    const index = new NearDuplicates();
    expect(index.add(makeItem({ fullname: 't3_a', body: text }))).toBeNull();
    const other = 'We have a young dog who pulls on the leash all the time, yet my friend says that a harness is no good. Who is right?';
    expect(index.add(makeItem({ fullname: 't3_b', body: other }))).toBeNull();
  });

  test('forgets old items instead of growing without limit', () => {
    const index = new NearDuplicates(2);
    index.add(makeItem({ fullname: 't3_a', body: text }));
    index.add(makeItem({ fullname: 't3_b', body: `Something else altogether, at least ${'as long as it takes '.repeat(5)}` }));
    index.add(makeItem({ fullname: 't3_c', body: `Again something else, ${'and other words follow here '.repeat(5)}` }));
    expect(index.add(makeItem({ fullname: 't3_d', body: text }))).toBeNull();
  });
});
