import { leastOwnItems } from '#shared/own-reports.ts';
import type { OwnItem } from '../activity/rows.ts';
import { shareOf } from '../own-reports/sample.ts';
import { type Facts, type Finding, finding, percent, tooFew, unknown } from './finding.ts';

const newest = 100;
const much = 0.1;
/** A single removal happens to everyone. */
const several = 3;

const notAsked = ({ outside }: Facts): string => `Couldn't check what others see: ${outside.error ?? "Reddit didn't respond"}.`;
const itemsBy = (facts: Facts, ...states: string[]): OwnItem[] =>
  facts.own.items.filter(({ fullname }) => states.includes(facts.outside.items?.get(fullname) ?? ''));
const namesOf = (items: readonly OwnItem[]): string[] => items.map(({ fullname }) => fullname);

/** Whether visitors can see the profile, and what it lists to its owner. */
export function profileFinding(facts: Facts): Finding {
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
export function visibilityFinding(facts: Facts): Finding {
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
export function removalsFinding(facts: Facts): Finding {
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
