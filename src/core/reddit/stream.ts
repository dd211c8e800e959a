import type { FetchedItem } from '#core/platform/item.ts';

/** A stream a campaign listens to. `everywhere` is a search over all of Reddit; `query` is then set. */
export interface Stream {
  kind: 'posts' | 'comments' | 'search';
  /** Subreddit name without `r/`, or the search's words for `search`. */
  name: string;
}

export type FailureKind =
  | 'private'
  | 'banned'
  | 'missing'
  | 'quarantined'
  | 'forbidden'
  | 'limited'
  | 'unreachable'
  | 'broken'
  | 'unauthorized';

/** What reading one stream came to. "Nothing new" (`ok` with no items) and "could not read" are never the same. */
export type Reading =
  | {
      stream: Stream;
      state: 'ok';
      items: FetchedItem[];
      /** The newest item's time in UTC ms, null when the stream is empty. */
      newest: number | null;
      /** The window overflowed: something between these times (UTC ms) was not read. */
      gap: { from: number; to: number } | null;
      /** Items that could not be understood. */
      refused: number;
    }
  | {
      stream: Stream;
      state: 'failed';
      failure: FailureKind;
      /** In words, for people. */
      error: string;
      /** UTC ms before which another try is useless; null: the next round. */
      retryAt: number | null;
    };

export const streamKey = (stream: Stream): string => `${stream.kind}:${stream.name.toLowerCase()}`;
