import { describe, expect, test } from 'vitest';
import { heirOf, neighbourOf, rangeOf, restoreItems } from './items.ts';

const list = (ids: string) => [...ids].map((id) => ({ id, status: 'new' }));
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).join('');

describe('moving through the list', () => {
  test('j and k stop at the ends and begin at the top', () => {
    expect(neighbourOf(list('abc'), 'a', 1)?.id).toBe('b');
    expect(neighbourOf(list('abc'), 'c', 1)?.id).toBe('c');
    expect(neighbourOf(list('abc'), 'a', -1)?.id).toBe('a');
    expect(neighbourOf(list('abc'), null, 1)?.id).toBe('a');
    expect(neighbourOf(list(''), null, 1)).toBeUndefined();
  });

  test('when the open one leaves, the next takes its place, at the end the one before', () => {
    expect(heirOf(list('abcd'), 'b', new Set('b'))?.id).toBe('c');
    expect(heirOf(list('abcd'), 'b', new Set('bcd'))?.id).toBe('a');
    expect(heirOf(list('ab'), 'b', new Set('ab'))).toBeUndefined();
  });

  test('when others leave, the open one stays open', () => {
    expect(heirOf(list('abcd'), 'b', new Set('cd'))?.id).toBe('b');
  });

  test('a range takes both ends in either direction', () => {
    expect(rangeOf(list('abcde'), 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(rangeOf(list('abc'), 'z', 'b')).toEqual(['b']);
  });
});

describe('taking an action back', () => {
  test('items return to their old places among what came since', () => {
    expect(ids(restoreItems(list('Nad'), list('abcd'), new Set('bc')))).toBe('Nabcd');
    expect(ids(restoreItems(list('Ncd'), list('abcd'), new Set('ab')))).toBe('abNcd');
  });

  test('an item that stayed in the list gets its old state back', () => {
    const now = [{ id: 'a', status: 'lead' }];
    expect(restoreItems(now, list('a'), new Set('a'))).toEqual([{ id: 'a', status: 'new' }]);
  });

  test('an item that has come back by itself is not doubled', () => {
    expect(ids(restoreItems(list('abc'), list('abc'), new Set('b')))).toBe('abc');
  });
});
