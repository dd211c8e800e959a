import type { Campaign } from '#shared/campaigns.ts';
import type { PostDetail } from '#shared/posts.ts';
import type { CheckPoint } from '#shared/reply-check.ts';
import type { Subreddit } from '#shared/subreddits.ts';
import { minuteMs, hourMs, dayMs } from '#shared/time.ts';
import type { Now } from '#core/platform/clock.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import type { RedditApi } from '#core/reddit/client/request.ts';
import { fieldsOf, fullnameOf } from '#core/reddit/client/wire.ts';
import type { OwnItem } from '../activity/rows.ts';
import type { OwnActivity } from '../activity/service.ts';
import { areRecognizable, namedBrands } from '../own-products.ts';
import type { PastAnswer, SeenThere, Target } from './queries.ts';

/** Current state of a thread on Reddit. */
interface ThreadState {
  locked: boolean;
  archived: boolean;
  /** The target of the reply, or its thread, was deleted or removed. */
  gone: boolean;
}

const keptMs = minuteMs;
const maxKept = 500;
const deletedMarks = new Set(['[deleted]', '[removed]']);

function readState(json: unknown, names: readonly string[]): ThreadState | null {
  const children = fieldsOf(fieldsOf(json)?.data)?.children;
  if (!Array.isArray(children)) return null;
  const things = children.flatMap((child) => {
    const data = fieldsOf(fieldsOf(child)?.data);
    const kind = fieldsOf(child)?.kind;
    return data && (kind === 't1' || kind === 't3') && fullnameOf(kind, data) ? [{ kind, data }] : [];
  });
  const isGone = ({ kind, data }: (typeof things)[number]) =>
    (kind === 't3' && typeof data.removed_by_category === 'string') ||
    deletedMarks.has(String(kind === 't3' ? data.selftext : data.body).toLowerCase());
  return {
    locked: things.some(({ data }) => data.locked === true),
    archived: things.some(({ data }) => data.archived === true),
    gone: things.length < names.length || things.some(isGone),
  };
}

/** Asks Reddit whether a thread still accepts replies; cached for a minute. */
export function createThreadStates(now: Now) {
  const known = new Map<string, { at: number; state: ThreadState }>();
  /** Null if Reddit couldn't be read. */
  return async function stateOf(names: readonly string[], api: RedditApi | null): Promise<ThreadState | null> {
    const key = names.join(',');
    const before = known.get(key);
    if (before && before.at > now() - keptMs) return before.state;
    if (!api || names.length === 0) return null;
    try {
      const state = readState(await api.get('/api/info', { id: key }, { priority: 'interactive' }), names);
      if (known.size >= maxKept) known.clear();
      if (state) known.set(key, { at: now(), state });
      return state;
    } catch (error) {
      if (error instanceof RedditFailure) return null;
      throw error;
    }
  };
}

/** Input of the check. Times are UTC ms. */
export interface Facts {
  now: number;
  post: PostDetail;
  /** Which found the post. */
  campaign: Campaign;
  target: Target;
  /** Text of the reply; empty if nothing is written yet. */
  text: string;
  community: Subreddit;
  own: OwnActivity;
  /** The Reddit account that the reply is for; null if none is connected. */
  account: string | null;
  /** What the workspace's accounts wrote in this thread. */
  there: readonly SeenThere[];
  /** Null if it couldn't be read. */
  thread: ThreadState | null;
  /** This user's replies of the last 90 days, newest first. */
  answers: readonly PastAnswer[];
  /** Names of colleagues who write a reply right now. */
  writing: readonly string[];
  /** Hosts of the user's websites and names of their products. */
  brands: readonly string[];
  caps: { account: number; subreddit: number };
}

const units: { upTo: number; of: [number, string] }[] = [
  { upTo: hourMs, of: [minuteMs, 'minute'] },
  { upTo: 2 * dayMs, of: [hourMs, 'hour'] },
  { upTo: 730 * dayMs, of: [dayMs, 'day'] },
];

/** Normalizes text for comparison: lower case, single spaces, trimmed. */
export const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** "3 hours", "12 days", "9 years". */
export function span(ms: number): string {
  const [size, unit] = units.find(({ upTo }) => ms < upTo)?.of ?? [365 * dayMs, 'year'];
  const count = Math.max(1, Math.floor(ms / size));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** A share of fewer items is mostly chance. */
const leastSample = 10;
/** Reddit's long-standing guideline: one in ten. */
const defaultLimit = 10;

const textOf = ({ title, body, url, kind }: OwnItem): string => `${kind === 'post' ? title : ''} ${body} ${url ?? ''}`;

/** The user's own posts and comments since `since` (UTC ms), and those of them that mention a brand. */
export function shareSince({ own, brands }: Pick<Facts, 'own' | 'brands'>, since: number) {
  const items = own.items.filter(({ createdAt }) => createdAt >= since);
  return { total: items.length, promoting: items.filter((item) => namedBrands(textOf(item), brands).length > 0) };
}

const rounded = (share: number): string => `${share < 10 && share % 1 !== 0 ? share.toFixed(1) : Math.round(share)}%`;

function whyUnknown({ own, brands }: Facts): string | null {
  if (own.state === 'not-connected') return 'Connect your Reddit account to see your share of promotion';
  if (own.state === 'reconnect') return 'Connect your Reddit account again to see your share of promotion';
  if (own.state === 'failed') return `Couldn't read your share of promotion. ${own.error ?? ''}`.trim();
  if (own.state === 'hidden') return 'Your profile shows no posts although you have karma, so your share of promotion is unknown';
  return areRecognizable(brands)
    ? null
    : 'None of your campaigns has a website or a name that only your product has, so your share of promotion is unknown';
}

/** Compares the user's share of promotion in recent days with the subreddit's limit. */
export function promotionPoint(facts: Facts, days: 30 | 90): CheckPoint {
  const key = `promotion-${days}` as const;
  const unknown = (message: string): CheckPoint => ({ key, level: 'unknown', message, evidence: [] });
  const why = whyUnknown(facts);
  if (why !== null) return unknown(why);
  const { total, promoting } = shareSince(facts, facts.now - days * dayMs);
  const sample = `${promoting.length} of your ${total} posts and comments in ${days} days mention your product`;
  if (total < leastSample) return unknown(`${sample}: too few to calculate a share`);
  const share = (promoting.length / total) * 100;
  const { limit: asked, level: allowed } = facts.community.promotion;
  const limit = asked ?? defaultLimit;
  const asks = asked === null ? `under ${defaultLimit}% is normal` : `r/${facts.community.name} asks for under ${asked}%`;
  const isMuch = share >= limit || (allowed === 'none' && promoting.some(({ subreddit }) => isHere(facts, subreddit)));
  const evidence = promoting.slice(0, 3).flatMap(({ permalink }) => permalink ?? []);
  return { key, level: isMuch ? 'ask' : 'ok', message: `${sample} (${rounded(share)}); ${asks}`, evidence: isMuch ? evidence : [] };
}

const isHere = ({ community }: Facts, subreddit: string): boolean => subreddit.toLowerCase() === community.name.toLowerCase();
