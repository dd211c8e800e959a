import type { SourceId } from '#shared/sources.ts';
import type { Now, Sleep } from '#core/platform/clock.ts';
import type { Config } from '#core/platform/config.ts';
import type { GuardedClient } from '#core/platform/http/guarded.ts';
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

/** Whether a rule of an active campaign that monitors the stream matches an item; null if none of these has a rule. */
export type RuleMatches = (stream: Stream) => Promise<((item: FetchedItem) => boolean) | null>;

export interface ReadRequest {
  streams: readonly Stream[];
  /** By `kind:name` in lowercase; see `streamKey`. */
  watermarks: ReadonlyMap<string, Watermark>;
  signal: AbortSignal;
  /** For live streams, of which only that is read. */
  matches?: RuleMatches;
  /** A live stream is read for so long, and not only until it is caught up with. */
  listenMs?: number;
  /** Of streams that aren't read for a campaign yet: somebody waits for the newest, and few requests are made. */
  peek?: Peek | undefined;
}

export interface Peek {
  /** Where each post is a request, those with the titles that this ranks highest are read. */
  rank(title: string): number;
  /** Whether no further post is to be asked for. */
  isTimeUp(): boolean;
}

/** Current state of items that were fetched earlier. Missing fullnames couldn't be checked this time. */
export type Recheck = Map<string, { gone: FetchedItem['gone'] | 'missing'; item: FetchedItem | null }>;

/** The port of a way to read Reddit: one file, and one line in `registry.ts`. */
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

/** `links`: where its text leads, if the text itself doesn't say. */
export type ThreadComment = FetchedItem & { links?: readonly string[] };

/** The port of a source outside Reddit, whose descriptor in `src/shared/sources.ts` has the same id: one file, and one line in `open.ts`. */
export interface OtherSource extends Pick<Source, 'read' | 'recheck'> {
  readonly id: Exclude<SourceId, 'reddit'>;
  /**
   * The comments below a post, as far as a request or two show them, and without those that are gone. Present exactly if the
   * descriptor says `thread`. Throws `SourceFailure`.
   */
  thread?(post: string, signal: AbortSignal): Promise<ThreadComment[]>;
  close?(): Promise<void>;
}

export interface SourceDeps {
  config: Config;
  /** For addresses given by users: private hosts are refused unless the operator allows them. */
  client: Pick<GuardedClient, 'fetch' | 'connect'>;
  now: Now;
  sleep: Sleep;
}
export type OpenSource = (deps: SourceDeps) => OtherSource;
