import type { FetchedItem } from '#core/platform/item.ts';

/** What a campaign monitors: a subreddit's posts, its comments, or a search of all of Reddit. */
export interface Stream {
  kind: 'posts' | 'comments' | 'search';
  /** Subreddit name without `r/`, or the search phrase. */
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

/** Result of reading one stream. "Nothing new" (`ok` without items) and "failed" are never confused. */
export type Reading =
  | {
      stream: Stream;
      state: 'ok';
      items: FetchedItem[];
      /** Time of the newest item in UTC ms; null if the stream is empty. */
      newest: number | null;
      /** Set if too many items arrived at once: items between these times (UTC ms) may not have been read. */
      gap: { from: number; to: number } | null;
      /** Number of unreadable items. */
      refused: number;
    }
  | {
      stream: Stream;
      state: 'failed';
      failure: FailureKind;
      /** Message for users. */
      error: string;
      /** UTC ms before which a retry is pointless; null: retry in the next round. */
      retryAt: number | null;
    };

export const streamKey = (stream: Stream): string => `${stream.kind}:${stream.name.toLowerCase()}`;
