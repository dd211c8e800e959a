import { describe, expect, test } from 'vitest';
import { successorOf, neighborOf, rangeOf, restoreItems } from './items.ts';

const list = (ids: string) => [...ids].map((id) => ({ id, status: 'new' }));
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).join('');

describe('moving through the list', () => {
  test('starts at the top and stops at both ends', () => {
    expect(neighborOf(list('abc'), 'a', 1)?.id).toBe('b');
    expect(neighborOf(list('abc'), 'c', 1)?.id).toBe('c');
    expect(neighborOf(list('abc'), 'a', -1)?.id).toBe('a');
    expect(neighborOf(list('abc'), null, 1)?.id).toBe('a');
    expect(neighborOf(list(''), null, 1)).toBeUndefined();
  });

  test('opens the next item when the open one leaves, or the previous one at the end', () => {
    expect(successorOf(list('abcd'), 'b', new Set('b'))?.id).toBe('c');
    expect(successorOf(list('abcd'), 'b', new Set('bcd'))?.id).toBe('a');
    expect(successorOf(list('ab'), 'b', new Set('ab'))).toBeUndefined();
  });

  test('keeps the open item when others leave', () => {
    expect(successorOf(list('abcd'), 'b', new Set('cd'))?.id).toBe('b');
  });

  test('includes both ends of a range in either direction', () => {
    expect(rangeOf(list('abcde'), 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(rangeOf(list('abc'), 'z', 'b')).toEqual(['b']);
  });
});

describe('undoing an action', () => {
  test('restores items at their former position among newer ones', () => {
    expect(ids(restoreItems(list('Nad'), list('abcd'), new Set('bc')))).toBe('Nabcd');
    expect(ids(restoreItems(list('Ncd'), list('abcd'), new Set('ab')))).toBe('abNcd');
  });

  test('restores the state of an item that stayed in the list', () => {
    const now = [{ id: 'a', status: 'lead' }];
    expect(restoreItems(now, list('a'), new Set('a'))).toEqual([{ id: 'a', status: 'new' }]);
  });

  test("doesn't duplicate an item that has already come back", () => {
    expect(ids(restoreItems(list('abc'), list('abc'), new Set('b')))).toBe('abc');
  });
});
