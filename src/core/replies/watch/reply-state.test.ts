import { describe, expect, test } from 'vitest';
import { makeItem } from '#test/support/factories.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { answersTo, standingOf, type View, type Views } from './recording.ts';

const hour = 3_600_000;
const branch = { fullname: 't1_own', account: 'ann_reddit', person: 'Buyer' };
const comment = (name: string, author: string | null, over: Partial<FetchedItem> = {}): FetchedItem =>
  makeItem(1, 0, { fullname: name, kind: 'comment', author, parentFullname: 't1_own', linkFullname: 't3_post', createdAt: 5, ...over });
const on = (parentFullname: string, over: Partial<FetchedItem> = {}) => ({ parentFullname, ...over });

describe('answers', () => {
  test('are the direct replies by other people, in any order', () => {
    const items = [
      comment('t1_deep', 'deep', on('t1_a')),
      comment('t1_a', 'one'),
      comment('t1_b', 'two'),
      comment('t1_c', 'Ann_Reddit'),
      comment('t1_d', 'elsewhere', on('t3_post')),
      comment('t1_own', 'ann_reddit', on('t3_post')),
    ];
    expect(answersTo(items, branch)).toMatchObject({ count: 2, names: ['one', 'two'], personAt: null });
  });

  test('exclude deleted comments and name at most twenty people', () => {
    const gone = (['deleted', 'removed', 'account'] as const).map((how) => comment(`t1_${how}`, null, { gone: how }));
    const many = Array.from({ length: 30 }, (_, number) => comment(`t1_n${number}`, `name_${number}`));
    const { count, names } = answersTo([...gone, ...many, comment('t1_again', 'name_1')], branch);
    expect([count, names.length, new Set(names).size]).toEqual([31, 20, 20]);
  });

  test('include the first reply of the person anywhere in the branch, ignoring case', () => {
    const items = [
      comment('t1_a', 'other'),
      comment('t1_b', 'BUYER', on('t1_a', { createdAt: 9 })),
      comment('t1_c', 'buyer', on('t1_b', { createdAt: 7 })),
    ];
    expect(answersTo(items, branch).personAt).toBe(7);
    expect(answersTo(items, { ...branch, person: null }).personAt).toBeNull();
    expect(answersTo(items, { ...branch, account: 'buyer' }).personAt).toBeNull();
  });

  test('wait until the account responds to them, further down only if the person wrote them', () => {
    const items = [
      comment('t1_a', 'other'),
      comment('t1_mine', 'Ann_Reddit', on('t1_a')),
      comment('t1_b', 'buyer', on('t1_mine', { createdAt: 9 })),
      comment('t1_c', 'third', on('t1_mine')),
      comment('t1_d', 'third'),
      comment('t1_e', null, { gone: 'account' }),
    ];
    expect(answersTo(items, branch).waiting.map(({ fullname }) => fullname)).toEqual(['t1_d', 't1_b']);
  });

  test('are found in circular data and empty threads', () => {
    const circle = [comment('t1_a', 'one', on('t1_own')), comment('t1_own', 'ann_reddit', on('t1_a')), comment('t1_x', 'two', on('t1_x'))];
    expect(answersTo(circle, branch)).toMatchObject({ count: 1, names: ['one'] });
    expect(answersTo([], branch)).toEqual({ count: 0, names: [], personAt: null, waiting: [] });
  });
});

describe('the state of a reply', () => {
  const item = (gone: FetchedItem['gone'] = null): View => makeItem(1, 0, { gone });
  test.each([
    { view: 'visible to both', own: item(), outside: item(), state: 'shown' },
    { view: 'visible to its author, outside view unknown', own: item(), outside: null, state: 'own' },
    { view: 'removed for others', own: item(), outside: item('removed'), state: 'removed' },
    { view: 'removed for everyone', own: item('removed'), outside: null, state: 'removed' },
    { view: 'missing for others', own: item(), outside: 'missing', state: 'hidden' },
    { view: 'missing for everyone', own: 'missing', outside: 'missing', state: 'hidden' },
    { view: 'missing for its author, outside view unknown', own: 'missing', outside: null, state: 'hidden' },
    { view: 'missing for its author only', own: 'missing', outside: item(), state: 'shown' },
    { view: 'deleted', own: item('deleted'), outside: item(), state: 'deleted' },
    { view: 'deleted in the meantime', own: item(), outside: item('deleted'), state: 'deleted' },
    { view: 'from a deleted account', own: null, outside: item('account'), state: 'deleted' },
    { view: 'unknown in both views', own: null, outside: null, state: null },
  ])('$view is $state', ({ own, outside, state }) => {
    expect(standingOf({ own, outside } as Views, { before: 'shown', ageMs: 2 * hour })).toBe(state);
  });

  test('changes from removed or hidden to shown only with an outside view', () => {
    expect(standingOf({ own: item(), outside: null }, { before: 'removed', ageMs: 2 * hour })).toBe('removed');
    expect(standingOf({ own: item(), outside: null }, { before: 'hidden', ageMs: 2 * hour })).toBe('hidden');
    expect(standingOf({ own: item(), outside: item() }, { before: 'removed', ageMs: 2 * hour })).toBe('shown');
  });

  test('stays waiting if the reply is missing in its first hour', () => {
    expect(standingOf({ own: item(), outside: 'missing' }, { before: 'waiting', ageMs: hour - 1 })).toBe('waiting');
    expect(standingOf({ own: item(), outside: 'missing' }, { before: 'waiting', ageMs: hour })).toBe('hidden');
  });
});
