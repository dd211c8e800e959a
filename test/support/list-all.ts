/** The items of all pages. */
export async function listAll<T>(page: (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null }>): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const next = await page(cursor);
    items.push(...next.items);
    cursor = next.nextCursor;
  }
  return items;
}
