import { type HealthKey, type HealthLevel, leastOwnItems } from '#shared/health.ts';
import type { Priority } from '#core/reddit/client/budget.ts';
import type { RedditClient } from '#core/reddit/client/client.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import { fieldsOf } from '#core/reddit/client/wire.ts';
import type { OwnItem } from '../activity/rows.ts';
import type { OwnActivity } from '../activity/service.ts';

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

/** Input of the checks. Times are UTC ms. */
export interface Facts {
  now: number;
  own: OwnActivity & { account: NonNullable<OwnActivity['account']> };
  outside: Outside;
  /** Names of the user's own products. */
  brands: readonly string[];
  /** Karma of earlier reports, newest first. */
  karma: readonly { at: number; value: number }[];
  /** Replies that Earshot posted in the last 90 days. */
  sent: number;
}

/** A finding as stored: evidence by fullname, so that no text outlives its item. */
export interface Finding {
  key: HealthKey;
  level: HealthLevel;
  message: string;
  advice: string | null;
  figure: string;
  n: number;
  value: number | null;
  evidence: string[];
}

const maxEvidence = 5;

export const finding = (key: HealthKey, facts: Omit<Finding, 'key' | 'advice' | 'value' | 'evidence'> & Partial<Finding>): Finding => ({
  advice: null,
  value: null,
  ...facts,
  evidence: (facts.evidence ?? []).slice(0, maxEvidence),
  key,
});
/** A finding without a result; counts neither as good nor as bad. */
export const unknown = (key: HealthKey, message: string, n = 0): Finding =>
  finding(key, { level: 'unknown', message, figure: 'unknown', n });

/** Why there are too few items for a finding, or null. */
export function tooFew({ own }: Facts, items: readonly OwnItem[], where: string): string | null {
  if (own.state === 'hidden') return 'Your Reddit history is hidden, so this is unknown.';
  if (items.length >= leastOwnItems) return null;
  return `${items.length === 1 ? '1 post or comment' : `${items.length} posts and comments`} ${where}: too few to tell. At least ${leastOwnItems} are needed.`;
}
export const percent = (share: number): string => {
  const figure = share * 100;
  return `${figure > 0 && figure < 10 && figure % 1 !== 0 ? figure.toFixed(1) : Math.round(figure)}%`;
};
