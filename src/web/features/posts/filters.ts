import * as z from 'zod';
import { idSchema } from '#shared/common.ts';
import { type postListQuery, postSorts, postStatusSchema, type Post } from '#shared/posts.ts';
import { flag, lenient, momentOf, sinceSchema } from '#web/features/inbox/address.ts';

const filterSchema = z.object({
  campaignId: lenient(idSchema),
  minScore: lenient(z.coerce.number().int().min(1).max(100)),
  subreddit: lenient(z.string().trim().min(1).max(50)),
  kind: lenient(z.enum(['post', 'comment'])),
  status: lenient(z.union([postStatusSchema, z.literal('all')])),
  since: lenient(sinceSchema),
  rule: lenient(z.string().min(1).max(500)),
  q: lenient(z.string().trim().min(1).max(300)),
  unseen: lenient(flag),
  sort: z.enum(postSorts).catch('-confidence'),
});
export type PostFilters = z.output<typeof filterSchema>;
export type PostFilterName = Exclude<keyof PostFilters, 'sort'>;

export const readPostFilters = (address: URLSearchParams): PostFilters => filterSchema.parse(Object.fromEntries(address));

/** What to ask the server for; `now` in milliseconds. */
export function postQuery({ unseen, since, ...rest }: PostFilters, now: number): z.input<typeof postListQuery> {
  return {
    ...rest,
    ...(unseen && { seen: 'false' as const }),
    ...(since && { since: momentOf(since, now) }),
  };
}

/** Whether a post whose status has just changed still belongs to the list. Without a status filter the list holds new ones and leads. */
export function belongs(post: Pick<Post, 'status'>, { status }: Pick<PostFilters, 'status'>): boolean {
  if (status === 'all') return true;
  return status ? post.status === status : post.status === 'new' || post.status === 'lead';
}
