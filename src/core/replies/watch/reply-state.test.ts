import { describe, expect, test } from 'vitest';
import { makeItem } from '#test/support/factories.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { answersTo, standingOf, type View, type Views } from './reply-state.ts';

const hour = 3_600_000;
const branch = { fullname: 't1_own', account: 'ann_reddit', person: 'Buyer' };
const said = (name: string, author: string | null, over: Partial<FetchedItem> = {}): FetchedItem =>
  makeItem(1, 0, { fullname: name, kind: 'comment', author, parentFullname: 't1_own', linkFullname: 't3_post', createdAt: 5, ...over });
const on = (parentFullname: string, over: Partial<FetchedItem> = {}) => ({ parentFullname, ...over });

describe('who answered', () => {
  test('is who stands directly below, whatever the order, and neither who stands elsewhere nor its author', () => {
    const items = [
      said('t1_deep', 'deep', on('t1_a')),
      said('t1_a', 'one'),
      said('t1_b', 'two'),
      said('t1_c', 'Ann_Reddit'),
      said('t1_d', 'elsewhere', on('t3_post')),
      said('t1_own', 'ann_reddit', on('t3_post')),
    ];
    expect(answersTo(items, branch)).toEqual({ count: 2, names: ['one', 'two'], personAt: null });
  });

  test('does not count what is gone, and names twenty at most', () => {
    const gone = (['deleted', 'removed', 'account'] as const).map((how) => said(`t1_${how}`, null, { gone: how }));
    const many = Array.from({ length: 30 }, (_, number) => said(`t1_n${number}`, `name_${number}`));
    const { count, names } = answersTo([...gone, ...many, said('t1_again', 'name_1')], branch);
    expect([count, names.length, new Set(names).size]).toEqual([31, 20, 20]);
  });

  test('is the person by any spelling of capitals, at their first word below', () => {
    const items = [
      said('t1_a', 'other'),
      said('t1_b', 'BUYER', on('t1_a', { createdAt: 9 })),
      said('t1_c', 'buyer', on('t1_b', { createdAt: 7 })),
    ];
    expect(answersTo(items, branch).personAt).toBe(7);
    expect(answersTo(items, { ...branch, person: null }).personAt).toBeNull();
    expect(answersTo(items, { ...branch, account: 'buyer' }).personAt).toBeNull();
  });

  test('ends with data that goes in a circle, and is nobody in an empty thread', () => {
    const circle = [said('t1_a', 'one', on('t1_own')), said('t1_own', 'ann_reddit', on('t1_a')), said('t1_x', 'two', on('t1_x'))];
    expect(answersTo(circle, branch)).toMatchObject({ count: 1, names: ['one'] });
    expect(answersTo([], branch)).toEqual({ count: 0, names: [], personAt: null });
  });
});

describe('how it stands', () => {
  const item = (gone: FetchedItem['gone'] = null): View => makeItem(1, 0, { gone });
  test.each([
    { words: 'shown to both', own: item(), outside: item(), state: 'shown' },
    { words: 'shown to its author, nobody else asked', own: item(), outside: null, state: 'own' },
    { words: 'removed for others', own: item(), outside: item('removed'), state: 'removed' },
    { words: 'removed for all', own: item('removed'), outside: null, state: 'removed' },
    { words: 'missing for others', own: item(), outside: 'missing', state: 'hidden' },
    { words: 'missing for all', own: 'missing', outside: 'missing', state: 'hidden' },
    { words: 'missing for its author, nobody else asked', own: 'missing', outside: null, state: 'hidden' },
    { words: 'missing for its author alone', own: 'missing', outside: item(), state: 'shown' },
    { words: 'deleted', own: item('deleted'), outside: item(), state: 'deleted' },
    { words: 'deleted meanwhile', own: item(), outside: item('deleted'), state: 'deleted' },
    { words: 'its account gone', own: null, outside: item('account'), state: 'deleted' },
    { words: 'told by nobody', own: null, outside: null, state: null },
  ])('$words: $state', ({ own, outside, state }) => {
    expect(standingOf({ own, outside } as Views, { before: 'shown', ageMs: 2 * hour })).toBe(state);
  });

  test('a removal is only taken back by a look from outside', () => {
    expect(standingOf({ own: item(), outside: null }, { before: 'removed', ageMs: 2 * hour })).toBe('removed');
    expect(standingOf({ own: item(), outside: null }, { before: 'hidden', ageMs: 2 * hour })).toBe('hidden');
    expect(standingOf({ own: item(), outside: item() }, { before: 'removed', ageMs: 2 * hour })).toBe('shown');
  });

  test('what is missing in its first hour may yet come', () => {
    expect(standingOf({ own: item(), outside: 'missing' }, { before: 'waiting', ageMs: hour - 1 })).toBe('waiting');
    expect(standingOf({ own: item(), outside: 'missing' }, { before: 'waiting', ageMs: hour })).toBe('hidden');
  });
});
