import type { FetchedItem } from '#core/platform/item.ts';
import type { SearchRequest } from '#core/reddit/client/listings.ts';
import type { Stream, Reading } from '#core/reddit/stream.ts';
import type { ListingPage } from '#core/reddit/client/wire.ts';

/** How far a stream was read: the newest `createdAt` (UTC ms) stored, and fullnames known near it. */
export interface Watermark {
  newest: number | null;
  /** UTC ms of the last successful reading; for a quiet stream more useful than the newest item. */
  readAt?: number | null;
  known: ReadonlySet<string>;
  /** As returned by the last successful reading. */
  cursor?: string | null;
  /** Its last reading failed because of the stream itself: it is read alone, so that it can't make a group fail. */
  isSuspect?: boolean;
}

export interface ReadRequest {
  streams: readonly Stream[];
  /** By `kind:name` in lowercase; see `streamKey`. */
  watermarks: ReadonlyMap<string, Watermark>;
  signal: AbortSignal;
}

/** Current state of items that were fetched earlier. Missing fullnames couldn't be checked this time. */
export type Recheck = Map<string, { gone: FetchedItem['gone'] | 'missing'; item: FetchedItem | null }>;

/** The port of a Reddit source: one file per source and one line in the registry. */
export interface Source {
  readonly id: 'api' | 'rss' | 'sample';
  /** Yields one reading per stream as they arrive. Never throws because of a failing stream. */
  read(request: ReadRequest): AsyncIterable<Reading>;
  /** Re-reads items by fullname; absent if the source can't. */
  recheck?(fullnames: readonly string[], signal: AbortSignal): Promise<Recheck>;
  /** One thread or item by its link; absent if the source can't. */
  lookup?(url: string, signal: AbortSignal): Promise<FetchedItem[]>;
  /** One page of search results; absent if the source can't search. Throws `RedditFailure`. */
  search?(request: SearchRequest, signal: AbortSignal): Promise<ListingPage>;
  /** The source's own state, for status pages. */
  status(): { state: 'ok' | 'waiting' | 'failing'; message: string; until: number | null };
}

/** The port of a source outside Reddit, whose id is the kind of its streams: one file per source and one line in `open.ts`. */
export interface OtherSource extends Pick<Source, 'read' | 'recheck'> {
  readonly id: 'hackernews' | 'feed';
}
