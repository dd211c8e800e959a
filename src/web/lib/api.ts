import useSWR, { mutate, type Cache, type SWRConfiguration, type SWRResponse } from 'swr';
import type { CallInput, CallResult, Route } from '#shared/route.ts';
import { createClient, pathOf } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { createSignal } from './signal.ts';
import { tokenStore } from './token.ts';

export { ApiError } from './api-error.ts';

/** Sent when the server answered 401 and the user belongs on the login page. */
export const unauthenticated = createSignal<{ hadToken: boolean }>();
/** Sent with the path prefixes whose cached answers are out of date. */
export const staleReads = createSignal<readonly string[]>();

export const call = createClient({
  base: '/api',
  fetch: (...request) => globalThis.fetch(...request),
  token: tokenStore,
  onUnauthenticated: (hadToken) => unauthenticated.send({ hadToken }),
});

/** Reads a route and keeps the answer fresh. `null` as input: not yet. */
export function useApi<R extends Route>(
  route: R,
  input: CallInput<R> | null,
  options?: SWRConfiguration<CallResult<R>, ApiError>,
): SWRResponse<CallResult<R>, ApiError> {
  const key = input === null ? null : pathOf(route, input);
  return useSWR<CallResult<R>, ApiError>(key, () => call(route, input as CallInput<R>), options);
}

const startsWithAny = (key: unknown, prefixes: readonly string[]): boolean =>
  typeof key === 'string' && prefixes.some((prefix) => key.startsWith(prefix));

/** Fetches again whatever is on screen and forgets the rest, for paths (without `/api`) that start with one of `prefixes`. */
export function markStale(prefixes: readonly string[]): void {
  void mutate((key) => startsWithAny(key, prefixes));
  staleReads.send(prefixes);
}

/** What anybody may read stays; everything else belonged to the account that has left. */
const isPublic = (key: string): boolean => key.startsWith('/public-settings');

/** Also calls under way: their answers belong to nobody now, and the next account asks for itself. */
export function forgetReads(cache: Cache): void {
  // Key by key: a filter would not reach lists that are read page by page.
  for (const key of [...cache.keys()].filter((each) => !isPublic(each))) {
    void mutate(key, undefined);
    cache.delete(key);
  }
}

/** A refusal stays a refusal: only what may pass by itself is tried again. */
export const readSettings: SWRConfiguration = {
  shouldRetryOnError: (error: ApiError) => error.status === 0 || error.status === 429 || error.status >= 500,
  focusThrottleInterval: 30_000,
};
