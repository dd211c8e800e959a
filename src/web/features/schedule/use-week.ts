import { useSearchParams } from 'react-router-dom';
import { useMinute } from '#web/lib/minute.ts';
import { wallAt } from '#web/lib/zone-time.ts';
import { dateOf, dayMs, wallOfDate, weekStart } from './week.ts';

/** The week that the address names, or this one, as the wall clock at its Monday's midnight. */
export function useWeek(zone: string) {
  const [params, setParams] = useSearchParams();
  const current = weekStart(wallAt(useMinute(), zone));
  const start = weekStart(wallOfDate(params.get('week')) ?? current);
  const view = params.get('view') === 'list' ? 'list' : 'week';
  const change = (name: string, value: string | null) =>
    setParams(
      (before) => {
        if (value === null) before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  return {
    start,
    isCurrent: start === current,
    view,
    show: (next: 'week' | 'list') => change('view', next === 'list' ? next : null),
    go: (weeks: number | null) => change('week', weeks === null ? null : dateOf(start + weeks * 7 * dayMs)),
  } as const;
}
export type ShownWeek = ReturnType<typeof useWeek>;
