import type { Now } from '#core/platform/clock.ts';
import { type Upstream, UpstreamError, retryAfterMs } from '#core/platform/http/upstream.ts';
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
      if (response.ok && /^\s*<(?:!doctype|html)/i.test(text)) throw new AiFailure('A web page', { kind: 'garbled', hint: webPage });
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

const webPage = 'The server answers with a web page. Check the address, up to and including /v1 if it has that';

function brokenBy(error: unknown): AiFailure {
  if (error instanceof UpstreamError)
    return new AiFailure(error.message, {
      kind: 'garbled',
      hint: 'The server sends more than a model would. Check the address',
      cause: error,
    });
  const causes = [error, error instanceof Error ? error.cause : null].filter((each) => each instanceof Error);
  const late = causes.some(({ name }) => ['TimeoutError', 'HeadersTimeoutError', 'BodyTimeoutError'].includes(name));
  if (late) return new AiFailure('No whole reply in time', { kind: 'timeout', cause: error });
  const cause = causes.findLast(({ message }) => message !== '');
  return new AiFailure(cause?.message ?? 'No connection', { kind: 'unreachable', cause: error });
}

/** OpenAI responds with 429 both to too many requests and to missing credit; waiting helps only with the first. Claude responds with 400. */
const noCredit = /insufficient_quota|billing_hard_limit|exceeded your current quota|credit balance is too low/;
/** Of Gemini, with status 400. */
const wrongKey = /api key not valid|api_key_invalid/i;

function refusalOf({ status, headers }: Response, body: string, now: number): AiFailure {
  const message = messageIn(body) || `Status ${status}`;
  const means = statusOf(status, body);
  const hint = status >= 300 && status < 400 ? redirected(headers) : null;
  return new AiFailure(message, {
    hint,
    kind: kindOf(means),
    status: means,
    waitMs: retryAfterMs(headers, now),
  });
}

/** Redirects aren't followed: the key would go to another server. */
function redirected(headers: Headers): string {
  const host = URL.parse(headers.get('location') ?? '')?.host;
  return `The server redirects${host === undefined ? '' : ` to ${host}`}. Set the address that it redirects to`;
}

/** What is wrong with the account, in the status that others use for it. */
function statusOf(status: number, body: string): number {
  if ((status === 400 || status === 429) && noCredit.test(body)) return 402;
  return status === 400 && wrongKey.test(body) ? 401 : status;
}

function kindOf(status: number): FailureKind {
  if (status === 429) return 'limited';
  if (status === 408) return 'server';
  if (status >= 500) return 'server';
  return status < 400 ? 'garbled' : 'refused';
}

/** Both APIs send `{"error": "…"}` or `{"error": {"message": "…", "param": "…"}}`; a proxy may send HTML or nothing. */
function messageIn(body: string): string {
  try {
    const { error, message } = JSON.parse(body) as { error?: string | { message?: unknown; param?: unknown }; message?: unknown };
    const isDetailed = typeof error === 'object' && error !== null;
    const text = isDetailed ? error.message : (error ?? message);
    const param = isDetailed && typeof error.param === 'string' ? ` (${error.param.slice(0, 60)})` : '';
    return typeof text === 'string' ? `${text.slice(0, 300)}${param}` : '';
  } catch {
    return '';
  }
}

interface Answered {
  content: string;
  thoughts: string;
  /** Arguments of a call of a tool, which nobody offered. */
  call: string | null;
}

/**
 * The answer in a message. Some models call a tool with it. LM Studio applies the schema to the thoughts of Qwen 3.5 and leaves
 * the content empty: https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1773.
 */
export function answerIn({ content, thoughts, call }: Answered): string {
  if (content.trim() !== '') return content;
  return call ?? (/^\s*(?:```\w{0,10}\s*)?[[{]/.test(thoughts) ? thoughts : '');
}
