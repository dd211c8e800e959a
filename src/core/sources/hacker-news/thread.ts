import { idAt } from '#shared/origin.ts';
import type { OtherSource } from '../source.ts';
import type { PastReader } from './past.ts';

/** The newest comments below a story, oldest first, from Algolia in one request: the official API has them only one by one. */
export const createThread =
  (past: Pick<PastReader, 'comments'>): NonNullable<OtherSource['thread']> =>
  async (story, signal) => {
    const id = Number(idAt('hackernews', story));
    return Number.isSafeInteger(id) && id > 0 ? (await past.comments(id, signal)).toReversed() : [];
  };
