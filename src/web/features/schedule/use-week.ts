import { dayMs, dateOf, wallOfDate, weekStart } from './week.ts';
import { useSearchParams } from 'react-router-dom';
import { timeZone } from '#shared/time-zone.ts';
import { useMinute } from '#web/lib/minute.ts';
import { useSetFilters } from '#web/lib/url-params.ts';

/** The week in the URL, or the current one, as wall-clock midnight on its Monday. */
export function useWeek(zone: string) {
  const [params] = useSearchParams();
  const setFilters = useSetFilters();
  const current = weekStart(timeZone(zone).toLocal(useMinute()));
  const start = weekStart(wallOfDate(params.get('week')) ?? current);
  const view = params.get('view') === 'list' ? 'list' : 'week';
  const change = (name: 'week' | 'view', value: string | undefined) => setFilters({ [name]: value }, { replace: true });
  return {
    start,
    isCurrent: start === current,
    view,
    show: (next: 'week' | 'list') => change('view', next === 'list' ? next : undefined),
    go: (weeks: number | null) => change('week', weeks === null ? undefined : dateOf(start + weeks * 7 * dayMs)),
  } as const;
}
export type ShownWeek = ReturnType<typeof useWeek>;

/** Loaded at once, as far ahead as replies can be scheduled. */
export const readDays = 91;
