import useSWR, { mutate, type Cache, type SWRConfiguration, type SWRResponse } from 'swr';
import { workspaceHeader } from '#shared/product.ts';
import type { CallInput, CallResult, Route } from '#shared/route.ts';
import { type ApiError, errorOf, unreachableError } from './failure.ts';
import { basePath } from './base-path.ts';
import { tokenStore, type TokenStore } from './storage.ts';
import { createSignal } from './cell.ts';

interface CallOptions {
  signal?: AbortSignal;
  /** A multipart body, for file uploads. */
  form?: FormData;
  /** Sends a small change to its end even if the page is left meanwhile. */
  keepalive?: boolean;
  /** Reads a text response as it arrives. */
  read?: (response: Response) => Promise<unknown>;
}
/** For a change that the server makes once. Not `randomUUID`, which browsers offer on HTTPS only. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** For changes that are on screen already. */
export const keepalive: CallOptions = { keepalive: true };
export type Call = <R extends Route>(route: R, input: CallInput<R>, options?: CallOptions) => Promise<CallResult<R>>;

interface ClientOptions {
  /** Prefix of every path, such as `/api`. */
  base: string;
  fetch: typeof globalThis.fetch;
  token: Pick<TokenStore, 'read' | 'remove'>;
  /** Called on a 401: the user has to sign in. */
  onUnauthenticated: (hadToken: boolean) => void;
  /** What is on screen. The server refuses to read or change another workspace. */
  workspace?: () => string | null;
  /** Called once the session is in another one. */
  onOtherWorkspace?: () => void;
}

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
}

/** Path and query of a request, without `/api`. Also the cache key of its response. */
export function pathOf<R extends Route>(route: R, input: CallInput<R>): string {
  const { params, query } = input as LooseInput;
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** A 401 on these routes is about the submitted credentials, not about a session. */
const isSignIn = (route: Route): boolean => route.access === 'public' && route.method === 'POST';

const replacesSession = (route: Route): boolean => route.path.startsWith('/auth/') && route.method !== 'GET';

async function readBody(response: Response, { produces }: Route, read: CallOptions['read']): Promise<unknown> {
  if (response.ok && read) return read(response);
  if (response.ok && produces !== undefined) return response.blob();
  if (response.status === 204) return null;
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/**
 * The only way to the server. Rejects with `ApiError`, or with the abort reason when `signal` fires.
 * There is no request timeout: some calls take long.
 */
export function createClient({ base, fetch, token, onUnauthenticated, workspace, onOtherWorkspace }: ClientOptions): Call {
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw unreachableError(error);
    }
  };

  /** A new password, for example, ends the session that asked for it before the response brings the next one. */
  const replacing = new Set<Promise<unknown>>();

  const run: Call = async (route, input, options = {}) => {
    const request = { sent: token.read(), retried: false };
    const { body } = input as LooseInput;
    const shown = workspace?.() ?? null;
    const response = await send(base + pathOf(route, input), {
      method: route.method,
      headers: {
        ...(request.sent && { authorization: `Bearer ${request.sent}` }),
        ...(shown !== null && { [workspaceHeader]: shown }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(options.form && { body: options.form }),
      ...(options.signal && { signal: options.signal }),
      keepalive: options.keepalive ?? false,
    });
    const answer = await readBody(response, route, options.read);
    if (response.ok && answer !== undefined) return answer as CallResult<typeof route>;
    if (response.status === 401 && !replacesSession(route) && replacing.size > 0) {
      await Promise.allSettled(replacing);
      if (![request.sent, null].includes(token.read())) return run(route, input, options);
    }
    // A late response to an old token must not end the new session.
    if (response.status === 401 && !isSignIn(route) && token.read() === request.sent) {
      request.retried = true;
      if (request.sent) token.remove();
      onUnauthenticated(request.sent !== null);
    }
    const failure = errorOf(response.status, answer, { ...request, retryAfter: Number(response.headers.get('retry-after')) || undefined });
    if (failure.code === 'other_workspace') onOtherWorkspace?.();
    throw failure;
  };

  return (route, input, options) => {
    const result = run(route, input, options);
    if (!replacesSession(route)) return result;
    replacing.add(result);
    const end = () => void replacing.delete(result);
    result.then(end, end);
    return result;
  };
}

export { ApiError } from './failure.ts';

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
