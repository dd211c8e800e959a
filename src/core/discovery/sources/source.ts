import type { HeardItem } from '#core/platform/item.ts';
import type { SearchRequest } from '#core/reddit/client/listings.ts';
import type { ListingPage } from '#core/reddit/client/wire.ts';

/** A place a campaign listens to. `everywhere` is a search over all of Reddit; `query` is then set. */
export interface Place {
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

/** What reading one place came to. "Nothing new" (`ok` with no items) and "could not read" are never the same. */
export type Reading =
  | {
      place: Place;
      state: 'ok';
      items: HeardItem[];
      /** The newest item's time in UTC ms, null when the place is empty. */
      newest: number | null;
      /** The window overflowed: something between these times (UTC ms) was not read. */
      gap: { from: number; to: number } | null;
      /** Items that could not be understood. */
      refused: number;
    }
  | {
      place: Place;
      state: 'failed';
      failure: FailureKind;
      /** In words, for people. */
      error: string;
      /** UTC ms before which another try is useless; null: the next round. */
      retryAt: number | null;
    };

/** How far each place was read: the newest `createdAt` (UTC ms) stored, and fullnames known near it. */
export interface Watermark {
  newest: number | null;
  /** UTC ms of the last good reading; of a quiet place it says more than the newest item. */
  readAt?: number | null;
  known: ReadonlySet<string>;
}

export interface ReadRequest {
  places: readonly Place[];
  /** By `kind:name` in lower case; see `placeKey`. */
  watermarks: ReadonlyMap<string, Watermark>;
  signal: AbortSignal;
}

export const placeKey = (place: Place): string => `${place.kind}:${place.name.toLowerCase()}`;

/** What becomes of an item that was heard earlier. Missing fullnames could not be checked this time. */
export type Recheck = Map<string, { gone: HeardItem['gone'] | 'missing'; item: HeardItem | null }>;

/** A road to Reddit. One file each and one line in the registry. */
export interface Source {
  readonly id: 'api' | 'rss' | 'sample';
  /** Yields one reading a place, as they come in; never throws for a place that fails. */
  read(request: ReadRequest): AsyncIterable<Reading>;
  /** Re-reads items by fullname; absent where the road has no way to. */
  recheck?(fullnames: readonly string[], signal: AbortSignal): Promise<Recheck>;
  /** One thread or item by its link; absent where the road has no way to. */
  lookup?(url: string, signal: AbortSignal): Promise<HeardItem[]>;
  /** One page of posts that answer to the words; absent where the road has no way to. Throws `RedditFailure`. */
  search?(request: SearchRequest, signal: AbortSignal): Promise<ListingPage>;
  /** State of the road itself, for status pages. */
  status(): { state: 'ok' | 'waiting' | 'failing'; words: string; until: number | null };
}
