import type { Priority } from '#core/reddit/client/budget.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import { fieldsOf } from '#core/reddit/client/wire.ts';
import type { RedditClient } from '#core/reddit/client/client.ts';

/** `closed`: in a subreddit that visitors can't read. `missing`: Reddit doesn't show it to others. */
export type Seen = 'shown' | 'removed' | 'missing' | 'closed';

/** What Reddit shows others of an account. Null values couldn't be read. */
export interface Outside {
  profile: 'shown' | 'missing' | 'suspended' | null;
  items: ReadonlyMap<string, Seen> | null;
  /** Error message if something couldn't be read. */
  error: string | null;
}

interface Asking {
  username: string;
  items: readonly { fullname: string; subreddit: string }[];
  priority: Priority;
  signal?: AbortSignal | undefined;
}
type Client = Pick<RedditClient, 'app' | 'apiWith' | 'listings'>;
export type LookFromOutside = (asking: Asking) => Promise<Outside>;

const maxItems = 100;

async function findProfile({ apiWith, app }: Client, username: string, options: object): Promise<Outside['profile']> {
  try {
    const thing = fieldsOf(await apiWith(app).get(`/user/${encodeURIComponent(username)}/about`, {}, options));
    return fieldsOf(thing?.data)?.is_suspended === true ? 'suspended' : 'shown';
  } catch (error) {
    if (error instanceof RedditFailure && error.status === 404) return 'missing';
    throw error;
  }
}

async function seenItems({ listings }: Client, items: Asking['items'], options: object): Promise<Map<string, Seen>> {
  const newest = items.slice(0, maxItems);
  const found = await listings.info(
    newest.map(({ fullname }) => fullname),
    options,
  );
  const seen = new Map<string, Seen>();
  for (const { fullname, gone } of found.items) {
    // An item that its author has just deleted wasn't removed by others.
    if (gone !== 'deleted') seen.set(fullname, gone === null ? 'shown' : gone === 'removed' ? 'removed' : 'missing');
  }
  const missing = new Set(found.missing);
  const doubtful = newest.filter(({ fullname }) => missing.has(fullname));
  const subreddits = [...new Set(doubtful.map(({ subreddit }) => subreddit))];
  const open = subreddits.length === 0 ? new Set<string>() : await listings.openCommunities(subreddits, options);
  for (const { fullname, subreddit } of doubtful) seen.set(fullname, open.has(subreddit.toLowerCase()) ? 'missing' : 'closed');
  return seen;
}

/** Reads with the app's own token, which belongs to no account. At most three calls from the shared budget. */
export function createLookFromOutside(findClient: () => Client | null): LookFromOutside {
  return async ({ username, items, priority, signal }) => {
    const client = findClient();
    const options = { priority, ...(signal ? { signal } : {}) };
    const outside: Outside = { profile: null, items: null, error: null };
    if (!client || !(await client.app.serves())) return { ...outside, error: 'Earshot has no app token to check with' };
    try {
      outside.profile = await findProfile(client, username, options);
      outside.items = await seenItems(client, items, options);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof RedditFailure)) throw error;
      outside.error = error.message;
    }
    return outside;
  };
}
