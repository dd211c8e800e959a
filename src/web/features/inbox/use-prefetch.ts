import { useEffect, useEffectEvent } from 'react';
import { useSWRConfig } from 'swr';
import type { CallInput, Route } from '#shared/route.ts';
import { call } from '#web/lib/api.ts';
import { pathOf } from '#web/lib/api-client.ts';

/** A read that the reader will make. */
export interface Read<R extends Route = Route> {
  route: R;
  input: CallInput<R>;
}

/** Long enough that holding `j` down doesn't load every item on the way. */
const settleMs = 120;

/** Loads what the reader needs for the items before and after the open one, so that stepping never shows an empty pane. */
export function usePrefetch<T extends { id: string }>(items: readonly T[], openId: string | null, readsOf: (item: T) => Read[]): void {
  const { cache, mutate } = useSWRConfig();
  const prefetch = useEffectEvent((around: string | null, count: number) => {
    const at = items.findIndex(({ id }) => id === around);
    if (at < 0 || count < 2) return;
    for (const item of [items[at + 1], items[at - 1]])
      for (const { route, input } of item ? readsOf(item) : []) {
        const key = pathOf(route, input);
        // A failed prefetch is ignored: the reader asks again and shows the error.
        if (cache.get(key)?.data === undefined)
          call(route, input).then(
            (data) => mutate(key, data, { revalidate: false }),
            () => undefined,
          );
      }
  });
  const count = items.length;
  useEffect(() => {
    const timer = setTimeout(() => prefetch(openId, count), settleMs);
    return () => clearTimeout(timer);
  }, [openId, count]);
}
