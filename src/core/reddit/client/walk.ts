import type { FetchedItem } from '#core/platform/item.ts';
import { RedditFailure } from './failure.ts';
import type { Priority } from './budget.ts';
import type { RedditApi } from './request.ts';
import { type ListingPage, readListing } from './wire.ts';

/** What walking a listing from its newest page backwards came to. */
export interface Walk {
  /** Newest first, each once. */
  items: FetchedItem[];
  refused: number;
  /** `createdAt` of the last item of the last page, which is how far back we are; null when nothing came. */
  reached: number | null;
  /** Nothing is left beyond `reached`. */
  exhausted: boolean;
  /** Why it ended early; what came before it is still good. */
  failure: RedditFailure | null;
}

export interface WalkRequest {
  path: string;
  query?: Record<string, string>;
  /** True once the walk went far enough back. */
  enough: (walk: Walk) => boolean;
  maxPages: number;
  signal?: AbortSignal;
  /** `background` when absent. */
  priority?: Priority;
}

const pageSize = 100;
/** Reddit ends every listing at about a thousand items, whether or not there are more. */
const nearCap = 900;
/** How many items of the last page are tried as anchors when the page after it comes empty. */
const anchorTries = 3;

export function createWalk(api: RedditApi): (request: WalkRequest) => Promise<Walk> {
  /**
   * The page after these items. An anchor that vanished meanwhile gives an empty page, as the end of the listing
   * does, so the items before it are asked too before the end is believed.
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

  /** Throws only when the first page fails. Never uses `before`: its anchor may vanish, and then it stalls for ever. */
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
      // A cursor that comes back would send us in circles.
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
