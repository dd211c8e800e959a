import useSWR, { mutate, type Cache, type SWRConfiguration, type SWRResponse } from 'swr';
import type { CallInput, CallResult, Route } from '#shared/route.ts';
import { createClient, pathOf, type Call } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { basePath } from './base-path.ts';
import { tokenStore } from './token.ts';
import { createSignal } from './cell.ts';

export { ApiError } from './api-error.ts';

/** Emitted on a 401: the user has to sign in. */
export const unauthenticated = createSignal<{ hadToken: boolean }>();
/** Emitted with the path prefixes whose cached responses are out of date. */
export const staleReads = createSignal<readonly string[]>();

/** Emitted when the server refused a request because the session is in another workspace now. */
export const otherWorkspace = createSignal<void>();
/** The workspace on screen, as long as there is a session. */
export const shown: { workspace: string | null } = { workspace: null };

const send = createClient({
  base: `${basePath}/api`,
  fetch: (...request) => globalThis.fetch(...request),
  token: tokenStore,
  onUnauthenticated: (hadToken) => unauthenticated.send({ hadToken }),
  workspace: () => shown.workspace,
  onOtherWorkspace: () => otherWorkspace.send(),
});

/** Where reads get their answer from without a network, once that is loaded: what is kept in this browser, or the failure. */
export const keptReads: { answer?: <R extends Route>(route: R, input: CallInput<R>, failure: ApiError) => Promise<CallResult<R>> } = {};

export const call: Call = (route, input, options) =>
  send(route, input, options).catch((error: ApiError) => {
    if (error.status !== 0 || route.method !== 'GET' || !keptReads.answer) throw error;
    return keptReads.answer(route, input, error);
  });

/** Reads a route and keeps the response fresh. Pass `null` as input to wait. */
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

/** Refetches what is on screen and drops the rest of the cache, for paths (without `/api`) that start with one of `prefixes`. */
export function markStale(prefixes: readonly string[]): void {
  void mutate((key) => startsWithAny(key, prefixes));
  staleReads.send(prefixes);
}

/** Drops what was read from paths that start with one of `prefixes`; what is on screen reads it again. */
export const dropReads = (prefixes: readonly string[]): void => void mutate((key) => startsWithAny(key, prefixes), undefined);

/** Public responses stay; everything else belonged to the account that signed out. */
const isPublic = (key: string): boolean => key.startsWith('/public-settings');

/** Requests in flight are dropped too: their responses belong to the old account. */
export function forgetReads(cache: Cache): void {
  // Key by key: a filter would miss lists that are read page by page.
  for (const key of [...cache.keys()].filter((each) => !isPublic(each))) {
    void mutate(key, undefined);
    cache.delete(key);
  }
}

/** Whether another try may help. */
export const isTemporary = ({ status }: ApiError): boolean => status === 0 || status === 429 || status >= 500;

export const readSettings: SWRConfiguration = {
  shouldRetryOnError: isTemporary,
  focusThrottleInterval: 30_000,
};
