import { useEffect } from 'react';
import useSWRInfinite from 'swr/infinite';
import type { Page } from '#shared/common.ts';
import type { CallInput, CallResult, Route } from '#shared/route.ts';
import { call, staleReads } from './api.ts';
import { pathOf } from './api-client.ts';
import type { ApiError } from './api-error.ts';

type ItemOf<R extends Route> = CallResult<R> extends { items: (infer T)[] } ? T : never;

export interface Pages<T> {
  /** Undefined until the first page is there. */
  items: T[] | undefined;
  total: number | null;
  error: ApiError | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Fetches every page read so far again. */
  refresh: () => Promise<void>;
  /** Changes the items on screen at once, before the server has answered. */
  patch: (change: (items: T[]) => T[]) => Promise<void>;
}

/** A list of cursor pages read one after the other. `null` as input: not yet. */
export function useApiPages<R extends Route>(route: R, input: CallInput<R> | null): Pages<ItemOf<R>> {
  type P = Page<ItemOf<R>>;
  const withCursor = (cursor: string | undefined): CallInput<R> => {
    const { query, ...rest } = input as { query?: Record<string, unknown> };
    return { ...rest, query: { ...query, cursor } } as CallInput<R>;
  };
  const { data, error, size, setSize, mutate } = useSWRInfinite<P, ApiError>(
    (index: number, before: P | null) => {
      if (input === null || (index > 0 && !before?.nextCursor)) return null;
      return pathOf(route, withCursor(before?.nextCursor ?? undefined));
    },
    async (key: string) => {
      const cursor = new URLSearchParams(key.split('?')[1]).get('cursor') ?? undefined;
      return (await call(route, withCursor(cursor))) as P;
    },
    { revalidateFirstPage: false, revalidateOnFocus: false, persistSize: false },
  );

  const path = input === null ? '' : pathOf(route, input);
  useEffect(() => staleReads.listen((prefixes) => void (prefixes.some((prefix) => path.startsWith(prefix)) && mutate())), [path, mutate]);

  const last = data?.at(-1);
  return {
    items: data?.flatMap((page) => page.items),
    total: data?.[0]?.total ?? null,
    error,
    hasMore: Boolean(last?.nextCursor),
    isLoadingMore: data !== undefined && data.length < size,
    loadMore: () => void setSize((pages) => pages + 1),
    refresh: async () => void (await mutate()),
    patch: async (change) => {
      await mutate((pages) => pages?.map((page) => ({ ...page, items: change(page.items) })), { revalidate: false });
    },
  };
}
