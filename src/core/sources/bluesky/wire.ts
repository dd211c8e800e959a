import * as z from 'zod';
import { authorAt, fullnameAt, idAt } from '#shared/origin.ts';
import { sourceOf } from '#shared/sources.ts';
import { type FetchedItem, textOnly, timeOf } from '#core/platform/item.ts';
import { webAddress } from '#core/reddit/client/links.ts';
import { cleanText, lineOf, maxTitleLength } from '#core/text/clean.ts';

export const { label } = sourceOf('bluesky');
export const collection = 'app.bsky.feed.post';

export const didSchema = z.string().regex(/^did:(?:plc|web):[\w.:%-]{1,200}$/);
const count = z.int32().nullable().catch(null);
const labelsSchema = z.array(z.object({ val: z.string() })).catch([]);
const externalSchema = z.object({ uri: z.string() }).optional().catch(undefined);
const placeSchema = z.object({ uri: z.string() });

/** A post as its author stores it; https://atproto.com/lexicons/app-bsky-feed names the fields. */
const recordSchema = z.object({
  text: z.string(),
  createdAt: z.string().catch(''),
  reply: z.object({ root: placeSchema, parent: placeSchema }).optional().catch(undefined),
  /** A link stands in the post, or beside its pictures. */
  embed: z
    .object({ external: externalSchema, media: z.object({ external: externalSchema }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  labels: z.object({ values: labelsSchema }).optional().catch(undefined),
});

/** Of `com.atproto.label`: what its author calls unfit for everybody's eyes. */
const adult: ReadonlySet<string> = new Set(['porn', 'sexual', 'nudity', 'graphic-media']);
/** Of accounts: a program's, and those that ask not to be read by people who haven't signed in. */
const leftOut: ReadonlySet<string> = new Set(['bot', '!no-unauthenticated']);

const profileSchema = z.object({ did: didSchema, handle: z.string(), labels: labelsSchema.default([]) });
type Profile = z.output<typeof profileSchema>;
export const profilesSchema = z.object({ profiles: z.array(profileSchema) });
export const postsSchema = z.object({
  posts: z.array(z.object({ uri: z.string(), author: profileSchema, record: z.unknown(), likeCount: count, replyCount: count })),
});

/** Its handle; null for one that Bluesky can't confirm. */
export const handleOf = ({ handle }: Profile): string | null => (handle === 'handle.invalid' ? null : lineOf(handle, 253));
export const isLeftOut = ({ labels }: Profile): boolean => labels.some(({ val }) => leftOut.has(val));

export interface PostId {
  did: string;
  rkey: string;
}
export const fullnameOf = ({ did, rkey }: PostId): string => fullnameAt('bluesky', `${did}/${rkey}`);
export const uriOf = ({ did, rkey }: PostId): string => `at://${did}/${collection}/${rkey}`;
export function readId(did = '', rkey = ''): PostId | null {
  return didSchema.safeParse(did).success && /^[\w.~:-]{1,512}$/.test(rkey) ? { did, rkey } : null;
}
export function readFullname(fullname: string): PostId | null {
  const [did, rkey, ...rest] = idAt('bluesky', fullname)?.split('/') ?? [];
  return rest.length > 0 ? null : readId(did, rkey);
}
function readUri(uri: string): PostId | null {
  const [, did, rkey] = /^at:\/\/([^/]+)\/app\.bsky\.feed\.post\/([^/]+)$/.exec(uri) ?? [];
  return readId(did, rkey);
}
const nameAt = ({ uri }: z.output<typeof placeSchema>): string | null => {
  const id = readUri(uri);
  return id && fullnameOf(id);
};

interface Around {
  now: number;
  /** When the network saw it, in UTC ms; its author's clock may be wrong. */
  seenAt?: number;
  score?: number | null;
  numComments?: number | null;
}

/** Null if it isn't a post. Its author's handle isn't known here. */
export function itemOf(id: PostId, record: unknown, { now, seenAt = now, score = null, numComments = null }: Around): FetchedItem | null {
  const post = recordSchema.safeParse(record).data;
  if (!post) return null;
  const text = cleanText(post.text);
  const { reply } = post;
  const [first = '', ...rest] = text.split('\n');
  // A post has no title: its first line, which most have only.
  const title = reply ? '' : lineOf(first, maxTitleLength);
  const link = post.embed?.external?.uri ?? post.embed?.media?.external?.uri ?? '';
  const written = Date.parse(post.createdAt);
  return {
    ...textOnly,
    fullname: fullnameOf(id),
    kind: reply ? 'comment' : 'post',
    subreddit: 'bsky.app',
    author: authorAt(id.did, label),
    title,
    body: reply ? text : rest.join('\n').trim(),
    url: reply ? null : webAddress(link),
    permalink: `https://bsky.app/profile/${id.did}/post/${id.rkey}`,
    createdAt: timeOf(written > seenAt ? seenAt : written, now),
    score,
    numComments,
    over18: post.labels?.values.some(({ val }) => adult.has(val)) ?? false,
    parentFullname: reply ? nameAt(reply.parent) : null,
    linkFullname: reply ? nameAt(reply.root) : null,
  };
}

export const writtenBy = (item: FetchedItem, handle: string | null): FetchedItem =>
  handle === null ? item : { ...item, author: authorAt(handle, label) };
