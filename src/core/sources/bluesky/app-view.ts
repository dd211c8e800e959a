import { minuteMs } from '#shared/time.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { SourceFailure } from '../failure.ts';
import { createJsonReader } from '../json.ts';
import type { Recheck, SourceDeps } from '../source.ts';
import {
  fullnameOf,
  handleOf,
  isLeftOut,
  itemOf,
  label,
  type PostId,
  postsSchema,
  profilesSchema,
  readFullname,
  uriOf,
  writtenBy,
} from './wire.ts';

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
