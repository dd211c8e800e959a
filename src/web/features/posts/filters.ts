import type * as z from 'zod';
import { type postListQuery, postSorts, postStatuses, type Post } from '#shared/posts.ts';
import { flagPart, momentOf, sincePart } from '#web/features/inbox/url-filters.ts';
import { idPart, matching, oneOf, type Parts, readParts, wholeNumber, wordsPart } from '#web/lib/address-parts.ts';

const readers = {
  campaignId: idPart,
  minScore: wholeNumber(1, 100),
  subreddit: wordsPart(50),
  kind: oneOf(['post', 'comment']),
  status: oneOf([...postStatuses, 'all']),
  since: sincePart,
  rule: matching(/^.{1,500}$/s),
  q: wordsPart(300),
  unseen: flagPart,
  sort: oneOf(postSorts),
};

export type PostFilters = Parts<typeof readers> & { sort: (typeof postSorts)[number] };
export type PostFilterName = Exclude<keyof PostFilters, 'sort'>;

export const readPostFilters = (address: URLSearchParams): PostFilters => ({ sort: '-confidence', ...readParts(address, readers) });
/** `now` in milliseconds. */
export function postQuery({ unseen, since, ...rest }: PostFilters, now: number): z.input<typeof postListQuery> {
  return {
    ...rest,
    ...(unseen && { seen: 'false' as const }),
    ...(since && { since: momentOf(since, now) }),
  };
}

/** Whether a post still belongs in the list after a status change. Without a status filter the list holds new posts and leads. */
export function belongs(post: Pick<Post, 'status'>, { status }: Pick<PostFilters, 'status'>): boolean {
  if (status === 'all') return true;
  return status ? post.status === status : post.status === 'new' || post.status === 'lead';
}
