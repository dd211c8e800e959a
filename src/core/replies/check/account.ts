import type { CheckPoint } from '#shared/reply-check.ts';
import { dayMs } from '#shared/time.ts';
import { type Facts, span } from './facts.ts';

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
export function wantedOf({ community }: Pick<Facts, 'community'>): Wanted | null {
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
  return point('ok', `Your account: ${summary}${wanted ? '' : '. No rule here sets a minimum'}`);
}

/** Compares the number of replies sent with the daily limits. */
export function capPoint({ answers, own, target, post, caps, now }: Facts): CheckPoint {
  const account = own.account?.username.toLowerCase();
  const day = answers.filter((answer) => answer.created_at > now - dayMs && (account === undefined || answer.account === account));
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
