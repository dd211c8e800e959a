import type { CheckPoint } from '#shared/reply-check.ts';
import { dayMs } from '#shared/time.ts';
import type { OwnItem } from '../activity/rows.ts';
import { areRecognizable, namedBrands } from '../own-products.ts';
import { type Facts } from './facts.ts';

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
