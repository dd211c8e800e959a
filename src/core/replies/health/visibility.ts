import { leastOwnItems } from '#shared/own-reports.ts';
import type { OwnItem } from '../activity/rows.ts';
import { shareOf } from '../own-reports/sample.ts';
import { type Facts, type Finding, finding, percent, tooFew, unknown } from './finding.ts';

const newest = 100;
const much = 0.1;
/** A single removal happens to everybody. */
const several = 3;

const notAsked = ({ outside }: Facts): string => `Nobody but you could be asked: ${outside.error ?? 'Reddit did not answer'}.`;
const itemsBy = (facts: Facts, ...states: string[]): OwnItem[] =>
  facts.own.items.filter(({ fullname }) => states.includes(facts.outside.items?.get(fullname) ?? ''));
const namesOf = (items: readonly OwnItem[]): string[] => items.map(({ fullname }) => fullname);

/** Whether a visitor finds the profile at all, and what it lists to its owner. */
export function profileFinding(facts: Facts): Finding {
  const { own, outside, sent } = facts;
  if (outside.profile === 'missing')
    return finding('profile', {
      level: 'act',
      words: 'A visitor gets “not found” for your profile although you can sign in: Reddit hides the account from others (a shadow ban).',
      figure: 'not found',
      n: 1,
      advice: 'Post nothing until it is settled: nobody sees it. Appeal at reddit.com/appeals.',
    });
  if (own.state === 'hidden')
    return unknown(
      'profile',
      'Reddit lists nothing that you wrote although your karma shows that there was something: the history is hidden. That proves nothing, good or bad.',
    );
  if (own.items.length === 0 && sent > 0)
    return unknown(
      'profile',
      `Reddit lists nothing that you wrote, yet ${sent} of your answers went out from here in 90 days: the history is hidden, or they were deleted.`,
    );
  if (outside.profile === null) return unknown('profile', notAsked(facts));
  if (outside.profile === 'suspended')
    return finding('profile', {
      level: 'act',
      words: 'A visitor sees that the account is suspended.',
      figure: 'suspended',
      n: 1,
      advice: 'See “Suspension”.',
    });
  return finding('profile', { level: 'ok', words: 'A visitor finds your profile.', figure: 'found', n: 1 });
}

/** The newest posts and comments as somebody else sees them. */
export function visibilityFinding(facts: Facts): Finding {
  const { own, outside } = facts;
  const few = tooFew(facts, own.items, 'are listed');
  if (few) return unknown('visibility', few, own.items.length);
  if (outside.items === null) return unknown('visibility', notAsked(facts));
  const closed = itemsBy(facts, 'closed').length;
  const hidden = itemsBy(facts, 'removed', 'missing');
  const shown = itemsBy(facts, 'shown').length;
  const n = shown + hidden.length;
  const aside = closed === 0 ? '' : ` ${closed} more ${closed === 1 ? 'is' : 'are'} in closed communities and cannot be checked.`;
  if (n < leastOwnItems)
    return unknown(
      'visibility',
      `${n} of your last ${own.items.slice(0, newest).length} could be checked: too few to claim anything.${aside}`,
      n,
    );
  const share = shareOf(hidden.length, n);
  const told = {
    words: `${shown} of your last ${n} posts and comments can be seen by others.${aside}`,
    figure: `${shown} of ${n}`,
    n,
    value: shown / n,
    evidence: namesOf(hidden),
  };
  if (hidden.length >= several && share.low > much)
    return finding('visibility', {
      ...told,
      level: 'act',
      advice: 'Open the ones below without signing in. If they are gone, ask the moderators before you write more there.',
    });
  if (hidden.length > 0)
    return finding('visibility', {
      ...told,
      level: 'watch',
      advice: 'Open the ones below without signing in, to see how they look to others.',
    });
  return finding('visibility', { ...told, level: 'ok' });
}

/** What moderators or Reddit took down, as far as it shows from within or without. */
export function removalsFinding(facts: Facts): Finding {
  const { own, outside } = facts;
  const few = tooFew(facts, own.items, 'are listed');
  if (few) return unknown('removals', few, own.items.length);
  // Of a comment only others see that it was removed.
  const scored = own.items.slice(0, newest).filter(({ kind, fullname }) => kind === 'post' || outside.items?.has(fullname));
  if (scored.length < leastOwnItems)
    return unknown(
      'removals',
      `${notAsked(facts)} Your own view shows removals of posts only, and there are ${scored.length}.`,
      scored.length,
    );
  const removed = scored.filter(({ fullname, removed: byMods }) => byMods || outside.items?.get(fullname) === 'removed');
  const n = scored.length;
  const places = [...new Set(removed.map(({ subreddit }) => `r/${subreddit}`))];
  const one = places.length === 1 && removed.length > 1 ? `, all of them in ${places[0]}` : '';
  const told = { figure: `${removed.length} of ${n}`, n, value: removed.length / n, evidence: namesOf(removed) };
  if (removed.length === 0)
    return finding('removals', { ...told, level: 'ok', words: `None of your last ${n} posts and comments was taken down.` });
  const words = `${removed.length} of your last ${n} posts and comments ${removed.length === 1 ? 'was' : 'were'} taken down (${percent(removed.length / n)})${one}.`;
  const advice = `Read the rules of ${places.slice(0, 3).join(', ')} before you write there again.`;
  const isMuch = removed.length >= several && (removed.length / n >= much || places.length === 1);
  return finding('removals', { ...told, words, advice, level: isMuch ? 'act' : 'watch' });
}
