import type { CheckPoint } from '#shared/reply-check.ts';
import { dayMs } from '#shared/time.ts';
import { fullnameOrNull } from '#core/reddit/client/wire.ts';
import { findDisclosureRule, findLinkRule } from '#core/reddit/subreddits/promotion.ts';
import { namedBrands } from '../own-products.ts';
import { type Facts, span, plain } from './facts.ts';
import type { PastAnswer } from './queries.ts';

/** Many subreddits filter posts from accounts newer than this. */
const youngMs = 14 * dayMs;
const littleKarma = 10;
const karmaRule =
  /(\d[\d,.]{0,6})\s*\+?\s*(?:(?:comment|post|link|combined|total)\s+)?karma|karma\s*(?:of|over|above|:|>=?|at least)?\s*(\d[\d,.]{0,6})/i;
const ageRule =
  /(?:account|accounts|older|age|old)[^.\n]{0,40}?(\d{1,3})\s*(day|week|month|year)s?|(\d{1,3})\s*(day|week|month|year)s?[\s-]*old/i;
const unitDays: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };

interface Wanted {
  karma: number | null;
  ageMs: number | null;
  rule: string;
}

/** Age and karma that a rule of the subreddit requires, if one states them in numbers. */
function wantedOf({ community }: Pick<Facts, 'community'>): Wanted | null {
  for (const { name, text } of community.rules ?? []) {
    const words = `${name}\n${text}`;
    const [, before, after] = karmaRule.exec(words) ?? [];
    const [, count, unit, other, otherUnit] = ageRule.exec(words) ?? [];
    const karma = Number((before ?? after ?? '').replaceAll(/[,.]/g, '')) || null;
    const days = Number(count ?? other ?? 0) * (unitDays[(unit ?? otherUnit ?? '').toLowerCase()] ?? 0);
    if (karma !== null || (days > 0 && /account/i.test(words))) return { karma, ageMs: days > 0 ? days * dayMs : null, rule: name };
  }
  return null;
}

const formatted = (karma: number): string => new Intl.NumberFormat('en').format(karma);

/** Compares the account's age and karma with the subreddit's requirements. */
export function accountPoint(facts: Facts): CheckPoint {
  const { own, community, now } = facts;
  const point = (level: CheckPoint['level'], message: string, evidence: string[] = []): CheckPoint => ({
    key: 'account',
    level,
    message,
    evidence,
  });
  if (own.state === 'not-connected') return point('unknown', 'Connect your Reddit account to check its age and karma');
  if (own.state === 'reconnect') return point('unknown', 'Connect your Reddit account again to check its age and karma');
  if (own.account === null || (own.account.createdAt === null && own.account.totalKarma === null))
    return point('unknown', `Couldn't read your account from Reddit. ${own.error ?? ''}`.trim());
  const { suspended, emailVerified, createdAt, totalKarma, linkKarma, commentKarma } = own.account;
  if (suspended) return point('stop', `u/${own.account.username} is suspended on Reddit`);
  const karma = totalKarma ?? (linkKarma ?? 0) + (commentKarma ?? 0);
  const ageMs = createdAt === null ? null : now - Date.parse(createdAt);
  const wanted = wantedOf(facts);
  const summary = `${ageMs === null ? '' : `${span(ageMs)} old, `}${formatted(karma)} karma`;
  if (wanted?.karma && karma < wanted.karma)
    return point('ask', `Your account: ${summary}. r/${community.name} requires ${formatted(wanted.karma)} karma`, [wanted.rule]);
  if (wanted?.ageMs && ageMs !== null && ageMs < wanted.ageMs)
    return point('ask', `Your account: ${summary}. r/${community.name} requires accounts to be ${span(wanted.ageMs)} old`, [wanted.rule]);
  if (ageMs !== null && ageMs < youngMs)
    return point('ask', `Your account is new (${summary}): many subreddits filter posts by new accounts`);
  if (karma < littleKarma) return point('ask', `Your account has little karma (${summary}): many subreddits filter posts by such accounts`);
  if (emailVerified === false)
    return point('ask', `Your account (${summary}) has no verified email address, so some subreddits filter its posts`);
  return point('ok', `Account age and karma are fine here: ${summary}`);
}

