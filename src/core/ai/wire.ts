import type { Now } from '#core/platform/clock.ts';
import { retryAfterMs } from '#core/platform/http/retry-after.ts';
import type { Upstream } from '#core/platform/http/upstream.ts';
import { AiFailure, type FailureKind } from './provider.ts';

export interface Wire {
  /** For a client library. Reads the whole response and throws on an error status before the library sees it. */
  fetch: typeof fetch;
  /** The error to throw in place of the one that the library threw. */
  failureOf(error: unknown): unknown;
}

/** Keeps errors away from client libraries, which wrap them, lose headers, and print what they can't parse. */
export function createWire(upstream: Upstream, signal: AbortSignal, now: Now): Wire {
  let failure: unknown = null;
  const wired: typeof fetch = async (input, init) => {
    try {
      const response = await upstream.fetch(input, { ...init, signal });
      const text = await response.text();
      if (!response.ok) throw refusalOf(response, text, now());
      return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } });
    } catch (error) {
      failure = signal.aborted ? signal.reason : error instanceof AiFailure ? error : brokenBy(error);
      throw failure;
    }
  };
  return {
    fetch: wired,
    failureOf: (error) =>
      failure ??
      (error instanceof AiFailure ? error : new AiFailure('The reply is not in the form of its API', { kind: 'garbled', cause: error })),
  };
}

function brokenBy(error: unknown): AiFailure {
  const causes = [error, error instanceof Error ? error.cause : null].filter((each) => each instanceof Error);
  const late = causes.some(({ name }) => ['TimeoutError', 'HeadersTimeoutError', 'BodyTimeoutError'].includes(name));
  if (late) return new AiFailure('No whole reply in time', { kind: 'timeout', cause: error });
  const cause = causes.findLast(({ message }) => message !== '');
  return new AiFailure(cause?.message ?? 'No connection', { kind: 'unreachable', cause: error });
}

/** OpenAI responds with 429 both to too many requests and to missing credit; waiting helps only with the first. */
const noCredit = /insufficient_quota|billing_hard_limit|exceeded your current quota/;

function refusalOf({ status, headers }: Response, body: string, now: number): AiFailure {
  const message = messageIn(body) || `Status ${status}`;
  const spent = status === 429 && noCredit.test(body);
  return new AiFailure(message, { kind: kindOf(status, spent), status: spent ? 402 : status, waitMs: retryAfterMs(headers, now) });
}

function kindOf(status: number, spent: boolean): FailureKind {
  if (status === 429 && !spent) return 'limited';
  if (status === 408) return 'server';
  if (status >= 500) return 'server';
  return status < 400 ? 'garbled' : 'refused';
}

/** Both APIs send `{"error": "…"}` or `{"error": {"message": "…"}}`; a proxy may send HTML or nothing. */
function messageIn(body: string): string {
  try {
    const { error, message } = JSON.parse(body) as { error?: string | { message?: unknown }; message?: unknown };
    const text = typeof error === 'object' ? error?.message : (error ?? message);
    return typeof text === 'string' ? text.slice(0, 300) : '';
  } catch {
    return '';
  }
}
