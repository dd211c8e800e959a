import { type NavigateOptions, useSearchParams } from 'react-router-dom';
import { dayPart, momentPart, oneOf } from '#web/lib/address-parts.ts';

const spans = ['1d', '7d', '30d'] as const;
/** How far back: a span that moves with the clock, a day, or a moment. */
export const sincePart = (text: string): string | undefined => oneOf(spans)(text) ?? momentPart(text) ?? dayPart(text);

const hour = 3_600_000;
const isSpan = (since: string): since is (typeof spans)[number] => spans.some((span) => span === since);

/** A span becomes a moment on the full hour, so that the same view asks the same question for a while. */
export function momentOf(since: string, now: number): string {
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

export const flagPart = (text: string): true | undefined => (text === '1' ? true : undefined);

/**
 * Sets filters in the address as it is by now, not as it was drawn: of two choices that are made faster than the page is drawn
 * again, both count.
 */
export function useSetFilters(): (filters: Filters, options?: NavigateOptions) => void {
  const [, setAddress] = useSearchParams();
  return (filters, options) => setAddress(withFilters(new URLSearchParams(window.location.search), filters), options);
}
