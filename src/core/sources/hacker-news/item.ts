import * as z from 'zod';
import { authorAt, fullnameAt } from '#shared/origin.ts';
import { sourceOf } from '#shared/sources.ts';
import { type FetchedItem, timeOf } from '#core/platform/item.ts';
import { webAddress } from '#core/reddit/client/links.ts';
import { cleanText, lineOf, maxTitleLength } from '#core/text/clean.ts';
import { textOfHtml } from '#core/text/html-text.ts';

export const hackerNewsName = sourceOf('hackernews').label;

const textField = z.string().catch('');
const number = z.int32().nullable().catch(null);

/** An item of the API; https://github.com/HackerNews/API names the fields. All but `id` may be absent. */
export const hackerNewsItemSchema = z.object({
  id: z.number().int().positive(),
  type: textField,
  by: textField,
  time: z.number().nullable().catch(null),
  title: textField,
  /** HTML. */
  text: textField,
  url: textField,
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
export function itemOf(item: HackerNewsItem, story: Pick<HackerNewsItem, 'id' | 'title'> | null, now: number): FetchedItem {
  const isPost = posts.has(item.type);
  const author = lineOf(item.by, 80);
  return {
    fullname: fullnameAt('hackernews', String(item.id)),
    kind: isPost ? 'post' : 'comment',
    subreddit: hackerNewsName,
    author: author === '' ? null : authorAt(author, hackerNewsName),
    title: lineOf(textOfHtml(isPost ? item.title : (story?.title ?? '')), maxTitleLength),
    body: cleanText(textOfHtml(item.text)),
    url: isPost ? webAddress(item.url) : null,
    permalink: pageOf(item.id),
    createdAt: timeOf(item.time === null ? null : item.time * 1000, now),
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
