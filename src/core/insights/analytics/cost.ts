import type { Analytics } from '#shared/analytics.ts';
import { bucketOf, type Range } from './range.ts';

/** AI cost of one UTC day. */
export interface DaySpend {
  day: number;
  cost: number;
  calls: number;
  unpriced: number;
}
export interface SpendQuery {
  userId: string;
  campaignId: string | null;
  /** First and last day (inclusive), in UTC days since 1970. */
  from: number;
  to: number;
}
export type ListSpend = (query: SpendQuery) => Promise<DaySpend[]>;

/** UTC days with the same dates as the days of the range: spending is stored by UTC day. */
export const spendDays = ({ firstDay, days }: Pick<Range, 'firstDay' | 'days'>) => ({ from: firstDay, to: firstDay + days - 1 });

export const spentOf = (spend: readonly DaySpend[]): number | null =>
  spend.length === 0 ? null : spend.reduce((sum, { cost }) => sum + cost, 0);

export function costOf(spend: readonly DaySpend[], range: Range, leads: number): Analytics['cost'] {
  const spent = spentOf(spend);
  const buckets = Array.from({ length: range.buckets }, () => 0);
  for (const { day, cost } of spend) {
    const at = bucketOf(range, day);
    if (at >= 0 && at < buckets.length) buckets[at] = (buckets[at] ?? 0) + cost;
  }
  return {
    spent,
    perLead: spent === null || leads === 0 ? null : spent / leads,
    calls: spend.reduce((sum, { calls }) => sum + calls, 0),
    unpriced: spend.reduce((sum, { unpriced }) => sum + unpriced, 0),
    buckets,
  };
}
