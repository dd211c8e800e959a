import type { CheckPoint } from '#shared/reply-check.ts';
import { findDisclosureRule, findLinkRule } from '#core/reddit/subreddits/promotion.ts';
import type { Facts } from './facts.ts';
import { namedBrands } from './own-share.ts';

/** Every part has an end, so that no text makes it read the same letters again and again. */
const link = /\bhttps?:\/\/\S+|\bwww\.\S+|\[[^\][]{1,500}\]\([^)]{1,2000}\)|\b[\w-]{1,63}\.(?:com|io|app|co|net|org|dev|ai)\b/i;
const ownership =
  /\b(i(?:['’]m| am)? (?:make|made|build|built|run|work (?:at|for|on)|found(?:ed)?|own|develop|created?|the (?:maker|founder|developer|author))|my (?:own )?(?:app|tool|product|company|site|startup|project)|we (?:make|made|build|built|run)|our (?:app|tool|product|company)|disclos|full disclosure|affiliated)/i;

const closed = {
  private: 'is private',
  banned: 'has been banned by Reddit',
  missing: 'does not exist any more',
  quarantined: 'is behind a warning of Reddit',
  forbidden: 'cannot be read with this account',
} as const;

/** Whether people may write there at all, and what it says of promotion. */
export function communityPoint({ place, text, brands }: Facts): CheckPoint {
  const name = `r/${place.name}`;
  const point = (level: CheckPoint['level'], words: string, evidence: string[] = []): CheckPoint => ({
    key: 'community',
    level,
    words,
    evidence,
  });
  if (place.state === 'banned' || place.state === 'missing') return point('stop', `${name} ${closed[place.state]}`);
  if (place.state !== 'open' && place.state !== 'unread') return point('ask', `${name} ${closed[place.state]}`);
  if (place.about?.restrictsComments) return point('ask', `Only approved members may comment in ${name}`);
  const { level, from, words } = place.promotion;
  const named = namedBrands(text, brands);
  if (level === 'none' && from === 'rules' && named.length > 0)
    return point('ask', `${name} bears no promotion (“${words}”); the answer names ${named[0]}`, [words]);
  if (level === 'weekly-thread' && from === 'rules' && named.length > 0)
    return point('ask', `${name} wants promotion in its own thread (“${words}”); the answer names ${named[0]}`, [words]);
  if (place.rules === null) return point('unknown', `The rules of ${name} could not be read. ${place.error ?? ''}`.trim());
  const age = place.stale ? '; what is known of them is older than a day' : '';
  if (place.rules.length === 0) return point('ok', `${name} is open and names no rules${age}`);
  return point('ok', `${name} is open; it has ${place.rules.length} ${place.rules.length === 1 ? 'rule' : 'rules'} to read${age}`);
}

/** A rule against links, by its words. */
export function linksPoint({ place, text }: Facts): CheckPoint | null {
  const rule = findLinkRule(place.rules ?? []);
  const banned = (place.requirements?.bannedDomains ?? []).find((domain) => text.toLowerCase().includes(domain));
  if (banned) return { key: 'links', level: 'ask', words: `r/${place.name} does not take links to ${banned}`, evidence: [banned] };
  if (!rule) return null;
  const words = `r/${place.name} rule ${rule.number}: ${rule.name}`;
  if (text === '') return { key: 'links', level: 'unknown', words: `${words}. Nothing is written yet`, evidence: [rule.name] };
  const found = link.exec(text)?.[0];
  return found
    ? { key: 'links', level: 'ask', words: `${words}. The answer has a link`, evidence: [rule.name, found.slice(0, 200)] }
    : { key: 'links', level: 'ok', words: `${words}. The answer has none`, evidence: [rule.name] };
}

/** A rule that wants people to say that they belong to what they recommend; without one, when the answer names the own offer. */
export function disclosurePoint({ place, text, brands }: Facts): CheckPoint | null {
  const rule = findDisclosureRule(place.rules ?? []);
  const named = namedBrands(text, brands);
  if (named.length === 0) return null;
  const ask = rule ? `Rule ${rule.number}: ${rule.name}` : 'Say that it is yours when you name your own product';
  const evidence = rule ? [rule.name] : [];
  return ownership.test(text)
    ? { key: 'disclosure', level: 'ok', words: `${ask}. The answer seems to say it`, evidence }
    : { key: 'disclosure', level: 'ask', words: `${ask}. The answer names ${named[0]} and does not say so`, evidence };
}
