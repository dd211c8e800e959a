import type { FetchedItem } from '#core/platform/item.ts';
import { createListings, type Listings } from '#core/reddit/client/listings.ts';
import type { RedditApi } from '#core/reddit/client/request.ts';
import type { RedditClient } from '#core/reddit/client/client.ts';
import type { View, Views } from './recording.ts';

interface Thing {
  fullname: string;
  subreddit: string;
}
export interface LookResult {
  /** Views by fullname. */
  views: ReadonlyMap<string, Views>;
  /** The thread's post, this comment, and the replies below it. */
  below: (comment: FetchedItem) => Promise<FetchedItem[]>;
}

/** Looks up to 100 comments up. Throws `RedditFailure`. */
export type Look = (api: RedditApi, things: readonly Thing[], signal: AbortSignal) => Promise<LookResult>;

async function readViews(listings: Pick<Listings, 'info'>, names: readonly string[], signal: AbortSignal): Promise<Map<string, View>> {
  const { items, missing } = await listings.info(names, { signal });
  const views = new Map<string, View>(missing.map((name) => [name, 'missing']));
  for (const item of items) views.set(item.fullname, item);
  return views;
}

/** In a subreddit that others can't read, a missing comment tells nothing. */
async function withoutClosed(
  listings: Listings,
  { things, views }: { things: readonly Thing[]; views: Map<string, View> },
  signal: AbortSignal,
) {
  const doubtful = things.filter(({ fullname }) => views.get(fullname) === 'missing');
  if (doubtful.length === 0) return views;
  const open = await listings.openCommunities([...new Set(doubtful.map(({ subreddit }) => subreddit))], { signal });
  for (const { fullname, subreddit } of doubtful) if (!open.has(subreddit.toLowerCase())) views.set(fullname, null);
  return views;
}

/** Reads with the owner's account and, if the app has its own token, anonymously. Both use the shared request budget. */
export function createLook(findClient: () => Pick<RedditClient, 'app' | 'listings'> | null): Look {
  return async (api, things, signal) => {
    const client = findClient();
    const own = createListings(api);
    const names = things.map(({ fullname }) => fullname);
    const mine = await readViews(own, names, signal);
    const canAskOutside = client !== null && (await client.app.serves());
    const outside = canAskOutside ? await readViews(client.listings, names, signal) : new Map<string, View>();
    const theirs = canAskOutside ? await withoutClosed(client.listings, { things, views: outside }, signal) : outside;
    return {
      views: new Map(names.map((name) => [name, { own: mine.get(name) ?? null, outside: theirs.get(name) ?? null }])),
      below: ({ fullname, linkFullname }) =>
        linkFullname === null ? Promise.resolve([]) : own.branch(linkFullname.slice(3), fullname.slice(3), { signal }),
    };
  };
}
