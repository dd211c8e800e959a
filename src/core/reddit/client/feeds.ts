import type { Now } from '#core/platform/clock.ts';
import { type Upstream, UpstreamError } from '#core/platform/http/upstream.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { RedditFailure } from './failure.ts';
import { pauseMs } from './rate-headers.ts';
import { failureOf, isHtml } from './replies.ts';

export interface FeedReader {
  /** One request. Throws `RedditFailure`: limited, with `retryAt`, when it is not our turn yet. */
  read(path: string, query: Record<string, string>, signal: AbortSignal): Promise<{ items: FetchedItem[]; refused: number }>;
  /** UTC ms from which the next request may go out. */
  nextAt(): number;
}

interface Options {
  wwwUrl: string;
  upstream: Upstream;
  /** The personal secret of Reddit's private feeds, or empty. */
  feedToken: string;
  /** Least time between two requests: Reddit grants about one a minute per address. */
  intervalMs: number;
  now: Now;
  /** 0 to 1, for jitter. */
  random: () => number;
}

/** All feeds of this address share one turn, whoever asks. */
export function createFeedReader({ wwwUrl, upstream, feedToken, intervalMs, now, random }: Options): FeedReader {
  const secret = secretOf(feedToken);
  let nextAt = 0;
  let refusals = 0;

  async function call(url: string, signal: AbortSignal) {
    try {
      return await upstream.send({ url, signal });
    } catch (cause) {
      if (cause instanceof UpstreamError)
        throw new RedditFailure('Reddit could not be reached', { kind: 'unreachable', ofStream: false, cause });
      throw cause;
    } finally {
      // Counted from the end: Reddit counts from when the request reaches it, which only lies before that.
      nextAt = now() + intervalMs;
    }
  }

  return {
    nextAt: () => nextAt,
    async read(path, query, signal) {
      if (nextAt > now()) throw limited(nextAt);
      // Taken before the call, so that a second caller finds the turn gone.
      nextAt = now() + intervalMs;
      const reply = await call(`${wwwUrl.replace(/\/+$/, '')}${path}?${new URLSearchParams({ ...query, ...secret }).toString()}`, signal);
      const failure = failureOf(reply);
      refusals = failure?.kind === 'limited' ? refusals + 1 : 0;
      if (refusals > 0) {
        const pause = Math.max(pauseMs(reply.headers, { now: now(), refusals, random }), intervalMs * 2 ** Math.min(refusals - 1, 5));
        nextAt = now() + pause;
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
  new RedditFailure('Reddit grants few feeds a minute; waiting for the next turn', { kind: 'limited', ofStream: false, retryAt });

/** Taken as Reddit shows it, a link with `feed` and `user`, or as the two with a colon between, in either order. */
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
