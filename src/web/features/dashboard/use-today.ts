import { useEffect, useEffectEvent, useMemo } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { dashboardRoutes, type Today, type TodayItem } from '#shared/dashboard.ts';
import { dayOf, startOfDay, timeZone } from '#shared/time-zone.ts';
import { isUnsaved } from '#web/features/inbox/actions/triage.ts';
import type { Listing } from '#web/features/inbox/list/use-listing.ts';
import { type ApiError, call, staleReads } from '#web/lib/api.ts';
import { browserTimeZone, knownTimeZone } from '#web/lib/browser-time-zone.ts';
import { draftOwner, useUser } from '#web/lib/session.tsx';
import { unsaved } from '#web/lib/unsaved.ts';

/** An item of the list, with the id of its lead. */
export type StackItem = TodayItem & { id: string };
export type Stack = Listing<StackItem> & { today: Today | undefined; isRefreshing: boolean };

/** Not the path: actions that are being sent keep the list from being loaded without them. */
const key = 'today';
const longestTimeout = 2 ** 31 - 1;

/** How long (ms) the list stays true: until the next time at which there is more to do, or the next day begins. */
export function freshFor({ nextAt }: Pick<Today, 'nextAt'>, { now, zone }: { now: number; zone: string }): number {
  const place = timeZone(zone);
  const midnight = startOfDay(place, dayOf(place, now) + 1);
  const left = Math.min(nextAt === null ? midnight : Date.parse(nextAt), midnight) - now;
  // Where the server's clock is behind this one, the time has come only here.
  return left > 0 ? Math.min(longestTimeout, left + 1000) : 60_000;
}

type Answer = TodayItem['answers'][number];

/** The comment to respond to: the newest, but once a reply is begun, the one that it was begun for. */
export const answerFor = (newest: Answer | undefined, { begun, isTyping }: { begun: Answer | undefined; isTyping: boolean }) =>
  isTyping ? begun : newest;

/** The new list, with those of the old one that must stay, where they were. */
export function keepItems(fresh: readonly TodayItem[], old: readonly TodayItem[], stays: (item: TodayItem) => boolean): TodayItem[] {
  const items = [...fresh];
  const known = new Set(fresh.map(({ lead }) => lead.id));
  for (const [at, item] of old.entries()) if (!known.has(item.lead.id) && stays(item)) items.splice(Math.min(at, items.length), 0, item);
  return items;
}

/** Until the server has counted it, whoever leaves the list was handled. */
export function withItems(today: Today, items: readonly TodayItem[]): Today {
  const { done } = today;
  const left = today.items.length - items.length;
  return { ...today, items: [...items], done: { ...done, dismissed: Math.max(0, done.dismissed + left) } };
}

export const countDone = ({ done: { replied, followedUp, dismissed } }: Today): number => replied + followedUp + dismissed;

export const isTyped = (owner: string) => (item: TodayItem) =>
  item.lead.posts.some(({ id }) => (unsaved.read(owner, `answer ${id}`) ?? '').trim() !== '');

/** What there is to do today. An item with an unsent reply stays, even if it was handled elsewhere. */
export function useToday(): Stack {
  const user = useUser();
  const { cache } = useSWRConfig();
  const read = async (): Promise<Today> => {
    const today = await call(dashboardRoutes.today, { query: { zone: browserTimeZone() } });
    const old = (cache.get(key)?.data as Today | undefined)?.items ?? [];
    return { ...today, items: keepItems(today.items, old, isTyped(draftOwner(user))) };
  };
  const { data, error, mutate, isValidating } = useSWR<Today, ApiError>(key, read, { revalidateOnFocus: false });
  const refresh = async () => void (await mutate());
  const refreshWhenStale = useEffectEvent((prefixes: readonly string[]) => {
    if (!isUnsaved() && prefixes.some((prefix) => dashboardRoutes.today.path.startsWith(prefix))) void refresh();
  });
  useEffect(() => staleReads.listen((prefixes) => refreshWhenStale(prefixes)), []);
  const nextAt = data?.nextAt ?? null;
  const zone = knownTimeZone(user.settings.timezone);
  const comeBack = useEffectEvent(() => void refresh());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(
        () => {
          comeBack();
          wait();
        },
        freshFor({ nextAt }, { now: Date.now(), zone }),
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, [nextAt, zone]);
  const items = useMemo(() => data?.items.map((item): StackItem => ({ ...item, id: item.lead.id })), [data]);
  return {
    today: data,
    isRefreshing: isValidating,
    items,
    total: items?.length ?? null,
    error,
    hasMore: false,
    isLoadingMore: false,
    loadMore: () => {},
    refresh,
    waiting: 0,
    patch: async (change) => {
      const changed = (today: Today | undefined) =>
        today && withItems(today, change(today.items.map((item): StackItem => ({ ...item, id: item.lead.id }))));
      await mutate(changed, { revalidate: false });
    },
  };
}
