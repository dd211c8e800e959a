import type { Agent as UndiciAgent, fetch as undiciFetch } from 'undici';
import { minuteMs, dayMs } from '#shared/time.ts';
import type { Now } from '../clock.ts';
import { checkTarget, createLookups, type Reach, type Resolve, resolveBySystem, webPorts } from './target.ts';

/** A server that asks for more is asked again after two days. */
export const longestWaitMs = 2 * dayMs;

/** `Retry-After` (seconds or a date) in ms, two days at most; null if missing or invalid. */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after')?.trim();
  if (!text) return null;
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(0, wait), longestWaitMs);
}

/** Limits an address that was set in the browser to public hosts, and to those that the operator allows. */
export interface Guard {
  /** Hosts and networks; these may be private and use any port. */
  allowPrivateHosts: readonly string[];
  resolve?: Resolve;
}

/** The guard for the address of this configuration key; null if the operator set it. */
export type GuardOf = (key: string) => Guard | null;

export interface UpstreamOptions {
  /** Sent with every call; Reddit blocks library defaults. */
  userAgent: string;
  connectTimeoutMs?: number;
  /** For the whole call, including the body. */
  timeoutMs?: number;
  /** Size of the body after decompression. */
  maxBytes?: number;
  /** Null or absent: the address comes from the operator's configuration and may be any. */
  guard?: Guard | null;
}

interface UpstreamRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

export interface UpstreamReply {
  status: number;
  headers: Headers;
  text: string;
}

export interface Upstream {
  /** One call; returns the whole body as text. Any status counts as a response, even a redirect. Throws `UpstreamError` if there is none. */
  send(request: UpstreamRequest): Promise<UpstreamReply>;
  /** The same limits for client libraries that take a `fetch` and read the body themselves. */
  fetch: typeof fetch;
  close(): Promise<void>;
}

/** There was no usable response: a timeout, a refused or dropped connection, or a body over the limit. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
}

const seconds = 1000;
const mebibyte = 1024 * 1024;
const bodiless = new Set([204, 205, 304]);

/** undici with an agent for each reach of an address. It is loaded with the first call, which makes startup faster. */
export function createClient(optionsOf: (reach: Reach) => UndiciAgent.Options) {
  async function load() {
    const { Agent, fetch } = await import('undici');
    const agentFor = (reach: Reach) => new Agent(optionsOf(reach));
    return { fetch, agents: { named: agentFor('named'), web: agentFor('web'), network: agentFor('network') } };
  }
  let loaded: ReturnType<typeof load> | null = null;
  return {
    open: (): ReturnType<typeof load> => (loaded ??= load()),
    async close(): Promise<void> {
      if (loaded) await Promise.all(Object.values((await loaded).agents).map((agent) => agent.destroy()));
    },
  };
}

/** The client for URLs from the configuration, which admins may set. For URLs that users can choose, see `guarded.ts`. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { userAgent, connectTimeoutMs = 5 * seconds, timeoutMs = 20 * seconds, maxBytes = 8 * mebibyte, guard = null } = options;
  const lookups = guard && createLookups(guard.resolve ?? resolveBySystem, () => guard.allowPrivateHosts);
  const { open, close } = createClient((reach) => ({
    connect: { timeout: connectTimeoutMs, lookup: lookups?.[reach] },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  }));
  const reachOf = (url: string | URL): Reach =>
    guard ? checkTarget(String(url), { allowPrivateHosts: guard.allowPrivateHosts, ports: webPorts }).reach : 'named';

  async function limitedFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = input instanceof Request ? input.url : input;
    const headers = new Headers(init.headers);
    headers.set('user-agent', userAgent);
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    const { fetch, agents } = await open();
    const reply = await fetch(url, {
      method: init.method ?? 'GET',
      headers: [...headers],
      body: textBody(init.body),
      signal,
      // Don't follow redirects: Reddit redirects a misspelled subreddit to a search.
      redirect: 'manual',
      dispatcher: agents[reachOf(url)],
    });
    return asResponse(reply, maxBytes);
  }

  async function send({ url, signal, ...rest }: UpstreamRequest): Promise<UpstreamReply> {
    try {
      const response = await limitedFetch(url, { ...rest, ...(signal ? { signal } : {}) });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      signal?.throwIfAborted();
      throw new UpstreamError(reasonOf(error), { cause: error });
    }
  }

  return { send, fetch: limitedFetch, close };
}

/** Only text bodies: the providers' client libraries send JSON. */
function textBody(body: RequestInit['body']): string | null {
  if (body === undefined || body === null || typeof body === 'string') return body ?? null;
  throw new TypeError('Only text can be sent');
}

function asResponse(reply: Awaited<ReturnType<typeof undiciFetch>>, maxBytes: number): Response {
  const headers = new Headers([...reply.headers]);
  const { status, statusText } = reply;
  const body = bodiless.has(status) ? null : reply.body;
  return new Response(body?.pipeThrough(limitBytes(maxBytes)) ?? null, { status, statusText, headers });
}

/** Passes bytes through and fails at the limit. */
export function limitBytes(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let total = 0;
  return new TransformStream({
    transform(chunk, controller) {
      total += chunk.byteLength;
      if (total > maxBytes) controller.error(new UpstreamError(`The reply is larger than ${maxBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'No reply';
  if (error.name === 'TimeoutError') return 'No reply in time';
  const { cause } = error;
  return cause instanceof Error && cause.message ? cause.message : error.message;
}

export interface Breaker {
  /** UTC ms until which no call should be made; null if calls may be made. */
  openUntil(): number | null;
  succeeded(): void;
  failed(): void;
}

interface Options {
  now: Now;
  failures?: number;
  pauseMs?: number;
}

/**
 * Circuit breaker: opens after `failures` consecutive failures. After the pause, one call may probe: success closes the
 * breaker, failure opens it for another pause.
 */
export function createBreaker({ now, failures = 5, pauseMs = minuteMs }: Options): Breaker {
  let failureCount = 0;
  let until = 0;
  return {
    openUntil: () => (until > now() ? until : null),
    succeeded() {
      failureCount = 0;
      until = 0;
    },
    failed() {
      failureCount += 1;
      if (failureCount >= failures) until = now() + pauseMs;
    },
  };
}
