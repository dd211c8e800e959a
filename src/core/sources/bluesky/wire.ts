import * as z from 'zod';
import { authorAt, fullnameAt, idAt } from '#shared/origin.ts';
import { sourceOf } from '#shared/sources.ts';
import { minuteMs } from '#shared/time.ts';
import { type FetchedItem, textOnly, timeOf } from '#core/platform/item.ts';
import { webAddress } from '#core/reddit/client/links.ts';
import { cleanText, lineOf, maxTitleLength } from '#core/text/clean.ts';
import { SourceFailure } from '../failure.ts';
import { createJsonReader } from '../json.ts';
import type { Recheck, SourceDeps } from '../source.ts';

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
const profilesSchema = z.object({ profiles: z.array(profileSchema) });
const postsSchema = z.object({
  posts: z.array(z.object({ uri: z.string(), author: profileSchema, record: z.unknown(), likeCount: count, replyCount: count })),
});

/** Its handle; null for one that Bluesky can't confirm. */
const handleOf = ({ handle }: Profile): string | null => (handle === 'handle.invalid' ? null : lineOf(handle, 253));
const isLeftOut = ({ labels }: Profile): boolean => labels.some(({ val }) => leftOut.has(val));

export interface PostId {
  did: string;
  rkey: string;
}
export const fullnameOf = ({ did, rkey }: PostId): string => fullnameAt('bluesky', `${did}/${rkey}`);
const uriOf = ({ did, rkey }: PostId): string => `at://${did}/${collection}/${rkey}`;
export function readId(did = '', rkey = ''): PostId | null {
  return didSchema.safeParse(did).success && /^[\w.~:-]{1,512}$/.test(rkey) ? { did, rkey } : null;
}
function readFullname(fullname: string): PostId | null {
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

const writtenBy = (item: FetchedItem, handle: string | null): FetchedItem =>
  handle === null ? item : { ...item, author: authorAt(handle, label) };

/** In one request. */
const maxIds = 25;
/** Whose handles are asked for in one reading; others stand with the ID of their account. */
const maxAuthors = 200;
const maxRemembered = 20_000;

const inGroups = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / maxIds) }, (_, n) => all.slice(n * maxIds, (n + 1) * maxIds));

/** Bluesky's public API. */
export function createAppView({ config, client, now, sleep }: SourceDeps) {
  const { url } = config.bluesky;
  const reader = createJsonReader({ client, now, sleep, label, paceMs: 100 });
  /** By the ID of an account; null for one that is left out. */
  const known = new Map<string, { handle: string | null } | null>();

  const addressOf = (method: string, name: string, values: readonly string[]): string =>
    `${url}/xrpc/${method}?${new URLSearchParams(values.map((value): [string, string] => [name, value])).toString()}`;

  let quietUntil = 0;

  /** As many as Bluesky tells. */
  async function learn(dids: readonly string[], signal: AbortSignal): Promise<void> {
    if (quietUntil > now()) return;
    if (known.size > maxRemembered) known.clear();
    try {
      for (const some of inGroups(dids.filter((did) => !known.has(did)).slice(0, maxAuthors))) {
        const { profiles } = await reader.get({
          url: addressOf('app.bsky.actor.getProfiles', 'actors', some),
          schema: profilesSchema,
          signal,
        });
        for (const profile of profiles) known.set(profile.did, isLeftOut(profile) ? null : { handle: handleOf(profile) });
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof SourceFailure)) throw error;
      // Posts don't wait for the names of their authors.
      quietUntil = now() + minuteMs;
    }
  }

  return {
    /** The same with the handles of their authors, without those of bots and of people who ask for it. */
    async withHandles(items: ReadonlyMap<FetchedItem, string>, signal: AbortSignal): Promise<FetchedItem[]> {
      await learn([...new Set(items.values())], signal);
      return [...items].flatMap(([item, did]) => {
        const author = known.get(did);
        return author === null ? [] : [writtenBy(item, author?.handle ?? null)];
      });
    },
    /** Somebody's handle changed. */
    rename(did: string, handle: string): void {
      if (known.get(did)) known.set(did, { handle });
    },
    /** What became of these, as far as it answers. */
    async recheck(fullnames: readonly string[], signal: AbortSignal): Promise<Recheck> {
      const fates: Recheck = new Map();
      const ids = fullnames.flatMap((fullname) => readFullname(fullname) ?? []);
      try {
        for (const some of inGroups(ids)) {
          const { posts } = await reader.get({
            url: addressOf('app.bsky.feed.getPosts', 'uris', some.map(uriOf)),
            schema: postsSchema,
            signal,
          });
          const found = new Map(posts.map((post) => [post.uri, post]));
          for (const id of some) fates.set(fullnameOf(id), fateOf(id, found.get(uriOf(id)), now()));
        }
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof SourceFailure)) throw error;
      }
      return fates;
    },
  };
}
export type AppView = ReturnType<typeof createAppView>;

type Found = ReturnType<typeof postsSchema.parse>['posts'][number];

function fateOf(id: PostId, post: Found | undefined, now: number): NonNullable<ReturnType<Recheck['get']>> {
  if (!post || isLeftOut(post.author)) return { gone: 'missing', item: null };
  const item = itemOf(id, post.record, { now, score: post.likeCount, numComments: post.replyCount });
  return { gone: null, item: item && writtenBy(item, handleOf(post.author)) };
}
