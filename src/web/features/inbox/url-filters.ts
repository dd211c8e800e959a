import { type NavigateOptions, useSearchParams } from 'react-router-dom';
import { dayParam, timestampParam, oneOf } from '#web/lib/url-params.ts';

export const spans = ['1d', '7d', '30d'] as const;
/** A relative span, a day, or a moment. */
export const sincePart = (text: string): string | undefined => oneOf(spans)(text) ?? timestampParam(text) ?? dayParam(text);

const hour = 3_600_000;
const isSpan = (since: string): since is (typeof spans)[number] => spans.some((span) => span === since);

/** Rounded to the hour, so the same view sends the same query (and hits the cache) for a while. */
export function momentOf(since: string, now: number): string {
  if (!isSpan(since)) return since;
  const days = Number.parseInt(since, 10);
  return new Date(Math.floor(now / hour) * hour - days * 24 * hour).toISOString();
}

type Filters = Record<string, string | number | boolean | undefined>;

/** The URL's parameters with these filters set; undefined, false and empty ones are removed. */
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
 * Reads the current URL instead of the rendered one, so that two quick changes
 * both apply.
 */
export function useSetFilters(): (filters: Filters, options?: NavigateOptions) => void {
  const [, setAddress] = useSearchParams();
  return (filters, options) => setAddress(withFilters(new URLSearchParams(window.location.search), filters), options);
}
