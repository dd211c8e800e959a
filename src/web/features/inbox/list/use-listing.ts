import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import type { Page } from '#shared/common.ts';
import type { CallInput, CallResult, Route } from '#shared/route.ts';
import { type ApiError, call, staleReads, pathOf } from '#web/lib/api.ts';
import { isUnsaved } from '../actions/triage.ts';
import { pageSize } from './items.ts';

const idOf = (item: unknown): string => (item as { id: string }).id;

/** An item appears twice if it moves between pages while they load. */
export function uniqueItems<T>(pages: readonly Page<T>[]): T[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [idOf(item), item])).values()];
}

/**
 * Distributes a changed list over its pages: items keep their page, a new one joins its predecessor's.
 * An unchanged page stays equal to the cached one and isn't refetched.
 */
export function repage<T>(pages: readonly Page<T>[], items: readonly T[]): Page<T>[] {
  const pageOf = new Map<string, number>();
  pages.forEach((page, index) => {
    for (const item of page.items) pageOf.set(idOf(item), index);
  });
  const gained = items.length - uniqueItems(pages).length;
  const filled = pages.map((page): Page<T> => ({ ...page, items: [], total: page.total === null ? null : page.total + gained }));
  let current = 0;
  for (const item of items) {
    current = pageOf.get(idOf(item)) ?? current;
    filled[current]?.items.push(item);
  }
  return filled;
}

type ItemOf<R extends Route> = CallResult<R> extends { items: (infer T)[] } ? T : never;

export interface Listing<T> {
  /** Undefined until the first page is there. */
  items: T[] | undefined;
  total: number | null;
  error: ApiError | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Reloads the list from the start. */
  refresh: () => Promise<void>;
  /** New items not shown yet, because the user has scrolled down. */
  waiting: number;
  /** Changes the cached items only. */
  patch: (change: (items: T[]) => T[]) => Promise<void>;
}

interface Options<R extends Route> {
  route: R;
  input: CallInput<R>;
  /** True while the user has scrolled down: new items are counted, because inserting them would move the rows. */
  isHeld: boolean;
}

/** With more pages than this, a refresh starts over instead of reloading them all. */
const refreshedPages = 3;

/** A long list loaded page by page while scrolling. Pages stay cached, so coming back restores the position. */
export function useListing<R extends Route>({ route, input, isHeld }: Options<R>): Listing<ItemOf<R>> {
  type T = ItemOf<R>;
  const withQuery = (more: Record<string, unknown>): CallInput<R> => {
    const { query, ...rest } = input as { query?: Record<string, unknown> };
    return { ...rest, query: { ...query, limit: pageSize, ...more } } as CallInput<R>;
  };
  const path = pathOf(route, withQuery({}));
  const { data, error, size, setSize, mutate, isValidating } = useSWRInfinite<Page<T>, ApiError>(
    (index: number, before: Page<T> | null) => {
      if (index === 0) return path;
      return before?.nextCursor ? pathOf(route, withQuery({ cursor: before.nextCursor })) : null;
    },
    async (key: string) => {
      const cursor = new URLSearchParams(key.split('?')[1]).get('cursor') ?? undefined;
      return (await call(route, withQuery({ cursor }))) as Page<T>;
    },
    { revalidateFirstPage: false, revalidateOnFocus: false },
  );
  const [waiting, setWaiting] = useState({ path, count: 0 });
  const items = useMemo(() => data && uniqueItems(data), [data]);
  const total = data?.[0]?.total ?? null;

  const refresh = useCallback(async () => {
    setWaiting({ path, count: 0 });
    if (size > refreshedPages) await setSize(1);
    await mutate();
  }, [path, size, setSize, mutate]);

  const count = async () => {
    const newest = (await call(route, withQuery({ sort: '-discoveredAt' }))) as Page<T>;
    const shown = new Set(items?.map(idOf));
    const latest = Math.max(0, ...(items ?? []).map(arrivedAt));
    const unknown = newest.items.filter((item) => !shown.has(idOf(item)) && arrivedAt(item) > latest).length;
    setWaiting({ path, count: newest.total === null || total === null ? unknown : Math.max(0, newest.total - total) });
  };

  const refreshWhenStale = useEffectEvent((prefixes: readonly string[]) => {
    if (isUnsaved() || !prefixes.some((prefix) => path.startsWith(prefix))) return;
    // A failed count is ignored: the next event counts again.
    if (isHeld) count().catch(() => {});
    else void refresh();
  });
  useEffect(() => staleReads.listen((prefixes) => refreshWhenStale(prefixes)), []);

  // A page that arrives after a patch is dropped, so it is loaded again.
  const isDropped = data !== undefined && data.length < size && Boolean(data.at(-1)?.nextCursor) && !isValidating && !error;
  useEffect(() => {
    if (isDropped) void mutate();
  }, [isDropped, mutate]);

  return {
    items,
    total,
    error,
    hasMore: Boolean(data?.at(-1)?.nextCursor),
    isLoadingMore: data !== undefined && data.length < size,
    loadMore: () => void setSize((pages) => pages + 1),
    refresh,
    waiting: waiting.path === path ? waiting.count : 0,
    patch: async (change) => {
      await mutate((pages) => pages && repage(pages, change(uniqueItems(pages))), { revalidate: false });
    },
  };
}

const arrivedAt = (item: unknown): number => {
  const { discoveredAt, firstSeenAt } = item as { discoveredAt?: string; firstSeenAt?: string };
  return Date.parse(discoveredAt ?? firstSeenAt ?? '');
};
