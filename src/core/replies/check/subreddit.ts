import type { CheckPoint } from '#shared/reply-check.ts';
import { findDisclosureRule, findLinkRule } from '#core/reddit/subreddits/promotion.ts';
import type { Facts } from './facts.ts';
import { namedBrands } from './own-share.ts';

/** Every quantifier is bounded, so that no text can make matching slow. */
const link = /\bhttps?:\/\/\S+|\bwww\.\S+|\[[^\][]{1,500}\]\([^)]{1,2000}\)|\b[\w-]{1,63}\.(?:com|io|app|co|net|org|dev|ai)\b/i;
const ownership =
  /\b(i(?:['’]m| am)? (?:make|made|build|built|run|work (?:at|for|on)|found(?:ed)?|own|develop|created?|the (?:maker|founder|developer|author))|my (?:own )?(?:app|tool|product|company|site|startup|project)|we (?:make|made|build|built|run)|our (?:app|tool|product|company)|disclos|full disclosure|affiliated)/i;

const closed = {
  private: 'is private',
  banned: 'has been banned by Reddit',
  missing: 'no longer exists',
  quarantined: 'is quarantined by Reddit',
  forbidden: "can't be read with this account",
} as const;

/** Whether users may comment in the subreddit, and what its rules say about promotion. */
export function communityPoint({ community, text, brands }: Facts): CheckPoint {
  const name = `r/${community.name}`;
  const point = (level: CheckPoint['level'], message: string, evidence: string[] = []): CheckPoint => ({
    key: 'community',
    level,
    message,
    evidence,
  });
  if (community.state === 'banned' || community.state === 'missing') return point('stop', `${name} ${closed[community.state]}`);
  if (community.state !== 'open' && community.state !== 'unread') return point('ask', `${name} ${closed[community.state]}`);
  if (community.about?.restrictsComments) return point('ask', `Only approved members may comment in ${name}`);
  const { level, from, message: rule } = community.promotion;
  const named = namedBrands(text, brands);
  if (level === 'none' && from === 'rules' && named.length > 0)
    return point('ask', `${name} doesn't allow promotion (“${rule}”). Your reply mentions ${named[0]}`, [rule]);
  if (level === 'weekly-thread' && from === 'rules' && named.length > 0)
    return point('ask', `${name} allows promotion only in its own thread (“${rule}”). Your reply mentions ${named[0]}`, [rule]);
  if (community.rules === null) return point('unknown', `Couldn't read the rules of ${name}. ${community.error ?? ''}`.trim());
  const age = community.stale ? ', as of more than a day ago' : '';
  if (community.rules.length === 0) return point('ok', `${name} is open and has no rules${age}`);
  return point('ok', `${name} is open and has ${community.rules.length} ${community.rules.length === 1 ? 'rule' : 'rules'}${age}`);
}

/** Warns about a rule against links, found by keywords. */
export function linksPoint({ community, text }: Facts): CheckPoint | null {
  const rule = findLinkRule(community.rules ?? []);
  const banned = (community.requirements?.bannedDomains ?? []).find((domain) => text.toLowerCase().includes(domain));
  if (banned) return { key: 'links', level: 'ask', message: `r/${community.name} doesn't allow links to ${banned}`, evidence: [banned] };
  if (!rule) return null;
  const title = `r/${community.name} rule ${rule.number}: ${rule.name}`;
  if (text === '') return { key: 'links', level: 'unknown', message: `${title}. You haven't written anything yet`, evidence: [rule.name] };
  const found = link.exec(text)?.[0];
  return found
    ? { key: 'links', level: 'ask', message: `${title}. Your reply has a link`, evidence: [rule.name, found.slice(0, 200)] }
    : { key: 'links', level: 'ok', message: `${title}. Your reply has none`, evidence: [rule.name] };
}

/** Checks the disclosure of an affiliation if a rule requires it or the reply mentions an own product. */
export function disclosurePoint({ community, text, brands }: Facts): CheckPoint | null {
  const rule = findDisclosureRule(community.rules ?? []);
  const named = namedBrands(text, brands);
  if (named.length === 0) return null;
  const ask = rule ? `Rule ${rule.number}: ${rule.name}` : "When you mention your own product, say that it's yours";
  const evidence = rule ? [rule.name] : [];
  return ownership.test(text)
    ? { key: 'disclosure', level: 'ok', message: `${ask}. Your reply seems to`, evidence }
    : { key: 'disclosure', level: 'ask', message: `${ask}. Your reply mentions ${named[0]} without saying so`, evidence };
}
