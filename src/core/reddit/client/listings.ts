import type { FetchedItem } from '#core/platform/item.ts';
import type { CallOptions, RedditApi } from './request.ts';
import { createWalk } from './walk.ts';
import { fieldsOf, fullnameOrNull, type ListingPage, readListing, readThread } from './wire.ts';

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
