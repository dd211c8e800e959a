import type { Sleep } from '#core/platform/clock.ts';
import { type UpstreamReply, type Upstream, UpstreamError, type Breaker } from '#core/platform/http/upstream.ts';
import type { Budget, Priority } from './budget.ts';
import { RedditFailure } from './failure.ts';
import { redditHome } from './links.ts';
import type { TokenSource } from './token.ts';

export const blockedText = 'Reddit blocks this server: check the User-Agent, or the network address is refused';
export const noCommunityText = 'Reddit has no subreddit with this name';

/** Phrases of the page with which Reddit's edge servers block a client. */
const blockPage = /network (policy|security)|whoa there|been blocked|<title>\s*blocked/i;

const ofStream = (kind: RedditFailure['kind'], message: string, status: number) =>
  new RedditFailure(message, { kind, ofStream: true, status });
const ofTransport = (kind: RedditFailure['kind'], message: string, status: number) =>
  new RedditFailure(message, { kind, ofStream: false, status });
const passing = (kind: RedditFailure['kind'], message: string, status: number) =>
  new RedditFailure(message, { kind, ofStream: false, passing: true, status });

/**
 * Maps a response to a failure, or null for a success, by its status, `reason`, and body format: Reddit reports the same
 * error as JSON, HTML, plain text, or with an empty body.
 */
export function failureOf(reply: UpstreamReply): RedditFailure | null {
  const { status } = reply;
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return redirectFailure(reply);
  if (status === 401) return ofTransport('unauthorized', 'Reddit refused the access token', status);
  if (status === 403) return forbiddenFailure(reply);
  if (status === 404)
    return reasonOf(reply) === 'banned'
      ? ofStream('banned', 'Reddit has banned this community', status)
      : ofStream('missing', 'Not found on Reddit', status);
  if (status === 410) return ofStream('missing', 'Gone from Reddit', status);
  if (status === 408) return passing('unreachable', 'Reddit took too long', status);
  if (status === 414) return ofStream('broken', 'The address was too long for Reddit', status);
  if (status === 429) return passing('limited', 'Reddit asked us to slow down', status);
  if (status === 451) return ofStream('forbidden', 'Reddit does not show this place here for legal reasons', status);
  if (status >= 500) return passing('unreachable', `Reddit is having trouble (HTTP ${status})`, status);
  return ofStream('broken', `Reddit did not understand the request (HTTP ${status})`, status);
}

/** Throws unless the body is JSON: a block page with status 200 must not be mistaken for an empty listing. */
export function jsonOf(reply: UpstreamReply): unknown {
  try {
    return JSON.parse(reply.text);
  } catch (cause) {
    const what = isHtml(reply.text) ? 'a web page instead of data' : 'data that breaks off';
    throw new RedditFailure(`Reddit sent ${what}`, { kind: 'broken', ofStream: false, passing: true, status: reply.status, cause });
  }
}

export const isHtml = (text: string): boolean => /^\s*<(!doctype html|html|head|body)/i.test(text);

/** `reason` in a JSON error body; null if there is none. */
function reasonOf(reply: UpstreamReply): string | null {
  try {
    const body: unknown = JSON.parse(reply.text);
    return typeof body === 'object' && body !== null && 'reason' in body && typeof body.reason === 'string' ? body.reason : null;
  } catch {
    return null;
  }
}

function redirectFailure({ status, headers }: UpstreamReply): RedditFailure {
  const path = URL.parse(headers.get('location') ?? '', redditHome)?.pathname ?? '';
  if (/^\/(?:account\/)?login\b/.test(path)) return ofTransport('unauthorized', 'Reddit asks for a log-in', status);
  return path.startsWith('/subreddits/search')
    ? ofStream('missing', noCommunityText, status)
    : ofStream('broken', 'Reddit sent us to another address', status);
}

function forbiddenFailure(reply: UpstreamReply): RedditFailure {
  if (reply.headers.get('www-authenticate')?.includes('insufficient_scope'))
    return ofTransport('unauthorized', 'The access token lacks a permission', 403);
  const reason = reasonOf(reply);
  if (reason === 'private') return ofStream('private', 'This community is private', 403);
  if (reason === 'quarantined' || reason === 'gated') return ofStream('quarantined', 'This community is behind a warning of Reddit', 403);
  if (blockPage.test(reply.text)) return ofTransport('forbidden', blockedText, 403);
  return ofStream('forbidden', 'Reddit does not let us read this place', 403);
}

