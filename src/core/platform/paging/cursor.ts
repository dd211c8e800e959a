import * as z from 'zod';
import { AppError } from '../errors.ts';

const cursorSchema = z.tuple([z.string(), z.number(), z.number(), z.number().int()]);

/** Where a page ended: the sort, the moment of the first page (scores age), the last row's key and id. */
export interface Cursor {
  sort: string;
  now: number;
  key: number;
  id: number;
}

export const writeCursor = ({ sort, now, key, id }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, now, key, id])).toString('base64url');

/** Throws `invalid` for what is not a cursor of this sort. */
export function readCursor(text: string | undefined, sort: string): Cursor | null {
  if (text === undefined) return null;
  try {
    const [of, now, key, id] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    if (of === sort) return { sort, now, key, id };
  } catch {
    // Falls through to the one error for every unreadable cursor.
  }
  throw new AppError('invalid', 'This page is no longer available. Reload the list.', {
    details: [{ path: 'cursor', message: 'Invalid cursor for this list' }],
  });
}
