import type { FetchedItem } from '#core/platform/item.ts';
import type { Stream } from '../stream.ts';
import type { Priority } from './budget.ts';
import { RedditFailure } from './failure.ts';
import type { RedditApi, CallOptions } from './request.ts';
import { type ListingPage, readListing, fieldsOf, fullnameOrNull, readThread } from './wire.ts';

/** Result of reading a listing from its newest page backward. */
export interface Walk {
  /** Newest first, without duplicates. */
  items: FetchedItem[];
  refused: number;
  /** `createdAt` (UTC ms) of the oldest item read; null if there is none. */
  reached: number | null;
  /** True if there is nothing older than `reached`. */
  exhausted: boolean;
  /** Why reading ended early; the items before are still valid. */
  failure: RedditFailure | null;
}

interface WalkRequest {
  path: string;
  query?: Record<string, string>;
  /** Returns true once the walk has gone far enough back. */
  enough: (walk: Walk) => boolean;
  maxPages: number;
  signal?: AbortSignal;
  /** Default: `background`. */
  priority?: Priority;
}

const pageSize = 100;
/** Reddit cuts every listing off at about a thousand items. */
const nearCap = 900;
/** How many items of the last page to try as anchors if the next page is empty. */
const anchorTries = 3;

function createWalk(api: RedditApi): (request: WalkRequest) => Promise<Walk> {
  /**
   * The page after these items. A deleted anchor yields an empty page, like the end of the listing, so earlier items are
   * tried as anchors before taking it for the end.
   */
  async function nextPage({ path, query, signal, priority = 'background' }: WalkRequest, anchors: readonly string[]): Promise<ListingPage> {
    const options = { priority, ...(signal ? { signal } : {}) };
    const paged = { ...query, limit: pageSize };
    if (anchors.length === 0) return readListing(await api.get(path, paged, options));
    let page: ListingPage = { items: [], refused: 0, after: null };
    for (const after of anchors.slice(0, anchorTries)) {
      page = readListing(await api.get(path, { ...paged, after }, options));
      if (page.items.length > 0 || page.refused > 0 || page.after) break;
    }
    return page;
  }

  /** Throws only if the first page fails. Doesn't use `before`, which returns nothing forever once its anchor is deleted. */
  async function walk(request: WalkRequest): Promise<Walk> {
    const known = new Set<string>();
    const asked = new Set<string>();
    const state: Walk = { items: [], refused: 0, reached: null, exhausted: false, failure: null };
    let anchors: string[] = [];
    for (let pages = 0; pages < request.maxPages; pages++) {
      const page = await nextPage(request, anchors).catch((error: unknown) => failedPage(error, pages));
      if (page instanceof RedditFailure) return { ...state, failure: page };
      const fresh = page.items.filter(({ fullname }) => !known.has(fullname));
      for (const item of fresh) known.add(item.fullname);
      state.items.push(...fresh);
      state.refused += page.refused;
      state.reached = page.items.at(-1)?.createdAt ?? state.reached;
      state.exhausted = page.after === null && state.items.length < nearCap;
      // A repeated cursor would loop forever.
      if (page.after === null || asked.has(page.after) || request.enough(state)) return state;
      asked.add(page.after);
      anchors = [
        page.after,
        ...page.items
          .map(({ fullname }) => fullname)
          .reverse()
          .filter((name) => name !== page.after),
      ];
    }
    return state;
  }

  return walk;
}

function failedPage(error: unknown, pages: number): RedditFailure {
  if (pages > 0 && error instanceof RedditFailure) return error;
  throw error;
}

const batchSize = 100;
export interface SearchRequest {
  words: string;
  subreddit?: string;
  sort?: 'relevance' | 'hot' | 'top' | 'new' | 'comments';
  /** Time range. */
  t?: 'hour' | 'day' | 'week' | 'month' | 'year' | 'all';
  /** `after` of the previous page. */
  after?: string;
}

export type Listings = ReturnType<typeof createListings>;

