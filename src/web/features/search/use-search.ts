import { useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import { type SearchHit, type SearchResult, searchRoutes } from '#shared/search.ts';
import { type ApiError, call } from '#web/lib/api.ts';
import type { SearchFilters } from './filters.ts';

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
