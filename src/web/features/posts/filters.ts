import type * as z from 'zod';
import { type postListQuery, postSorts, postStatuses, type Post } from '#shared/posts.ts';
import {
  idParam,
  matching,
  oneOf,
  type UrlParams,
  readUrlParams,
  integerParam,
  textParam,
  flagPart,
  momentOf,
  sincePart,
} from '#web/lib/url-params.ts';

const readers = {
  campaignId: idParam,
  minScore: integerParam(1, 100),
  subreddit: textParam(50),
  kind: oneOf(['post', 'comment']),
  status: oneOf([...postStatuses, 'all']),
  since: sincePart,
  rule: matching(/^.{1,500}$/s),
  q: textParam(300),
  unseen: flagPart,
  sort: oneOf(postSorts),
};

export type PostFilters = UrlParams<typeof readers> & { sort: (typeof postSorts)[number] };
export type PostFilterName = Exclude<keyof PostFilters, 'sort'>;

export const readPostFilters = (address: URLSearchParams): PostFilters => ({ sort: '-confidence', ...readUrlParams(address, readers) });
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
