import type { FetchedItem } from '#core/platform/item.ts';
import { RedditFailure } from './failure.ts';
import type { Priority } from './budget.ts';
import type { RedditApi } from './request.ts';
import { type ListingPage, readListing } from './wire.ts';

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

export interface WalkRequest {
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

export function createWalk(api: RedditApi): (request: WalkRequest) => Promise<Walk> {
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
