import * as z from 'zod';

/** A part of an address that cannot be read counts as not given: an old or mistyped link still opens the list. */
export const lenient = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

const spans = ['1d', '7d', '30d'] as const;
/** How far back: a span that moves with the clock, a day, or a moment. */
export const sinceSchema = z.union([z.enum(spans), z.iso.datetime(), z.iso.date()]);
export type Since = z.infer<typeof sinceSchema>;

const hour = 3_600_000;
const isSpan = (since: Since): since is (typeof spans)[number] => spans.some((span) => span === since);

/** A span becomes a moment on the full hour, so that the same view asks the same question for a while. */
export function momentOf(since: Since, now: number): string {
  if (!isSpan(since)) return since;
  const days = Number.parseInt(since, 10);
  return new Date(Math.floor(now / hour) * hour - days * 24 * hour).toISOString();
}

type Filters = Record<string, string | number | boolean | undefined>;

/** The address with these filters in it; what is undefined or false leaves it, and so does the item that was open. */
export function withFilters(address: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined || value === false || value === '') next.delete(name);
    else next.set(name, value === true ? '1' : String(value));
  }
  return next;
}

export const flag = z.literal('1').transform(() => true as const);
