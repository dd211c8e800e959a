import type { FetchedItem } from '#core/platform/item.ts';
import type { SearchRequest } from '#core/reddit/client/listings.ts';
import type { Stream, Reading } from '#core/reddit/stream.ts';
import type { ListingPage } from '#core/reddit/client/wire.ts';

/** How far each stream was read: the newest `createdAt` (UTC ms) stored, and fullnames known near it. */
export interface Watermark {
  newest: number | null;
  /** UTC ms of the last good reading; of a quiet stream it says more than the newest item. */
  readAt?: number | null;
  known: ReadonlySet<string>;
}

export interface ReadRequest {
  streams: readonly Stream[];
  /** By `kind:name` in lower case; see `streamKey`. */
  watermarks: ReadonlyMap<string, Watermark>;
  signal: AbortSignal;
}

/** What becomes of an item that was fetched earlier. Missing fullnames could not be checked this time. */
export type Recheck = Map<string, { gone: FetchedItem['gone'] | 'missing'; item: FetchedItem | null }>;

/** A source to Reddit. One file each and one line in the registry. */
export interface Source {
  readonly id: 'api' | 'rss' | 'sample';
  /** Yields one reading a stream, as they come in; never throws for a stream that fails. */
  read(request: ReadRequest): AsyncIterable<Reading>;
  /** Re-reads items by fullname; absent where the source has no way to. */
  recheck?(fullnames: readonly string[], signal: AbortSignal): Promise<Recheck>;
  /** One thread or item by its link; absent where the source has no way to. */
  lookup?(url: string, signal: AbortSignal): Promise<FetchedItem[]>;
  /** One page of search results; absent where the source can't search. Throws `RedditFailure`. */
  search?(request: SearchRequest, signal: AbortSignal): Promise<ListingPage>;
  /** State of the source itself, for status pages. */
  status(): { state: 'ok' | 'waiting' | 'failing'; words: string; until: number | null };
}
