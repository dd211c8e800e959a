import { fetchedKindOf, type FetchedKind } from '#shared/sources.ts';
import type { FetchedItem } from '#core/platform/item.ts';

/** What is fetched for a campaign: a subreddit's posts or comments, a search of all of Reddit, or a stream as in its list. */
export interface Stream {
  kind: FetchedKind;
  /** Subreddit name without `r/`, the query of a `search`, or as in the campaign's list. */
  name: string;
}

/** Whether the stream is on Reddit, whichever source reads it. */
export const isOnReddit = ({ kind }: Stream): boolean => fetchedKindOf(kind).of.source === 'reddit';

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
      /** Fullnames of what its authors deleted meanwhile, read before or not. */
      gone?: string[];
      /** Where the source stopped, in a format of its own; absent for sources that go by time. */
      cursor?: string;
      /** The stream's own title. */
      title?: string;
      /** Message for users: why some of it couldn't be read. */
      error?: string;
    }
  | {
      stream: Stream;
      state: 'failed';
      failure: FailureKind;
      /** Message for users. */
      error: string;
      /** UTC ms before which a retry is pointless; null: retry in the next round. */
      retryAt: number | null;
      /** Any other stream would have failed as well. */
      ofTransport?: true;
      /** Learned earlier: the stream wasn't requested this time. */
      isKept?: true;
    };

/** Names of subreddits and searches are case-insensitive, URLs aren't. */
export const nameKeyOf = ({ kind, name }: Stream): string => (fetchedKindOf(kind).of.isCaseSensitive ? name : name.toLowerCase());
export const streamKey = (stream: Stream): string => `${stream.kind}:${nameKeyOf(stream)}`;
