import type { Page } from '#shared/common.ts';

export const idOf = (item: unknown): string => (item as { id: string }).id;

/** An item appears twice if it moves between pages while they load. */
export function uniqueItems<T>(pages: readonly Page<T>[]): T[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [idOf(item), item])).values()];
}

/**
 * Distributes a changed list over its pages: items keep their page, a new one joins its predecessor's.
 * An unchanged page stays equal to the cached one and isn't refetched.
 */
export function repage<T>(pages: readonly Page<T>[], items: readonly T[]): Page<T>[] {
  const pageOf = new Map<string, number>();
  pages.forEach((page, index) => {
    for (const item of page.items) pageOf.set(idOf(item), index);
  });
  const gained = items.length - uniqueItems(pages).length;
  const filled = pages.map((page): Page<T> => ({ ...page, items: [], total: page.total === null ? null : page.total + gained }));
  let current = 0;
  for (const item of items) {
    current = pageOf.get(idOf(item)) ?? current;
    filled[current]?.items.push(item);
  }
  return filled;
}
