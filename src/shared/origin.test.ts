import { expect, test } from 'vitest';
import { authorLabel, communityLabel } from './labels.ts';
import { authorAt, feedLabel, originOf } from './origin.ts';

test.each([
  ['freelance', 'r/freelance'],
  ['/r/freelance', 'r/freelance'],
  ['u_ann-lee', 'r/u_ann-lee'],
  ['Hacker News', 'Hacker News'],
  ['', ''],
  ['Forum of Freelancers', 'Forum of Freelancers'],
])('shows where a post was written: %s as %s', (name, label) => expect(communityLabel(name)).toBe(label));

test('never shows a name from elsewhere as a Reddit account', () => {
  expect(authorLabel('ann')).toBe('u/ann');
  expect(authorLabel(authorAt('ann', 'Hacker News'))).toBe('ann (Hacker News)');
});

test.each(['freelance', 'r/freelance', '/r/freelance', 'u/ann', 'HACKER NEWS', 'a', '', 'My_forum-1'])(
  "doesn't let a feed titled %j pass for a subreddit, an account, or Hacker News",
  (title) => {
    const label = feedLabel(title, 'forum.example.com');
    expect(label).toContain('forum.example.com');
    expect(communityLabel(label)).toBe(label);
    expect(label).not.toBe('Hacker News');
  },
);

test("doesn't let a host without a dot pass for a subreddit", () => {
  expect(communityLabel(feedLabel('', 'localhost'))).toBe('Feed of localhost');
});

test('derives the origin from the fullname', () => {
  expect(['t3_a', 't1_b', 't3_xfeed_', 'hn_1', 'feed_1'].map(originOf)).toEqual(['reddit', 'reddit', 'reddit', 'hackernews', 'feed']);
});
