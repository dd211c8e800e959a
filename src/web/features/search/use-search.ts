import { useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import {
  type SearchHit,
  type SearchResult,
  searchRoutes,
  maxSearchLength,
  type SearchSort,
  searchSorts,
  type SearchTime,
  searchTimes,
} from '#shared/search.ts';
import { readSubredditName } from '#shared/stream-names.ts';
import { type ApiError, call } from '#web/lib/api.ts';
import { localStore, privateKey, type TextStorage } from '#web/lib/storage.ts';
import { idParam, oneOf, type UrlParams, readUrlParams, textParam } from '#web/lib/url-params.ts';

/** "r/Freelance" and links to it are "Freelance"; undefined if it isn't a valid name. */
export function readSubreddit(text: string): string | undefined {
  const read = readSubredditName(text);
  return 'name' in read ? read.name : undefined;
}

const readers = {
  q: textParam(maxSearchLength),
  subreddit: readSubreddit,
  sort: oneOf(searchSorts),
  time: oneOf(searchTimes),
  campaign: idParam,
};
export type SearchFilters = UrlParams<typeof readers> & { q: string; sort: SearchSort; time: SearchTime };

/** Falls back to the defaults for values that can't be read. */
export const readFilters = (address: URLSearchParams): SearchFilters => ({
  q: '',
  sort: 'relevance',
  time: 'month',
  ...readUrlParams(address, readers),
});

export interface Search {
  /** Undefined until the first page is there. */
  items: SearchHit[] | undefined;
  transport: SearchResult['transport'] | undefined;
  error: ApiError | undefined;
  hasMore: boolean;
  isLoading: boolean;
  loadMore: () => void;
  retry: () => void;
  /** Fullname of the item being saved. */
  saving: string | null;
  save: (hit: SearchHit, campaignId: string) => Promise<{ created: boolean }>;
}

const uniqueByName = (hits: readonly SearchHit[]): SearchHit[] => [...new Map(hits.map((hit) => [hit.fullname, hit])).values()];

/** A live search. Never revalidates by itself, because every request counts against Reddit's rate limit. */
export function useSearch({ q, subreddit, sort, time, campaign }: SearchFilters): Search {
  const query = { q, sort, time, ...(subreddit ? { subreddit } : {}), ...(campaign ? { campaignId: campaign } : {}) };
  const [saving, setSaving] = useState<string | null>(null);
  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<SearchResult, ApiError>(
    (index: number, before: SearchResult | null) => {
      if (q === '' || (before && before.nextCursor === null)) return null;
      return ['search', JSON.stringify(query), index === 0 ? '' : (before?.nextCursor ?? '')];
    },
    ([, , cursor]: [string, string, string]) => call(searchRoutes.reddit, { query: { ...query, ...(cursor ? { cursor } : {}) } }),
    {
      revalidateFirstPage: false,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      revalidateIfStale: false,
      shouldRetryOnError: false,
    },
  );
  const save = async ({ fullname }: SearchHit, campaignId: string) => {
    setSaving(fullname);
    try {
      const { postId, created } = await call(searchRoutes.save, { body: { fullname, campaignId } });
      const marked = (pages: SearchResult[] | undefined) =>
        pages?.map((page) => ({ ...page, items: page.items.map((hit) => (hit.fullname === fullname ? { ...hit, postId } : hit)) }));
      await mutate(marked, { revalidate: false });
      return { created };
    } finally {
      setSaving(null);
    }
  };
  return {
    items: data && uniqueByName(data.flatMap(({ items }) => items)),
    transport: data?.[0]?.transport,
    error: isValidating ? undefined : error,
    hasMore: data?.at(-1)?.nextCursor !== null && data !== undefined,
    isLoading: isValidating,
    loadMore: () => void setSize(size + 1),
    retry: () => void mutate(),
    saving,
    save,
  };
}

const key = privateKey('recent-searches');
const maxKept = 8;

/** Recent searches in this browser, newest first, as URL query strings. */
export function readRecent(store: TextStorage = localStore): string[] {
  try {
    const kept: unknown = JSON.parse(store.get(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string').slice(0, maxKept) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(address: string, store: TextStorage = localStore): void {
  const others = readRecent(store).filter((entry) => entry !== address);
  store.set(key, JSON.stringify([address, ...others].slice(0, maxKept)));
}

export const forgetSearches = (store: TextStorage = localStore): void => store.remove(key);
