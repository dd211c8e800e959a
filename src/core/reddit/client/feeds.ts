import type { Now } from '#core/platform/clock.ts';
import { type Upstream, UpstreamError } from '#core/platform/http/upstream.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { RedditFailure } from './failure.ts';
import { pauseMs } from './budget.ts';
import { failureOf, isHtml } from './request.ts';
import type { SharedStore } from './shared-budget-queries.ts';

/** Reddit counts requests per address; servers usually share one. */
interface FeedTurn {
  /** UTC ms. */
  nextAt: number;
}
const feedsName = 'feeds';

export interface FeedReader {
  /** Sends one request. Throws `RedditFailure`: limited, with `retryAt`, if the interval hasn't passed yet. */
  read(path: string, query: Record<string, string>, signal: AbortSignal): Promise<{ items: FetchedItem[]; refused: number }>;
  /** UTC ms from which the next request may go out. */
  nextAt(): number;
}

interface Options {
  wwwUrl: string;
  upstream: Upstream;
  /** The personal secret of Reddit's private feeds, or empty. */
  feedToken: string;
  /** Minimum time between two requests: Reddit allows about one per minute and IP address. */
  intervalMs: number;
  now: Now;
  /** 0 to 1, for jitter. */
  random: () => number;
  /** Where several servers share one address; in memory if absent. */
  store?: SharedStore | null | undefined;
}

/** Reads feeds one at a time, because all requests from this IP address share one limit. */
export function createFeedReader({ wwwUrl, upstream, feedToken, intervalMs, now, random, store }: Options): FeedReader {
  const secret = secretOf(feedToken);
  let nextAt = 0;
  let refusals = 0;

  /** Takes the turn from the other servers, or throws until when they have it. */
  async function takeFromOthers(): Promise<void> {
    if (!store) return;
    const heldUntil = await store.change<FeedTurn, number>(feedsName, (turn) => {
      const held = Math.max(0, turn?.nextAt ?? 0);
      return held > now() ? { state: { nextAt: held }, result: held } : { state: { nextAt }, result: 0 };
    });
    if (heldUntil > 0) throw limited((nextAt = heldUntil));
  }

  function hold(until: number): void {
    nextAt = until;
    store
      ?.change<FeedTurn, void>(feedsName, (turn) => ({ state: { nextAt: Math.max(until, turn?.nextAt ?? 0) }, result: undefined }))
      .catch((error: unknown) => store.report(error));
  }

  async function call(url: string, signal: AbortSignal) {
    try {
      return await upstream.send({ url, signal });
    } catch (cause) {
      if (cause instanceof UpstreamError)
        throw new RedditFailure('Reddit could not be reached', { kind: 'unreachable', ofStream: false, cause });
      throw cause;
    } finally {
      // Count from the end of the request: Reddit counts from its arrival, which is earlier.
      hold(now() + intervalMs);
    }
  }

  return {
    nextAt: () => nextAt,
    async read(path, query, signal) {
      if (nextAt > now()) throw limited(nextAt);
      // Set before the call, so that a concurrent caller has to wait.
      nextAt = now() + intervalMs;
      await takeFromOthers();
      const reply = await call(`${wwwUrl.replace(/\/+$/, '')}${path}?${new URLSearchParams({ ...query, ...secret }).toString()}`, signal);
      const failure = failureOf(reply);
      refusals = failure?.kind === 'limited' ? refusals + 1 : 0;
      if (refusals > 0) {
        const pause = Math.max(pauseMs(reply.headers, { now: now(), refusals, random }), intervalMs * 2 ** Math.min(refusals - 1, 5));
        hold(now() + pause);
        throw limited(nextAt);
      }
      if (failure) throw failure;
      if (isHtml(reply.text))
        throw new RedditFailure('Reddit sent a web page instead of a feed', { kind: 'broken', ofStream: false, status: reply.status });
      const { readFeed } = await import('./atom.ts');
      return readFeed(reply.text);
    },
  };
}

const limited = (retryAt: number) =>
  new RedditFailure('Reddit allows about one search or feed a minute without an account', { kind: 'limited', ofStream: false, retryAt });

/** Accepts the link that Reddit shows, with `feed` and `user`, or the two values joined by a colon in either order. */
function secretOf(feedToken: string): Record<string, string> {
  const query = new URLSearchParams(feedToken.split('?').at(-1));
  const [first = '', second = ''] = feedToken.split(':');
  const isToken = (text: string) => /^[0-9a-f]{20,}$/i.test(text);
  const [user, feed] = query.get('feed')
    ? [query.get('user'), query.get('feed')]
    : isToken(first) && !isToken(second)
      ? [second, first]
      : [first, second];
  return user && feed ? { feed, user } : {};
}
