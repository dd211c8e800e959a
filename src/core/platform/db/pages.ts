/** Rows per page: few enough for memory even with long texts. */
export const pageSize = 200;

/** Reads a table in pages by ascending `cursor` (a positive integer per row), which is removed from the rows. */
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
