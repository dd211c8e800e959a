import * as z from 'zod';
import { authorAt, fullnameAt, hackerNewsName } from '#shared/origin.ts';
import { textOfHtml } from '#core/platform/html-text.ts';
import { type FetchedItem, unknownTime } from '#core/platform/item.ts';
import { webAddress } from '#core/reddit/client/links.ts';
import { cleanText, maxTitleLength } from '#core/reddit/client/text.ts';

const text = z.string().catch('');
const number = z.number().int().nullable().catch(null);

/** An item of the API; https://github.com/HackerNews/API names the fields. All but `id` may be absent. */
export const hackerNewsItemSchema = z.object({
  id: z.number().int().positive(),
  type: text,
  by: text,
  time: z.number().nullable().catch(null),
  title: text,
  /** HTML. */
  text,
  url: text,
  parent: number,
  score: number,
  descendants: number,
  deleted: z.boolean().catch(false),
  dead: z.boolean().catch(false),
});
export type HackerNewsItem = z.output<typeof hackerNewsItemSchema>;

const posts = new Set(['story', 'poll']);
/** Job ads and poll options aren't conversations. */
export const isConversation = ({ type }: Pick<HackerNewsItem, 'type'>): boolean => type === 'comment' || posts.has(type);

/** The public page of an item, independent of the configured API URL. */
const pageOf = (id: number): string => `https://news.ycombinator.com/item?id=${id}`;

/** `deleted`: by its author. `dead`: by software, moderators, or users. */
export const goneOf = ({ deleted, dead }: Pick<HackerNewsItem, 'deleted' | 'dead'>): FetchedItem['gone'] =>
  deleted ? 'deleted' : dead ? 'removed' : null;

/** `story`: for a comment, the post of its thread, if known. */
export function itemOf(item: HackerNewsItem, story: Pick<HackerNewsItem, 'id' | 'title'> | null): FetchedItem {
  const isPost = posts.has(item.type);
  return {
    fullname: fullnameAt('hackernews', String(item.id)),
    kind: isPost ? 'post' : 'comment',
    subreddit: hackerNewsName,
    author: item.by === '' ? null : authorAt(cleanText(item.by, 80), hackerNewsName),
    title: cleanText(textOfHtml(isPost ? item.title : (story?.title ?? '')), maxTitleLength),
    body: cleanText(textOfHtml(item.text)),
    url: isPost ? webAddress(item.url) : null,
    permalink: pageOf(item.id),
    createdAt: item.time !== null && item.time > 0 ? item.time * 1000 : unknownTime,
    score: item.score,
    numComments: item.descendants,
    over18: false,
    flair: null,
    parentFullname: item.parent === null ? null : fullnameAt('hackernews', String(item.parent)),
    linkFullname: isPost || !story ? null : fullnameAt('hackernews', String(story.id)),
    locked: false,
    crosspost: false,
    distinguished: false,
    gone: goneOf(item),
  };
}
