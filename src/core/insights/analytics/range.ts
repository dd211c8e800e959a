import type { AnalyticsQuery } from '#shared/analytics.ts';
import { AppError } from '#core/platform/errors.ts';
import { dayMs } from '#shared/time.ts';
import { type TimeZone, dayOf, dayOfDate, startOfDay, timeZone, weekdayOf } from '#shared/time-zone.ts';
import { findZone } from '#core/inbox/follow-ups/queries.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';

/** Requested range in UTC ms (`to` is exclusive) and in days of the time zone. */
export interface Range {
  zone: TimeZone;
  from: number;
  to: number;
  /** Local day that contains `from`, and the number of local days that the range touches. */
  firstDay: number;
  days: number;
  bucket: 'day' | 'week';
  buckets: number;
}

export interface RangeQuery extends Pick<AnalyticsQuery, 'from' | 'to'> {
  bucket?: Range['bucket'];
}

const defaultDays = 30;
const maxDayBuckets = 100;
const maxDays = 3661;
const isDate = (bound: string): boolean => bound.length === 10;

function boundsOf({ from, to }: Pick<AnalyticsQuery, 'from' | 'to'>, zone: TimeZone, now: number): { from: number; to: number } {
  const today = dayOf(zone, now);
  const end = to === undefined ? startOfDay(zone, today + 1) : isDate(to) ? startOfDay(zone, dayOfDate(to) + 1) : Date.parse(to);
  const start =
    from === undefined
      ? startOfDay(zone, dayOf(zone, end - 1) - defaultDays + 1)
      : isDate(from)
        ? startOfDay(zone, dayOfDate(from))
        : Date.parse(from);
  return { from: start, to: end };
}

/** Throws `invalid` for an empty range or one longer than ten years. Without a bucket, its length decides. */
export function rangeOf({ bucket: asked, ...query }: RangeQuery, zone: TimeZone, now: number): Range {
  const { from, to } = boundsOf(query, zone, now);
  if (!(to > from)) throw new AppError('invalid', 'The range is empty', { details: [{ path: 'to', message: 'Must end after it begins' }] });
  const firstDay = dayOf(zone, from);
  const days = dayOf(zone, to - 1) - firstDay + 1;
  if (days > maxDays)
    throw new AppError('invalid', "The range can't be longer than ten years", { details: [{ path: 'from', message: 'Too long ago' }] });
  const bucket = asked ?? (days > maxDayBuckets ? 'week' : 'day');
  const buckets = bucket === 'day' ? days : Math.floor((days - 1 + weekdayOf(firstDay)) / 7) + 1;
  return { zone, from, to, firstDay, days, bucket, buckets };
}

/** The range of the same length directly before. */
export function rangeBefore({ zone, from, firstDay, days, to }: Range, now: number): { from: number; to: number } {
  // If the last day isn't over, stop at the same time of day, so that half a day isn't compared with a whole one.
  const elapsed = Math.max(0, Math.min(to, now) - startOfDay(zone, dayOf(zone, Math.min(to, now) - 1)));
  const lastDay = dayOf(zone, Math.min(to, now) - 1) - days;
  return { from: startOfDay(zone, firstDay - days), to: Math.min(from, startOfDay(zone, lastDay) + elapsed) };
}

/** Index of the bucket that contains a local day. */
export const bucketOf = ({ bucket, firstDay }: Range, day: number): number =>
  bucket === 'day' ? day - firstDay : Math.floor((day - firstDay + weekdayOf(firstDay)) / 7);

/** First local day of each bucket, within the range. */
export const bucketDays = ({ bucket, buckets, firstDay }: Range): number[] =>
  Array.from({ length: buckets }, (_, at) =>
    bucket === 'day' ? firstDay + at : Math.max(firstDay, firstDay - weekdayOf(firstDay) + at * 7),
  );

/** First and last UTC day of a range and the one before it, taken together. */
export const utcDaysOf = (range: Range, now: number) => ({
  from: Math.floor(rangeBefore(range, now).from / dayMs),
  to: Math.floor(range.to / dayMs),
});

/** The user's time zone, else the one that the browser offers. */
export async function zoneFor(db: Db | Trx, userId: number, offered: string | undefined): Promise<TimeZone> {
  return timeZone((await findZone(db, String(userId))) ?? offered ?? 'UTC');
}
