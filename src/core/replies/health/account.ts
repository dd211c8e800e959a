import { dayMs } from '#shared/time.ts';
import { type Facts, type Finding, finding, unknown } from './finding.ts';

const month = 30 * dayMs;
const littleKarma = 10;
/** A smaller loss can come from a few votes. */
const loss = 0.1;

const whole = (value: number): string => new Intl.NumberFormat('en').format(value);

/** The newest karma value at least a month old, otherwise the oldest one. */
function before({ karma, now }: Facts): { at: number; value: number } | undefined {
  return karma.find(({ at }) => at <= now - month) ?? karma.at(-1);
}

export function karmaFinding(facts: Facts): Finding {
  const { totalKarma, linkKarma, commentKarma } = facts.own.account;
  const total = totalKarma ?? (linkKarma !== null && commentKarma !== null ? linkKarma + commentKarma : null);
  if (total === null) return unknown('karma', "Reddit doesn't show the account's karma.");
  const earlier = before(facts);
  const days = earlier ? Math.round((facts.now - earlier.at) / dayMs) : 0;
  const change = earlier && days > 0 ? total - earlier.value : null;
  const trend =
    change === null
      ? ' There is no earlier check to compare it with.'
      : ` ${change === 0 ? 'It did not change' : `It ${change > 0 ? 'grew' : 'fell'} by ${whole(Math.abs(change))}`} in ${days} ${days === 1 ? 'day' : 'days'}.`;
  const parts = commentKarma === null ? '' : `, of which ${whole(commentKarma)} from comments`;
  const shared = { message: `${whole(total)}${parts}.${trend}`, figure: whole(total), n: 1, value: total };
  if (total < 0)
    return finding('karma', { ...shared, level: 'act', advice: 'Stop promoting for now, and answer questions you know something about.' });
  if (total < littleKarma)
    return finding('karma', {
      ...shared,
      level: 'watch',
      advice: 'Many subreddits filter posts by accounts with little karma. Reply without mentioning your product for a while.',
    });
  if (change !== null && earlier && change < -loss * Math.max(littleKarma, earlier.value))
    return finding('karma', { ...shared, level: 'watch', advice: 'Check which of your recent replies were downvoted, and why.' });
  return finding('karma', { ...shared, level: 'ok' });
}

function spanOf(ms: number): string {
  const days = Math.max(0, Math.floor(ms / dayMs));
  const of = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  if (days < 60) return of(days, 'day');
  const months = Math.floor(days / 30.4375);
  if (months < 24) return of(months, 'month');
  return months % 12 === 0 ? of(Math.floor(months / 12), 'year') : `${of(Math.floor(months / 12), 'year')} and ${of(months % 12, 'month')}`;
}

/** "3 y 2 mo", "12 d". */
const briefly = (ms: number): string =>
  spanOf(ms)
    .replace(' and ', ' ')
    .replace(/ years?/, ' y')
    .replace(/ months?/, ' mo')
    .replace(/ days?/, ' d');

export function ageFinding({ own: { account }, now }: Facts): Finding {
  if (account.createdAt === null) return unknown('age', "Reddit doesn't show when the account was created.");
  const age = now - Date.parse(account.createdAt);
  const shared = { message: `The account is ${spanOf(age)} old.`, figure: briefly(age), n: 1 };
  if (age >= month) return finding('age', { ...shared, level: 'ok' });
  return finding('age', {
    ...shared,
    level: 'watch',
    advice: "Many subreddits filter posts by new accounts. Take part without promoting until it's a month old.",
  });
}

export function emailFinding({ own: { account } }: Facts): Finding {
  if (account.emailVerified === null) return unknown('email', "Reddit doesn't show whether the email address is verified.");
  return account.emailVerified
    ? finding('email', { level: 'ok', message: "The account's email address is verified.", figure: 'verified', n: 1 })
    : finding('email', {
        level: 'watch',
        message: "The account's email address isn't verified. Some subreddits filter posts by such accounts.",
        figure: 'not verified',
        n: 1,
        advice: 'Verify it in your settings on reddit.com.',
      });
}

export function suspensionFinding({ own: { account }, outside }: Facts): Finding {
  if (account.suspended === true || outside.profile === 'suspended')
    return finding('suspension', {
      level: 'act',
      message: 'Reddit suspended the account. Nobody can see what it posts now.',
      figure: 'suspended',
      n: 1,
      advice: "Don't post anything. Read the message in your Reddit inbox, and appeal at reddit.com/appeals if it's a mistake.",
    });
  if (account.suspended === null) return unknown('suspension', "Reddit doesn't show whether the account is suspended.");
  return finding('suspension', { level: 'ok', message: "The account isn't suspended.", figure: 'none', n: 1 });
}
