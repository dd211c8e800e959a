import { type Health, type HealthLevel, leastOwnItems } from '#shared/health.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import { NearDuplicates } from '#core/scoring/filters/near-duplicates.ts';
import type { OwnItem } from '../activity/rows.ts';
import { shareSince } from '../check/facts.ts';
import { areRecognizable } from '../own-products.ts';
import { textOf, shareOf } from '../own-reports/sample.ts';
import { type Facts, type Finding, finding, unknown, percent, tooFew } from './finding.ts';

const month = 30 * dayMs;
const littleKarma = 10;
/** A smaller loss can come from a few votes. */
const loss = 0.1;

const whole = (value: number): string => new Intl.NumberFormat('en').format(value);

/** The newest karma value at least a month old, otherwise the oldest one. */
function before({ karma, now }: Facts): { at: number; value: number } | undefined {
  return karma.find(({ at }) => at <= now - month) ?? karma.at(-1);
}

function karmaFinding(facts: Facts): Finding {
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

function ageFinding({ own: { account }, now }: Facts): Finding {
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

function emailFinding({ own: { account } }: Facts): Finding {
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

function suspensionFinding({ own: { account }, outside }: Facts): Finding {
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

const newest = 100;
const much = 0.1;
/** A single removal happens to everyone. */
const several = 3;

const notAsked = ({ outside }: Facts): string => `Couldn't check what others see: ${outside.error ?? "Reddit didn't respond"}.`;
const itemsBy = (facts: Facts, ...states: string[]): OwnItem[] =>
  facts.own.items.filter(({ fullname }) => states.includes(facts.outside.items?.get(fullname) ?? ''));
const namesOf = (items: readonly OwnItem[]): string[] => items.map(({ fullname }) => fullname);

/** Whether visitors can see the profile, and what it lists to its owner. */
function profileFinding(facts: Facts): Finding {
  const { own, outside, sent } = facts;
  if (outside.profile === 'missing')
    return finding('profile', {
      level: 'act',
      message:
        'Others see “not found” instead of your profile, although you can sign in. Reddit hides your account from them (a shadowban).',
      figure: 'not found',
      n: 1,
      advice: "Don't post until this is resolved, because nobody sees it. Appeal at reddit.com/appeals.",
    });
  if (own.state === 'hidden')
    return unknown('profile', 'Your Reddit history is hidden: it lists nothing although you have karma. That is neither good nor bad.');
  if (own.items.length === 0 && sent > 0)
    return unknown(
      'profile',
      `Reddit lists nothing you wrote, but Earshot sent ${sent} of your replies in 90 days. Your history is hidden, or they were deleted.`,
    );
  if (outside.profile === null) return unknown('profile', notAsked(facts));
  if (outside.profile === 'suspended')
    return finding('profile', {
      level: 'act',
      message: 'Others see that the account is suspended.',
      figure: 'suspended',
      n: 1,
      advice: 'See “Suspension”.',
    });
  return finding('profile', { level: 'ok', message: 'Others can see your profile.', figure: 'found', n: 1 });
}

/** The newest posts and comments as others see them. */
function visibilityFinding(facts: Facts): Finding {
  const { own, outside } = facts;
  const few = tooFew(facts, own.items, 'are listed');
  if (few) return unknown('visibility', few, own.items.length);
  if (outside.items === null) return unknown('visibility', notAsked(facts));
  const closed = itemsBy(facts, 'closed').length;
  const hidden = itemsBy(facts, 'removed', 'missing');
  const shown = itemsBy(facts, 'shown').length;
  const n = shown + hidden.length;
  const aside = closed === 0 ? '' : ` ${closed} more ${closed === 1 ? 'is' : 'are'} in private subreddits and can't be checked.`;
  if (n < leastOwnItems)
    return unknown('visibility', `${n} of your last ${own.items.slice(0, newest).length} could be checked: too few to tell.${aside}`, n);
  const share = shareOf(hidden.length, n);
  const shared = {
    message: `Others can see ${shown} of your last ${n} posts and comments.${aside}`,
    figure: `${shown} of ${n}`,
    n,
    value: shown / n,
    evidence: namesOf(hidden),
  };
  if (hidden.length >= several && share.low > much)
    return finding('visibility', {
      ...shared,
      level: 'act',
      advice: "Open the ones below without signing in. If they're missing, ask the moderators before you post there again.",
    });
  if (hidden.length > 0)
    return finding('visibility', {
      ...shared,
      level: 'watch',
      advice: 'Open the ones below without signing in, to see how they look to others.',
    });
  return finding('visibility', { ...shared, level: 'ok' });
}

/** Items removed by moderators or Reddit, as far as the owner's or the outside view shows it. */
function removalsFinding(facts: Facts): Finding {
  const { own, outside } = facts;
  const few = tooFew(facts, own.items, 'are listed');
  if (few) return unknown('removals', few, own.items.length);
  // Only others can see that a comment was removed.
  const checked = own.items.slice(0, newest).filter(({ kind, fullname }) => kind === 'post' || outside.items?.has(fullname));
  if (checked.length < leastOwnItems)
    return unknown('removals', `${notAsked(facts)} You see removals of your posts only, and you have ${checked.length}.`, checked.length);
  const removed = checked.filter(({ fullname, removed: byMods }) => byMods || outside.items?.get(fullname) === 'removed');
  const n = checked.length;
  const subreddits = [...new Set(removed.map(({ subreddit }) => `r/${subreddit}`))];
  const one = subreddits.length === 1 && removed.length > 1 ? `, all of them in ${subreddits[0]}` : '';
  const shared = { figure: `${removed.length} of ${n}`, n, value: removed.length / n, evidence: namesOf(removed) };
  if (removed.length === 0)
    return finding('removals', { ...shared, level: 'ok', message: `None of your last ${n} posts and comments was removed.` });
  const message = `${removed.length} of your last ${n} posts and comments ${removed.length === 1 ? 'was' : 'were'} removed (${percent(removed.length / n)})${one}.`;
  const advice = `Read the rules of ${subreddits.slice(0, 3).join(', ')} before you post there again.`;
  const isMuch = removed.length >= several && (removed.length / n >= much || subreddits.length === 1);
  return finding('removals', { ...shared, message, advice, level: isMuch ? 'act' : 'watch' });
}

/** Reddit's long-standing guideline: one in ten. */
const defaultShare = 0.1;
const pace = { busyHour: 10, wildHour: 30, busyDay: 50 };

/** Counted like in the reply check: items that mention a campaign's website or its name. */
function promotionFinding(facts: Facts): Finding {
  const since = facts.now - 90 * dayMs;
  const few = tooFew(
    facts,
    facts.own.items.filter(({ createdAt }) => createdAt >= since),
    'in 90 days',
  );
  const { total, promoting } = shareSince(facts, since);
  if (few) return unknown('promotion', few, total);
  if (!areRecognizable(facts.brands))
    return unknown(
      'promotion',
      "None of your campaigns has a website or a name that only your product has, so Earshot can't tell what is promotion.",
      total,
    );
  const share = shareOf(promoting.length, total);
  const shared = {
    message: `${promoting.length} of your ${total} posts and comments in 90 days mention ${facts.brands[0] ?? ''} or another of your products (${percent(promoting.length / total)}; likely between ${percent(share.low)} and ${percent(share.high)}). Under 10% is normal.`,
    figure: `${promoting.length} of ${total}`,
    n: total,
    value: promoting.length / total,
  };
  const evidence = promoting.map(({ fullname }) => fullname);
  const advice = 'Reply in two or three threads without mentioning it before the next one.';
  if (share.low > defaultShare) return finding('promotion', { ...shared, evidence, advice, level: 'act' });
  if (promoting.length / total >= defaultShare) return finding('promotion', { ...shared, evidence, advice, level: 'watch' });
  return finding('promotion', { ...shared, level: 'ok' });
}

/** Long enough that two texts aren't alike by chance. */
const isText = (item: OwnItem): boolean => textOf(item).trim().length >= 80;

function repeatedFinding(facts: Facts): Finding {
  const texts = facts.own.items.slice(0, newest).filter(isText);
  const few = tooFew(facts, texts, 'are long enough to compare');
  if (few) return unknown('repeated', few, texts.length);
  const known = new NearDuplicates(newest);
  const copies = texts.toReversed().filter((item) => known.add(item) !== null);
  const n = texts.length;
  const shared = { figure: `${copies.length} of ${n}`, n, value: copies.length / n, evidence: copies.map(({ fullname }) => fullname) };
  if (copies.length === 0)
    return finding('repeated', { ...shared, level: 'ok', message: `None of your last ${n} longer texts is almost the same as another.` });
  const message = `${copies.length} of your last ${n} longer texts ${copies.length === 1 ? 'is' : 'are'} almost the same as an earlier one. Reddit treats repeated text as spam.`;
  const isMuch = copies.length >= several && copies.length / n >= defaultShare;
  return finding('repeated', {
    ...shared,
    message,
    level: isMuch ? 'act' : 'watch',
    advice: 'Write each reply from scratch, based on what the person asked.',
  });
}

/** The largest set of items within `span` ms. `items` must be sorted newest first. */
function busiest(items: readonly OwnItem[], span: number): OwnItem[] {
  let best: OwnItem[] = [];
  let end = 0;
  for (const [start, { createdAt }] of items.entries()) {
    while (end < items.length && createdAt - (items[end]?.createdAt ?? 0) < span) end += 1;
    if (end - start > best.length) best = items.slice(start, end);
  }
  return best;
}

function paceFinding(facts: Facts): Finding {
  const items = facts.own.items.filter(({ createdAt }) => createdAt >= facts.now - 30 * dayMs);
  const few = tooFew(facts, items, 'in 30 days');
  if (few) return unknown('pace', few, items.length);
  const hour = busiest(items, hourMs);
  const day = busiest(items, dayMs);
  const shared = {
    message: `${items.length} posts and comments in 30 days; at most ${hour.length} in an hour and ${day.length} in a day.`,
    figure: `${day.length} a day`,
    n: items.length,
    value: day.length,
  };
  const evidence = hour.map(({ fullname }) => fullname);
  const advice = 'Spread out your posts. Earshot leaves time between the replies it posts.';
  if (hour.length >= pace.wildHour) return finding('pace', { ...shared, evidence, advice, level: 'act' });
  if (hour.length >= pace.busyHour || day.length >= pace.busyDay) return finding('pace', { ...shared, evidence, advice, level: 'watch' });
  return finding('pace', { ...shared, level: 'ok' });
}

/** All findings. */
export const findingsOf = (facts: Facts): Finding[] => [
  profileFinding(facts),
  visibilityFinding(facts),
  removalsFinding(facts),
  karmaFinding(facts),
  ageFinding(facts),
  emailFinding(facts),
  suspensionFinding(facts),
  promotionFinding(facts),
  repeatedFinding(facts),
  paceFinding(facts),
];

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
const counted = (count: number, first: boolean): string => (first ? numbers[count] : numbers[count]?.toLowerCase()) ?? String(count);

export function countsOf(findings: readonly Finding[]): Health['counts'] {
  const of = (level: HealthLevel) => findings.filter((one) => one.level === level).length;
  return { act: of('act'), watch: of('watch'), ok: of('ok'), unknown: of('unknown') };
}

/** The worst level; `unknown` only if no check has a result. */
export const levelOf = ({ act, watch, ok }: Health['counts']): HealthLevel =>
  act > 0 ? 'act' : watch > 0 ? 'watch' : ok > 0 ? 'ok' : 'unknown';

/** The overall line. It counts unknown findings, so that missing results don't look like good ones. */
export function overallText({ act, watch, ok, unknown: noResult }: Health['counts']): string {
  const things = (count: number, first: boolean) => `${counted(count, first)} ${count === 1 ? 'thing' : 'things'}`;
  const rest = noResult === 0 ? '' : ` ${counted(noResult, true)} ${noResult === 1 ? 'check has' : 'checks have'} no result.`;
  if (act > 0) return `${things(act, true)} to fix${watch > 0 ? `, ${counted(watch, false)} to watch` : ''}.${rest}`;
  if (watch > 0) return `${things(watch, true)} to watch, nothing to fix.${rest}`;
  if (ok === 0) return 'No check has a result.';
  return noResult === 0 ? 'Everything looks good.' : `${counted(ok, true)} ${ok === 1 ? 'check looks' : 'checks look'} good.${rest}`;
}
