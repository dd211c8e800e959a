import type { Now } from '#core/platform/clock.ts';
import { AppError } from '#core/platform/errors.ts';
import { type Upstream, UpstreamError } from '#core/platform/http/upstream.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import { parseRedditLink, type RedditLink } from '#core/reddit/client/links.ts';

export type ThreadLink = Extract<RedditLink, { kind: 'thread' }>;

/** Reads what a pasted link points to through a source's thread reader; the linked item comes first. */
export type LinkLookup = (
  url: string,
  readThread: (link: ThreadLink) => Promise<FetchedItem[]>,
  signal: AbortSignal,
) => Promise<FetchedItem[]>;

/**
 * Only configured addresses are ever called: just the ids are taken from a link, and a share link is resolved at the configured
 * `wwwUrl`. Throws AppErrors that may be shown.
 */
export function createLinkLookup({ wwwUrl, upstream, now }: { wwwUrl: string; upstream: Upstream; now: Now }): LinkLookup {
  async function targetOf(link: RedditLink | null, signal: AbortSignal): Promise<ThreadLink> {
    if (link?.kind === 'thread') return link;
    if (link === null) throw new AppError('invalid', 'That is not a link to a Reddit post or comment');
    const reply = await upstream.send({ url: wwwUrl.replace(/\/+$/, '') + link.path, signal });
    const target = parseRedditLink(reply.headers.get('location') ?? '');
    if (target?.kind !== 'thread') throw new AppError('not_found', 'This share link could not be resolved');
    return target;
  }

  return async (url, readThread, signal) => {
    try {
      const link = await targetOf(parseRedditLink(url), signal);
      const items = await readThread(link);
      const wanted = link.commentId ? `t1_${link.commentId}` : `t3_${link.postId}`;
      if (!items.some(({ fullname }) => fullname === wanted))
        throw new AppError('not_found', 'This post or comment is not available on Reddit');
      return items.toSorted((a, b) => Number(b.fullname === wanted) - Number(a.fullname === wanted));
    } catch (error) {
      signal.throwIfAborted();
      throw shown(error, now());
    }
  };
}

function shown(error: unknown, now: number): unknown {
  if (error instanceof AppError) return error;
  const failure = error instanceof RedditFailure ? error : null;
  if (failure?.kind === 'limited')
    return new AppError('too_many', failure.message, {
      cause: error,
      retryAfter: Math.ceil(Math.max(1000, (failure.retryAt ?? now) - now) / 1000),
    });
  if (failure?.ofStream) return new AppError('not_found', failure.message, { cause: error });
  if (!failure && !(error instanceof UpstreamError)) return error;
  return new AppError('unavailable', failure?.message ?? 'Reddit could not be reached', { cause: error });
}
