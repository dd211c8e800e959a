import * as z from 'zod';
import { authorAt } from '#shared/origin.ts';
import { type FetchedItem, textOnly, timeOf } from '#core/platform/item.ts';
import { cleanText, lineOf } from '#core/text/clean.ts';
import { linksInHtml, textOfHtml } from '#core/text/html-text.ts';
import type { ThreadComment } from '../source.ts';

const number = z.int().positive().nullish().catch(null);

/** A post of a topic; the first one is what the topic asks. https://docs.discourse.org names the fields. */
export const postSchema = z.object({
  username: z.string().catch(''),
  cooked: z.string().catch(''),
  created_at: z.string().catch(''),
  post_number: number,
  reply_to_post_number: number,
  /** 1 for what people write; others tell what happened to the topic. */
  post_type: z.int().catch(1),
  hidden: z.boolean().catch(false),
  user_deleted: z.boolean().catch(false),
  actions_summary: z.array(z.object({ id: z.number(), count: z.int32().default(0) })).catch([]),
});
export type Post = z.output<typeof postSchema>;

const likeAction = 2;
export const likesOf = ({ actions_summary: actions }: Post): number => actions.find(({ id }) => id === likeAction)?.count ?? 0;

export const goneOf = (post: Post | undefined): FetchedItem['gone'] => (post?.user_deleted ? 'deleted' : post?.hidden ? 'removed' : null);

interface Topic {
  fullname: string;
  title: string;
  subreddit: string;
  permalink: string;
  host: string;
  now: number;
}

/** The replies in a topic, oldest first: those that come with it, which are the first 19. */
export function repliesOf(posts: readonly Post[], { fullname, title, subreddit, permalink, host, now }: Topic): ThreadComment[] {
  const replies = posts.filter((post) => (post.post_number ?? 0) > 1 && post.post_type === 1 && goneOf(post) === null);
  return replies.map((post) => {
    const name = lineOf(post.username, 80);
    const above = post.reply_to_post_number ?? 1;
    return {
      ...textOnly,
      fullname: `${fullname}/${post.post_number}`,
      kind: 'comment',
      subreddit,
      author: name === '' ? null : authorAt(name, host),
      title,
      body: cleanText(textOfHtml(post.cooked)),
      permalink: `${permalink}/${post.post_number}`,
      createdAt: timeOf(post.created_at, now),
      score: likesOf(post),
      parentFullname: above > 1 ? `${fullname}/${above}` : fullname,
      linkFullname: fullname,
      links: linksInHtml(post.cooked),
    };
  });
}