export function createListings(api: RedditApi) {
  /** One page of search results, from all of Reddit or one subreddit. */
  async function search({ words, subreddit, ...query }: SearchRequest, options: CallOptions = {}): Promise<ListingPage> {
    // Without `restrict_sr`, a subreddit's search covers all of Reddit.
    const [path, scope] = subreddit ? [`/r/${encodeURIComponent(subreddit)}/search`, { restrict_sr: 1 }] : ['/search', {}];
    return readListing(await api.get(path, { ...query, ...scope, q: words.slice(0, 512), type: 'link', limit: 100 }, options));
  }

  /** Items by fullname, 100 per call. `missing` lists names absent from a fully readable response; others may be in neither list. */
  async function info(fullnames: readonly string[], options: CallOptions = {}): Promise<{ items: FetchedItem[]; missing: string[] }> {
    const names = [...new Set(fullnames)].filter((name) => fullnameOrNull(name) !== null);
    const items: FetchedItem[] = [];
    const missing: string[] = [];
    for (let start = 0; start < names.length; start += batchSize) {
      const batch = names.slice(start, start + batchSize);
      const page = readListing(await api.get('/api/info', { id: batch.join(',') }, options));
      const found = new Set(page.items.map(({ fullname }) => fullname));
      items.push(...page.items);
      // An unreadable item isn't missing.
      if (page.refused === 0) missing.push(...batch.filter((name) => !found.has(name)));
    }
    return { items, missing };
  }

  /** Which of these subreddits are public, in lower case; the others are private, banned, or don't exist. */
  async function openCommunities(names: readonly string[], options: CallOptions = {}): Promise<Set<string>> {
    const open = new Set<string>();
    for (let start = 0; start < names.length; start += batchSize) {
      const json = await api.get('/api/info', { sr_name: names.slice(start, start + batchSize).join(',') }, options);
      for (const name of readableNames(json)) open.add(name);
    }
    return open;
  }

  /** A thread: its post, then comments; with `commentId`, only the branch around that comment. */
  async function thread(
    postId: string,
    { commentId, ...options }: CallOptions & { commentId?: string | null } = {},
  ): Promise<FetchedItem[]> {
    const query: Record<string, string | number> = commentId ? { comment: commentId, context: 3, limit: 200 } : { limit: 200 };
    return readThread(await api.get(`/comments/${postId}`, query, options)).items;
  }

  /** The post of a thread, one comment, and its replies; may include other comments. */
  async function branch(postId: string, commentId: string, options: CallOptions = {}): Promise<FetchedItem[]> {
    return readThread(await api.get(`/comments/${postId}`, { comment: commentId, context: 0, depth: 5, limit: 100 }, options)).items;
  }

  return { walk: createWalk(api), search, info, openCommunities, thread, branch };
}

function readableNames(json: unknown): string[] {
  const children = fieldsOf(fieldsOf(json)?.data)?.children;
  return (Array.isArray(children) ? children : []).flatMap((thing) => {
    const data = fieldsOf(fieldsOf(thing)?.data);
    const closed = data?.subreddit_type === 'private' || data?.subreddit_type === 'employees_only' || data?.quarantine === true;
    return data && !closed && typeof data.display_name === 'string' ? [data.display_name.toLowerCase()] : [];
  });
}

interface Limits {
  /** Expected number of new items of a stream. */
  expected: (stream: Stream) => number;
  maxNames?: number;
  /** Length of the joined names; Reddit responds with 414 to URLs of several thousand characters. */
  maxChars?: number;
  /** A page has at most 100 items for all streams of the group. */
  maxItems?: number;
}

/** Groups streams for `/r/a+b+c` calls: few calls, and pages that rarely overflow. */
export function groupStreams(streams: readonly Stream[], { expected, maxNames = 50, maxChars = 1500, maxItems = 80 }: Limits): Stream[][] {
  const groups: { streams: Stream[]; chars: number; items: number }[] = [];
  const busyFirst = streams.map((stream) => ({ stream, items: expected(stream) })).toSorted((a, b) => b.items - a.items);
  for (const { stream, items } of busyFirst) {
    const chars = stream.name.length + 1;
    const fits = groups.find(
      (group) => group.streams.length < maxNames && group.chars + chars <= maxChars && group.items + items <= maxItems,
    );
    if (fits) {
      fits.streams.push(stream);
      fits.chars += chars;
      fits.items += items;
    } else groups.push({ streams: [stream], chars, items });
  }
  return groups.map((group) => group.streams);
}

/** Splits a group in two, to find a name in it that fails. */
export function halves<T>(group: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(group.length / 2);
  return [group.slice(0, middle), group.slice(middle)];
}
