import type { PromotionLevel, Subreddit, SubredditRule } from '#shared/subreddits.ts';
import { findSubreddit } from '../catalog/catalog.ts';

type Promotion = Subreddit['promotion'];

const promotes = /\b(self[\s-]?promo\w*|promot\w+|advert\w*|market(?:ing)? your|soliciting|solicitation|shill\w*|spam\w*)\b/i;
/** Without "spam": nearly every subreddit has a rule against it, which doesn't forbid an honest mention. */
const namesPromotion = /\b(self[\s-]?promo\w*|promot\w+|advert\w*|market(?:ing)? your|soliciting|solicitation|shill\w*)\b/i;
const forbids = /\b(no|not|never|don['’]?t|do not|avoid|banned?|prohibited|forbidden|without)\b/i;
const thread =
  /\b(weekly|monthly|daily|(?:mon|tues|wednes|thurs|fri|satur|sun)day|mega\s?thread|dedicated thread|promo\w* thread|sticky|stickied)\b/i;
const percent = /(\d{1,2})\s?(?:%|per\s?cent)/i;
const ratio = /\b(\d{1,2})\s?:\s?1\b|\b1\s?(?:in|out of)\s?(\d{1,2})\b/i;
const linksOut = /\b(links?|urls?)\b/i;
const noLinks =
  /\bno\s+(?:\w+\s+){0,2}(?:links?|urls?)\b|\b(?:links?|urls?)\b[^.]{0,40}\b(?:not allowed|prohibited|banned|forbidden|removed)\b/i;
const disclosure = /\b(disclos\w+|affiliat\w+|transparen\w+|say (?:that )?(?:who )?you(?:['’]re| are)|be open about)\b/i;

const textOf = ({ name, text }: SubredditRule): string => `${name}\n${text}`;

/** "Under 10%", "9:1", "1 in 10": the percentage of an author's contributions that may be promotional. */
function limitOf(text: string): number | null {
  const stated = Number(percent.exec(text)?.[1]);
  if (stated > 0) return stated;
  const [, others, among] = ratio.exec(text) ?? [];
  if (others) return Math.round(100 / (Number(others) + 1));
  return Number(among) > 1 ? Math.round(100 / Number(among)) : null;
}

const results: Record<PromotionLevel, string> = {
  none: 'Rather none',
  low: 'A little, beside other contributions',
  'weekly-thread': 'In its own thread',
  ok: 'Welcome',
  unknown: 'Not known',
};

/** Promotion level from a rule about promotion, otherwise the rough estimate of the shipped catalog. */
export function promotionOf(name: string, rules: readonly SubredditRule[] | null): Promotion {
  for (const rule of (rules ?? []).filter((one) => namesPromotion.test(textOf(one)))) {
    const text = textOf(rule);
    const limit = promotes.test(text) ? limitOf(text) : null;
    const level = limit !== null ? 'low' : thread.test(text) ? 'weekly-thread' : forbids.test(text) ? 'none' : 'low';
    return { level, from: 'rules', message: rule.name, limit };
  }
  const entry = findSubreddit(name);
  const level = entry?.promotion ?? 'unknown';
  return { level, from: entry && level !== 'unknown' ? 'catalog' : null, message: results[level], limit: null };
}

/** The rule (with its number) that seems to forbid links. Found by keywords, so a user has to check it. */
export const findLinkRule = (rules: readonly SubredditRule[]): { number: number; name: string } | null =>
  findRule(rules, (text) => linksOut.test(text) && noLinks.test(text));

/** The rule (with its number) that asks authors to disclose an affiliation. Found by keywords. */
export const findDisclosureRule = (rules: readonly SubredditRule[]): { number: number; name: string } | null =>
  findRule(rules, (text) => disclosure.test(text));

function findRule(rules: readonly SubredditRule[], fits: (text: string) => boolean): { number: number; name: string } | null {
  const index = rules.findIndex((rule) => fits(textOf(rule)));
  const rule = rules[index];
  return rule ? { number: index + 1, name: rule.name } : null;
}