/** Compares the number of replies sent with the daily limits. */
export function capPoint({ answers, account, target, post, caps, now }: Facts): CheckPoint {
  const name = account?.toLowerCase();
  const day = answers.filter(
    (answer) => answer.created_at > now - dayMs && (name === undefined ? answer.colleague === null : answer.account === name),
  );
  const here = day.filter(({ subreddit }) => subreddit === post.subreddit.toLowerCase());
  const usage = `${day.length} of ${caps.account} replies in 24 hours, ${here.length} of ${caps.subreddit} in r/${post.subreddit}`;
  const isFull = day.length >= caps.account || here.length >= caps.subreddit;
  const isNear = day.length >= caps.account - 4 || here.length >= caps.subreddit - 1;
  const level = isFull ? 'stop' : isNear ? 'ask' : 'ok';
  const evidence = day.filter(({ parent_fullname, permalink }) => parent_fullname !== target.fullname && permalink).slice(0, 3);
  return {
    key: 'cap',
    level,
    message: isFull ? `${usage}. Wait until tomorrow` : usage,
    evidence: isFull ? evidence.flatMap(({ permalink }) => permalink ?? []) : [],
  };
}

/** Everyone repeats shorter texts, such as thanks. */
const minTokens = 8;
/** Texts with a larger share of common word triples count as the same text with small changes. */
const nearlyAll = 0.7;

function triplesOf(text: string): Set<string> {
  const words = text.split(' ');
  return new Set(words.slice(2).map((_, index) => words.slice(index, index + 3).join(' ')));
}

/** Share (0 to 1) of the shorter text's triples that the other text has, too. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size === 0) return 0;
  return [...small].filter((triple) => large.has(triple)).length / small.size;
}

/** Reddit treats the same text in several threads as spam. */
export function repeatedPoint({ text, target, answers, own, now }: Facts): CheckPoint {
  const point = (level: CheckPoint['level'], message: string, evidence: string[] = []): CheckPoint => ({
    key: 'repeated',
    level,
    message,
    evidence,
  });
  const mine = plain(text);
  if (mine === '') return point('unknown', "You haven't written anything yet to compare");
  const sent = answers
    .filter(({ parent_fullname }) => parent_fullname !== target.fullname)
    .map(({ subreddit, text: content, permalink, created_at, colleague }) => ({
      subreddit,
      content: plain(content),
      permalink,
      at: created_at,
      who: colleague ?? 'You',
    }));
  const byHand = own.items
    .filter(({ parentFullname }) => parentFullname !== target.fullname)
    .map(({ subreddit, body, permalink, createdAt }) => ({ subreddit, content: plain(body), permalink, at: createdAt, who: 'You' }));
  const others = [...sent, ...byHand].filter(({ content }) => content !== '');
  const isLong = mine.split(' ').length >= minTokens;
  const same = isLong ? others.find(({ content }) => content === mine) : undefined;
  if (same)
    return point(
      'stop',
      `${same.who} posted this exact text in r/${same.subreddit} ${span(now - same.at)} ago. Reddit treats that as spam`,
      [same.permalink ?? ''],
    );
  const triples = triplesOf(mine);
  const near = isLong
    ? others.find(({ content }) => content.split(' ').length >= minTokens && overlap(triples, triplesOf(content)) >= nearlyAll)
    : undefined;
  if (near)
    return point(
      'ask',
      `This is almost the same as what ${near.who === 'You' ? 'you' : near.who} posted in r/${near.subreddit} ${span(now - near.at)} ago`,
      [near.permalink ?? ''],
    );
  const sees = own.state === 'ok' || own.state === 'empty';
  return point('ok', sees ? "You haven't used this text elsewhere" : "Earshot hasn't sent this text elsewhere");
}

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

