import type { Sleep } from '#core/platform/clock.ts';
import type { Breaker } from '#core/platform/http/breaker.ts';
import { type Upstream, UpstreamError, type UpstreamReply } from '#core/platform/http/upstream.ts';
import type { Budget, Priority } from './budget.ts';
import { RedditFailure } from './failure.ts';
import { failureOf, jsonOf } from './replies.ts';
import type { TokenSource } from './token.ts';

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
