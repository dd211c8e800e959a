import { expect, test } from 'vitest';
import type { Page } from '#shared/common.ts';
import { repage, uniqueItems } from './use-listing.ts';

type Item = { id: string };
const page = (ids: string, total = 6): Page<Item> => ({ items: [...ids].map((id) => ({ id })), nextCursor: ids, total });
const shape = (pages: readonly Page<Item>[]) => pages.map(({ items }) => items.map(({ id }) => id).join(''));

test('removes an item from its page only and lowers the total', () => {
  const pages = [page('abc'), page('def')];
  const next = repage(
    pages,
    uniqueItems(pages).filter(({ id }) => id !== 'b'),
  );
  expect(shape(next)).toEqual(['ac', 'def']);
  expect(next[0]?.total).toBe(5);
  expect(next[1]?.items).toEqual(pages[1]?.items);
});

test('puts a restored item on the page of its predecessor', () => {
  expect(
    shape(
      repage(
        [page('ac'), page('df')],
        Array.from('abcdef', (id) => ({ id })),
      ),
    ),
  ).toEqual(['abc', 'def']);
  expect(
    shape(
      repage(
        [page('b')],
        Array.from('ab', (id) => ({ id })),
      ),
    ),
  ).toEqual(['ab']);
});

test('lists an item found on two pages once', () => {
  expect(uniqueItems([page('abc'), page('cd')]).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});