const oldMs = 30 * dayMs;
/** Reddit archives threads after about six months unless the subreddit keeps them open. */
const archivedMs = 180 * dayMs;

export const notOnReddit = "This didn't come from Reddit, so you can't reply to it there";

/** Whether the thread still accepts replies, and whether anyone still reads it. */
export function threadPoint({ post, target, thread, now }: Facts): CheckPoint {
  const point = (level: CheckPoint['level'], message: string): CheckPoint => ({ key: 'thread', level, message, evidence: [] });
  if (post.goneAt !== null || target.gone === 'deleted') return point('stop', 'The author deleted this on Reddit');
  if (post.sample || fullnameOrNull(post.fullname) === null || post.permalink === null) return point('stop', notOnReddit);
  if (thread?.gone) return point('stop', 'This was deleted or removed on Reddit');
  if (thread?.locked ?? target.locked === 1) return point('stop', 'The thread is locked, so nobody can reply');
  if (thread?.archived) return point('stop', 'The thread is archived, so nobody can reply');
  const age = now - target.created_at;
  if (!thread && age > archivedMs) return point('ask', `This is ${span(age)} old, so Reddit may have archived it`);
  if (age > oldMs) return point('ask', `This is ${span(age)} old, so few people still read it`);
  if (!thread) return point('unknown', `The thread was open ${span(now - target.checked_at)} ago. Couldn't check it with Reddit now`);
  return point('ok', `The thread is open and ${span(age)} old`);
}

const waiting: Record<string, string> = {
  queued: 'One of your replies is waiting to be posted here',
  sending: 'One of your replies is being posted here',
  unknown: "One of your replies may be here. This isn't certain yet",
};

function beforeText({ state, colleague, created_at }: PastAnswer, now: number): string {
  const ago = `${span(now - created_at)} ago`;
  if (colleague === null) return waiting[state] ?? `You replied to this ${ago}`;
  const isSent = waiting[state] === undefined;
  return isSent ? `${colleague} replied to this ${ago}` : `A reply by ${colleague} is on its way here`;
}

/** Whether the user, or somebody who works with them, has already replied in this thread, through Earshot or by hand. */
function pastPoint({ post, target, answers, own, there, now }: Facts): CheckPoint {
  const point = (level: CheckPoint['level'], message: string, at: string | null = null): CheckPoint => ({
    key: 'answered',
    level,
    message,
    evidence: at === null ? [] : [at],
  });
  const before = answers.find(({ parent_fullname, post_id }) => parent_fullname === target.fullname || String(post_id) === post.id);
  if (before) return point('ask', beforeText(before, now), before.permalink);
  const { author_key: person } = target;
  const toPerson = person === null ? undefined : answers.find(({ author_key, colleague }) => author_key === person && colleague !== null);
  if (toPerson)
    return point('ask', `${toPerson.colleague} replied to this person ${span(now - toPerson.created_at)} ago`, toPerson.permalink);
  const written = there.find(({ parentFullname }) => parentFullname === target.fullname) ?? there[0];
  if (written) {
    const did = written.parentFullname === target.fullname ? 'replied to this' : 'commented in this thread';
    const as = own.account !== null && written.username !== own.account.username ? ` as u/${written.username}` : '';
    return point('ask', `${written.colleague ?? 'You'} ${did}${as} ${span(now - written.createdAt)} ago`, written.permalink);
  }
  const knows = own.state === 'ok' || own.state === 'empty';
  if (knows) return point('ok', own.capped ? "You haven't replied, as far as Reddit lists your comments" : "You haven't replied yet");
  return point('unknown', "Earshot hasn't sent a reply here. It can't see what you posted on Reddit yourself");
}

/** The same, and whether a colleague is about to. */
export function answeredPoint(facts: Facts): CheckPoint {
  const [point, [writer]] = [pastPoint(facts), facts.writing];
  if (writer === undefined) return point;
  const message = `${writer} is writing a reply`;
  return { ...point, level: 'ask', message: point.level === 'ask' ? `${message}. ${point.message}` : message };
}
