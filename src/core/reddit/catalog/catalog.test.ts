import { describe, expect, it } from 'vitest';
import { readSubredditName } from '#shared/stream-names.ts';
import { findSubreddit, listSubreddits } from './catalog.ts';

describe('the catalog', () => {
  const all = listSubreddits();

  it('has at least 7,000 distinct subreddits with valid names', () => {
    expect(all.length).toBeGreaterThanOrEqual(7000);
    expect(new Set(all.map(({ name }) => name.toLowerCase())).size).toBe(all.length);
    expect(all.filter(({ name }) => 'problem' in readSubredditName(name) || name.length > 21)).toEqual([]);
  });

  it('has a distinct description for at least 320 subreddits, and valid topics for all', () => {
    const described = all.filter(({ about }) => about !== '');
    expect(described.length).toBeGreaterThanOrEqual(320);
    expect(new Set(described.map(({ about }) => about)).size).toBe(described.length);
    expect(described.filter(({ about }) => !/^.{5,120}[.?]$/.test(about))).toEqual([]);
    expect(all.filter(({ topics }) => topics.some((topic) => !/^[a-z0-9]+$/.test(topic)) || new Set(topics).size < topics.length)).toEqual(
      [],
    );
  });

  it('has no adult, fan, or meme communities', () => {
    expect(['adultswim', 'watch_dogs', 'woof_irl', 'TheDickShow', 'pokemontrades'].flatMap((name) => findSubreddit(name) ?? [])).toEqual(
      [],
    );
  });

  it('finds a subreddit in any case, with and without r/', () => {
    expect(findSubreddit('R/SMALLBUSINESS')?.name).toBe('smallbusiness');
    expect(findSubreddit('/r/Etsy')?.name).toBe('Etsy');
    expect(findSubreddit('no_such_subreddit')).toBeUndefined();
  });
});
