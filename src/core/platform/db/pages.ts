/** Rows of a page: few enough that no page of long texts fills the memory. */
export const pageSize = 200;

/** Reads a table in pages by rising `cursor`, a positive whole number of each row, and leaves it out of the rows. */
export async function* readPages<R extends { cursor: number }>(
  readAfter: (cursor: number) => Promise<R[]>,
): AsyncGenerator<Omit<R, 'cursor'>[]> {
  for (let after = 0; ;) {
    const rows = await readAfter(after);
    yield rows.map((row) => {
      const { cursor: _, ...columns } = row;
      return columns;
    });
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.cursor ?? after;
  }
}