export interface CallOptions {
  /** Default: `background`. */
  priority?: Priority;
  signal?: AbortSignal;
}

/** Reads from the API host. Throws `RedditFailure` for anything but a JSON response, or the signal's reason. */
export interface RedditApi {
  /** `path` is used as it is, including plus signs; the values of `query` are encoded. */
  get(path: string, query?: Record<string, string | number>, options?: CallOptions): Promise<unknown>;
}

interface Options {
  apiUrl: string;
  upstream: Upstream;
  token: TokenSource;
  budget: Budget;
  breaker: Breaker;
  sleep: Sleep;
  /** 0 to 1, for jitter. */
  random: () => number;
}

const tries = 3;
const firstBackoffMs = 500;

export function createRedditApi(deps: Options): RedditApi {
  const { apiUrl, upstream, token, budget, breaker, sleep, random } = deps;
  const base = apiUrl.replace(/\/+$/, '');

  /** One attempt: gets a token, waits for the budget, sends the request, and checks the response. */
  async function attempt(url: string, { priority = 'background', signal }: CallOptions): Promise<unknown> {
    const openUntil = breaker.openUntil();
    if (openUntil !== null)
      throw new RedditFailure('Reddit does not answer; trying again soon', { kind: 'unreachable', ofStream: false, retryAt: openUntil });
    const bearer = await unlessAborted(token.get(), signal);
    const settle = await budget.take({ priority, signal });
    const reply = await settled(
      upstream.send({ url, headers: { authorization: `bearer ${bearer}` }, ...(signal ? { signal } : {}) }),
      settle,
    );
    if (reply.status === 401) token.drop(bearer);
    const failure = failureOf(reply);
    if (failure?.kind === 'limited') throw withRetryAt(failure, budget.state().pausedUntil);
    if (failure) throw failure;
    return jsonOf(reply);
  }

  async function get(path: string, query: Record<string, string | number> = {}, options: CallOptions = {}): Promise<unknown> {
    const url = `${base}${path}?${addressed(query)}`;
    let refreshed = false;
    for (let tried = 1; ; tried++) {
      try {
        const json = await attempt(url, options);
        breaker.succeeded();
        return json;
      } catch (error) {
        const failure = asFailure(error, options.signal);
        const stale: boolean = failure.status === 401 && !refreshed;
        if (!stale && (!failure.passing || tried >= tries)) throw failure;
        refreshed ||= stale;
        // After a 429, the budget makes the next attempt wait.
        if (failure.kind !== 'limited' && !stale) await sleep(random() * firstBackoffMs * 2 ** tried, options.signal);
      }
    }
  }

  /** Converts an error to a `RedditFailure` and reports to the breaker whether Reddit responded. */
  function asFailure(error: unknown, signal: AbortSignal | undefined): RedditFailure {
    signal?.throwIfAborted();
    const failure =
      error instanceof UpstreamError
        ? new RedditFailure('Reddit could not be reached', { kind: 'unreachable', ofStream: false, passing: true, cause: error })
        : error;
    if (!(failure instanceof RedditFailure)) throw failure;
    if (failure.passing && failure.kind !== 'limited') breaker.failed();
    else if (failure.status !== null) breaker.succeeded();
    return failure;
  }

  return { get };
}

async function settled(call: Promise<UpstreamReply>, settle: (reply: UpstreamReply | null) => void): Promise<UpstreamReply> {
  try {
    const reply = await call;
    settle(reply);
    return reply;
  } catch (error) {
    settle(null);
    throw error;
  }
}

/** All callers share one token request, so an aborted caller stops waiting without canceling it. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

const withRetryAt = (failure: RedditFailure, retryAt: number | null) =>
  new RedditFailure(failure.message, { kind: 'limited', ofStream: false, passing: true, retryAt, status: 429 });

/** `raw_json=1` prevents HTML entities such as `&lt;` in texts. */
const addressed = (query: Record<string, string | number>): string =>
  new URLSearchParams({
    ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    raw_json: '1',
  }).toString();
