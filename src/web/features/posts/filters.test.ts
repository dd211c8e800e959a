import { describe, expect, test } from 'vitest';
import { postListQuery } from '#shared/posts.ts';
import type { Post } from '#shared/posts.ts';
import { rowOfPost } from './row.ts';
import { belongs, postQuery, readPostFilters, type PostFilters } from './filters.ts';
import { withFilters } from '#web/lib/url-params.ts';

const now = Date.parse('2026-11-21T08:42:10.000Z');
const full: PostFilters = {
  campaignId: '12',
  minScore: 70,
  subreddit: 'freelance',
  kind: 'comment',
  status: 'all',
  since: '7d',
  rule: '"late payment" OR invoic*',
  q: 'größe & 100 %',
  unseen: true,
  sort: '-createdAt',
};

describe('post filters', () => {
  test('reads back the filters written to the URL', () => {
    const address = withFilters(new URLSearchParams(), full);
    expect(readPostFilters(new URLSearchParams(address.toString()))).toEqual(full);
  });

  test('sorts an unfiltered list best first', () => {
    expect(readPostFilters(new URLSearchParams())).toEqual({ sort: '-confidence' });
  });

  test('ignores invalid parts and keeps the others', () => {
    const address = new URLSearchParams('campaignId=abc&minScore=700&kind=story&since=soon&unseen=maybe&sort=random&q=tax');
    expect(readPostFilters(address)).toEqual({ q: 'tax', sort: '-confidence' });
  });

  test('removes a filter and keeps all other parameters', () => {
    const address = withFilters(new URLSearchParams('post=9&kind=post&unseen=1'), { kind: undefined, unseen: false });
    expect(address.toString()).toBe('post=9');
  });

  test('turns the span into a full hour and matches the contract', () => {
    const query = postQuery(full, now);
    expect(query).toMatchObject({ seen: 'false', since: '2026-11-14T08:00:00.000Z' });
    expect(query).not.toHaveProperty('unseen');
    expect(postListQuery.parse(query)).toMatchObject({ seen: false, minScore: 70, status: 'all' });
  });

  test('sends the same query within the hour', () => {
    expect(postQuery(full, now)).toEqual(postQuery(full, now + 10 * 60_000));
    expect(postQuery(full, now)).not.toEqual(postQuery(full, now + 60 * 60_000));
  });

  test('drops a dismissed post from the default list and keeps it where all are shown', () => {
    expect(belongs({ status: 'dismissed' }, {})).toBe(false);
    expect(belongs({ status: 'lead' }, {})).toBe(true);
    expect(belongs({ status: 'dismissed' }, { status: 'all' })).toBe(true);
    expect(belongs({ status: 'new' }, { status: 'dismissed' })).toBe(false);
  });
});

test("gives a thread's title as such where a comment is listed", () => {
  const titleOf = (kind: Post['kind'], title: string) =>
    rowOfPost({ kind, title, body: 'Same here.', reason: '', matchedRules: [] } as unknown as Post, null).title;
  expect([titleOf('post', 'Which app?'), titleOf('comment', 'Which app?'), titleOf('comment', '')]).toEqual([
    'Which app?',
    'Comment in “Which app?”',
    'Same here.',
  ]);
});
