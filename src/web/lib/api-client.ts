import type { CallInput, CallResult, Route } from '#shared/route.ts';
import { errorOf, unreachableError } from './api-error.ts';
import type { TokenStore } from './token.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** A multipart body, for routes that take files. */
  form?: FormData;
}
export type Call = <R extends Route>(route: R, input: CallInput<R>, options?: CallOptions) => Promise<CallResult<R>>;

interface ClientOptions {
  /** What stands before every path, such as `/api`. */
  base: string;
  fetch: typeof globalThis.fetch;
  token: Pick<TokenStore, 'read' | 'remove'>;
  /** The server does not know who asks: the user belongs on the login page. */
  onUnauthenticated: (hadToken: boolean) => void;
}

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
}

/** Path and query of a call, without `/api`: also the key under which its answer is cached. */
export function pathOf<R extends Route>(route: R, input: CallInput<R>): string {
  const { params, query } = input as LooseInput;
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** There a 401 speaks of the credentials sent, not of a session. */
const isSignIn = (route: Route): boolean => route.access === 'public' && route.method === 'POST';

async function readBody(response: Response, { produces }: Route): Promise<unknown> {
  if (response.ok && produces !== undefined) return response.blob();
  if (response.status === 204) return null;
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/**
 * The one way to the server. Rejects with `ApiError`, or with the abort reason when `signal` fires.
 * There is no request time-out: the specification sets it to none.
 */
export function createClient({ base, fetch, token, onUnauthenticated }: ClientOptions): Call {
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw unreachableError(error);
    }
  };

  return async (route, input, options = {}) => {
    const request = { sent: token.read(), retried: false };
    const { body } = input as LooseInput;
    const response = await send(base + pathOf(route, input), {
      method: route.method,
      headers: {
        ...(request.sent && { authorization: `Bearer ${request.sent}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(options.form && { body: options.form }),
      ...(options.signal && { signal: options.signal }),
    });
    const answer = await readBody(response, route);
    if (response.ok && answer !== undefined) return answer as CallResult<typeof route>;
    // A late answer to an older token must not end the session that has begun since.
    if (response.status === 401 && !isSignIn(route) && token.read() === request.sent) {
      request.retried = true;
      if (request.sent) token.remove();
      onUnauthenticated(request.sent !== null);
    }
    throw errorOf(response.status, answer, request.retried);
  };
}
