import { type NavigateOptions, useSearchParams } from 'react-router-dom';

/** Parses one URL parameter; undefined when it is invalid. */
type Reader<T> = (text: string) => T | undefined;
export type UrlParams<R extends Record<string, Reader<unknown>>> = { [name in keyof R]?: Exclude<ReturnType<R[name]>, undefined> };

/**
 * Reads URL parameters by name. An invalid one counts as missing, so an old or mistyped link still opens its page.
 * Works without zod, so that lists don't wait for it; the server validates every request.
 */
export function readUrlParams<R extends Record<string, Reader<unknown>>>(address: URLSearchParams, readers: R): UrlParams<R> {
  const parts = Object.entries(readers).flatMap(([name, read]) => {
    const text = address.getAll(name).at(-1);
    const value = text === undefined ? undefined : read(text);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(parts) as UrlParams<R>;
}

export const oneOf =
  <T extends string>(values: readonly T[]): Reader<T> =>
  (text) =>
    values.find((value) => value === text);

export const matching =
  (pattern: RegExp): Reader<string> =>
  (text) =>
    pattern.test(text) ? text : undefined;

export const idParam = matching(/^\d{1,15}$/);

/** A non-empty text, trimmed. */
export const textParam =
  (max: number): Reader<string> =>
  (text) => {
    const words = text.trim();
    return words !== '' && words.length <= max ? words : undefined;
  };

export const integerParam =
  (min: number, max: number): Reader<number> =>
  (text) => {
    const number = Number(text);
    return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
  };

const startOf = (text: string): string => {
  const at = Date.parse(text);
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
};

/** A valid calendar day, such as `2026-11-21`. */
export const dayParam: Reader<string> = (text) => (/^\d{4}-\d\d-\d\d$/.test(text) && startOf(text).startsWith(text) ? text : undefined);

/** A UTC timestamp, such as `2026-11-21T08:42:10.000Z`. */
export const timestampParam: Reader<string> = (text) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) && startOf(text).startsWith(text.slice(0, 16)) ? text : undefined;

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
