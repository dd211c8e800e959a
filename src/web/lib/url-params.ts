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
