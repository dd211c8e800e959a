import { describe, expect, test } from 'vitest';
import { postListQuery } from '#shared/posts.ts';
import { withFilters } from '#web/features/inbox/address.ts';
import { belongs, postQuery, readPostFilters, type PostFilters } from './filters.ts';

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

describe('filters of posts', () => {
  test('what is written into the address is read back the same', () => {
    const address = withFilters(new URLSearchParams(), full);
    expect(readPostFilters(new URLSearchParams(address.toString()))).toEqual(full);
  });

  test('an empty address is the best-first list', () => {
    expect(readPostFilters(new URLSearchParams())).toEqual({ sort: '-confidence' });
  });

  test('parts that cannot be read are left out, the others stay', () => {
    const address = new URLSearchParams('campaignId=abc&minScore=700&kind=story&since=soon&unseen=maybe&sort=random&q=tax');
    expect(readPostFilters(address)).toEqual({ q: 'tax', sort: '-confidence' });
  });

  test('taking a filter away removes it and keeps the rest, also what is no filter', () => {
    const address = withFilters(new URLSearchParams('post=9&kind=post&unseen=1'), { kind: undefined, unseen: false });
    expect(address.toString()).toBe('post=9');
  });

  test('the query passes the contract, with the span as a moment on the full hour', () => {
    const query = postQuery(full, now);
    expect(query).toMatchObject({ seen: 'false', since: '2026-11-14T08:00:00.000Z' });
    expect(query).not.toHaveProperty('unseen');
    expect(postListQuery.parse(query)).toMatchObject({ seen: false, minScore: 70, status: 'all' });
  });

  test('the same view asks the same question within the hour', () => {
    expect(postQuery(full, now)).toEqual(postQuery(full, now + 10 * 60_000));
    expect(postQuery(full, now)).not.toEqual(postQuery(full, now + 60 * 60_000));
  });

  test('a dismissed post leaves the plain list and stays where all are shown', () => {
    expect(belongs({ status: 'dismissed' }, {})).toBe(false);
    expect(belongs({ status: 'lead' }, {})).toBe(true);
    expect(belongs({ status: 'dismissed' }, { status: 'all' })).toBe(true);
    expect(belongs({ status: 'new' }, { status: 'dismissed' })).toBe(false);
  });
});
