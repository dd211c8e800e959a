import * as z from 'zod';
import type { Page } from '#shared/common.ts';
import { AppError } from '../errors.ts';

const cursorSchema = z.tuple([z.string(), z.number(), z.number(), z.number().int()]);

/** End of a page: the sort, the time of the first page (scores decay), and the last row's key and ID. */
export interface Cursor {
  sort: string;
  now: number;
  key: number;
  id: number;
}

export const writeCursor = ({ sort, now, key, id }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, now, key, id])).toString('base64url');

/** Throws `invalid` for anything but a cursor of this sort. */
export function readCursor(text: string | undefined, sort: string): Cursor | null {
  if (text === undefined) return null;
  try {
    const [of, now, key, id] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    if (of === sort) return { sort, now, key, id };
  } catch {
    // All unreadable cursors get the error below.
  }
  throw new AppError('invalid', 'This page is no longer available. Reload the list.', {
    details: [{ path: 'cursor', message: 'Invalid cursor for this list' }],
  });
}

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
