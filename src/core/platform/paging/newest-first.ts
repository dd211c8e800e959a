import type { Page } from '#shared/common.ts';
import { readCursor, writeCursor } from './cursor.ts';

export interface NewestQuery {
  limit: number;
  cursor?: string | undefined;
}
/** Query parameters for one page: rows with a smaller ID, and one more than the page has. */
export interface Below {
  beforeId: number | null;
  limit: number;
}

/** A page of rows by descending ID. Throws `invalid` for a cursor of another `list`. */
export async function pageNewest<R extends { id: number }, T>(
  { list, limit, cursor }: NewestQuery & { list: string },
  read: (below: Below) => Promise<R[]>,
  present: (row: R) => T,
): Promise<Omit<Page<T>, 'total'>> {
  const rows = await read({ beforeId: readCursor(cursor, list)?.id ?? null, limit: limit + 1 });
  const last = rows[limit - 1];
  return {
    items: rows.slice(0, limit).map(present),
    nextCursor: last && rows.length > limit ? writeCursor({ sort: list, now: 0, key: 0, id: last.id }) : null,
  };
}
