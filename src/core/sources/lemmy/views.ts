import * as z from 'zod';
import { authorAt, fullnameAt, idAt } from '#shared/origin.ts';
import { type FetchedItem, textOnly, timeOf } from '#core/platform/item.ts';
import { webAddress } from '#core/reddit/client/links.ts';
import { cleanText, lineOf, maxTitleLength } from '#core/text/clean.ts';
import { textOfMarkdown } from '#core/text/html-text.ts';

const text = z.string().catch('');
const flag = z.boolean().catch(false);
const count = z.int32().nullable().catch(null);
const id = z.number().int().positive();
const published = z.iso.datetime({ offset: true }).transform(Date.parse);

/** Where the names of fields differ, Lemmy's comes first, then PieFed's. */
const personSchema = z.object({ name: text, user_name: text, actor_id: text, deleted: flag, bot_account: flag, bot: flag });
export const communitySchema = z.object({ id, name: z.string(), actor_id: text, nsfw: flag, deleted: flag, removed: flag });
const postSchema = z.object({
  id,
  name: text,
  title: text,
  /** Markdown. */
  body: text,
  /** What the post links to. */
  url: text,
  published,
  deleted: flag,
  removed: flag,
  nsfw: flag,
  locked: flag,
  featured_community: flag,
  sticky: flag,
});
const commentSchema = z.object({
  id,
  /** Markdown. */
  content: text,
  body: text,
  published,
  deleted: flag,
  removed: flag,
  /** IDs of the comments above it and its own, after a 0. */
  path: text,
});
const countsSchema = z
  .object({ score: count, comments: count, child_count: count })
  .catch({ score: null, comments: null, child_count: null });

const viewSchema = z.object({ post: postSchema, creator: personSchema, community: communitySchema, counts: countsSchema });
/** A post with what belongs to it; https://join-lemmy.org/api and `/api/alpha/swagger` of PieFed name the fields. */
export const postViewSchema = viewSchema.transform(({ post, ...view }) => ({ ...view, post, comment: null }));
export const commentViewSchema = viewSchema.extend({ comment: commentSchema });
export type View = z.output<typeof postViewSchema> | z.output<typeof commentViewSchema>;

export type ThingKind = 'post' | 'comment';
export interface Thing {
  /** Of the instance that was asked: IDs are its own. */
  base: string;
  kind: ThingKind;
  id: number;
}

/** "lemmy.world" is "https://lemmy.world". */
export const baseOf = (instance: string): string => (instance.startsWith('http://') ? instance : `https://${instance}`);
const instanceAt = (base: string): string => base.replace(/^https:\/\//, '');

export const nameOf = ({ base, kind, id: own }: Thing): string => fullnameAt('lemmy', `${instanceAt(base)}/${kind}/${own}`);
export function thingNamed(fullname: string): Thing | null {
  const [, instance = '', kind, own] =
    /^((?:http:\/\/)?[^\s/]{1,260})\/(post|comment)\/(\d{1,12})$/.exec(idAt('lemmy', fullname) ?? '') ?? [];
  const base = baseOf(instance);
  return instance === '' || !URL.canParse(base) ? null : { base, kind: kind === 'post' ? 'post' : 'comment', id: Number(own) };
}

const hostOf = (address: string): string | null => URL.parse(address)?.host ?? null;

/** "lemmy.world/c/smallbusiness", or "lemmy.ml/c/smallbusiness@lemmy.world" where another instance shows it. */
function labelOf({ name, actor_id: address }: View['community'], host: string): string {
  const home = hostOf(address) ?? host;
  return `${host}/c/${lineOf(name, 100)}${home === host ? '' : `@${home}`}`;
}

/** Where an author's account is, the name is one person's. */
function authorOf({ name, user_name: userName, actor_id: address }: View['creator'], host: string): string | null {
  const shown = lineOf(name || userName, 80);
  return shown === '' ? null : authorAt(shown, hostOf(address) ?? host);
}

function goneOf({ post, comment, creator }: View): FetchedItem['gone'] {
  const { deleted, removed } = comment ?? post;
  return deleted ? 'deleted' : removed ? 'removed' : creator.deleted ? 'account' : null;
}

/** The comment above it; null if it answers the post. */
function parentIn(path: string): number | null {
  const above = Number(path.split('.').at(-2));
  return Number.isSafeInteger(above) && above > 0 ? above : null;
}

/** `isPinned`: listed before newer ones. */
export interface Listed {
  id: number;
  at: number;
  isPinned: boolean;
  isByBot: boolean;
  item: FetchedItem;
}

export function readView(view: View, base: string, now: number): Listed {
  const { post, comment, creator, community, counts } = view;
  const host = new URL(base).host;
  const own: Thing = { base, kind: comment ? 'comment' : 'post', id: (comment ?? post).id };
  const thread = nameOf({ base, kind: 'post', id: post.id });
  const parent = comment && parentIn(comment.path);
  const isTitleGone = post.deleted || post.removed;
  const item: FetchedItem = {
    ...textOnly,
    fullname: nameOf(own),
    kind: own.kind,
    subreddit: labelOf(community, host),
    author: authorOf(creator, host),
    title: isTitleGone ? '' : lineOf(post.name || post.title, maxTitleLength),
    body: cleanText(textOfMarkdown(comment ? comment.content || comment.body : post.body)),
    url: comment ? null : webAddress(post.url),
    permalink: `${base}/${own.kind}/${own.id}`,
    createdAt: timeOf((comment ?? post).published, now),
    score: counts.score,
    numComments: comment ? counts.child_count : counts.comments,
    over18: post.nsfw || community.nsfw,
    parentFullname: comment && (parent ? nameOf({ base, kind: 'comment', id: parent }) : thread),
    linkFullname: comment && thread,
    locked: post.locked,
    gone: goneOf(view),
  };
  const isPinned = comment === null && (post.featured_community || post.sticky);
  return { id: own.id, at: (comment ?? post).published, isPinned, isByBot: creator.bot_account || creator.bot, item };
}
