import { hourMs, dayMs } from '#shared/time.ts';
import type { OwnItem } from '../activity/rows.ts';
import { shareOf } from '../own-reports/sample.ts';
import { textOf } from '../own-reports/quotes.ts';
import { shareSince } from '../check/own-share.ts';
import { NearDuplicates } from '#core/scoring/filters/near-duplicates.ts';
import { type Facts, type Finding, finding, percent, tooFew, unknown } from './finding.ts';

/** What Reddit long named as the measure: one in ten. */
const defaultShare = 0.1;
const newest = 100;
const several = 3;
const pace = { busyHour: 10, wildHour: 30, busyDay: 50 };

/** The same count as in the check before an answer: what names the website of a campaign, or its name. */
export function promotionFinding(facts: Facts): Finding {
  const since = facts.now - 90 * dayMs;
  const few = tooFew(
    facts,
    facts.own.items.filter(({ createdAt }) => createdAt >= since),
    'in 90 days',
  );
  const { total, promoting } = shareSince(facts, since);
  if (few) return unknown('promotion', few, total);
  if (facts.brands.length === 0)
    return unknown('promotion', 'No campaign of yours names a website, so nobody can tell what is promotion.', total);
  const share = shareOf(promoting.length, total);
  const told = {
    words: `${promoting.length} of your ${total} posts and comments in 90 days name ${facts.brands[0] ?? ''} or another offer of yours (${percent(promoting.length / total)}; by chance between ${percent(share.low)} and ${percent(share.high)}). Under 10 % is usual.`,
    figure: `${promoting.length} of ${total}`,
    n: total,
    value: promoting.length / total,
  };
  const evidence = promoting.map(({ fullname }) => fullname);
  const advice = 'Answer two or three threads without naming it before the next one.';
  if (share.low > defaultShare) return finding('promotion', { ...told, evidence, advice, level: 'act' });
  if (promoting.length / total >= defaultShare) return finding('promotion', { ...told, evidence, advice, level: 'watch' });
  return finding('promotion', { ...told, level: 'ok' });
}

/** Long enough that two of them are not alike by chance. */
const isText = (item: OwnItem): boolean => textOf(item).trim().length >= 80;

export function repeatedFinding(facts: Facts): Finding {
  const texts = facts.own.items.slice(0, newest).filter(isText);
  const few = tooFew(facts, texts, 'are long enough to compare');
  if (few) return unknown('repeated', few, texts.length);
  const known = new NearDuplicates();
  const copies = texts.toReversed().filter((item) => known.add(item) !== null);
  const n = texts.length;
  const told = { figure: `${copies.length} of ${n}`, n, value: copies.length / n, evidence: copies.map(({ fullname }) => fullname) };
  if (copies.length === 0)
    return finding('repeated', { ...told, level: 'ok', words: `None of your last ${n} longer texts is nearly the same as another.` });
  const words = `${copies.length} of your last ${n} longer texts ${copies.length === 1 ? 'is' : 'are'} nearly what you had written before. Reddit takes repeated text for spam.`;
  const isMuch = copies.length >= several && copies.length / n >= defaultShare;
  return finding('repeated', {
    ...told,
    words,
    level: isMuch ? 'act' : 'watch',
    advice: 'Write each answer anew, from what the person asked.',
  });
}

/** The most items that lie within `span` of each other, and those items. `times` newest first. */
function busiest(items: readonly OwnItem[], span: number): OwnItem[] {
  let best: OwnItem[] = [];
  let end = 0;
  for (const [start, { createdAt }] of items.entries()) {
    while (end < items.length && createdAt - (items[end]?.createdAt ?? 0) < span) end += 1;
    if (end - start > best.length) best = items.slice(start, end);
  }
  return best;
}

export function paceFinding(facts: Facts): Finding {
  const items = facts.own.items.filter(({ createdAt }) => createdAt >= facts.now - 30 * dayMs);
  const few = tooFew(facts, items, 'in 30 days');
  if (few) return unknown('pace', few, items.length);
  const hour = busiest(items, hourMs);
  const day = busiest(items, dayMs);
  const told = {
    words: `${items.length} posts and comments in 30 days; at most ${hour.length} within an hour and ${day.length} within a day.`,
    figure: `${day.length} a day`,
    n: items.length,
    value: day.length,
  };
  const evidence = hour.map(({ fullname }) => fullname);
  const advice = 'Spread what you write; Earshot keeps a distance between two answers that it posts.';
  if (hour.length >= pace.wildHour) return finding('pace', { ...told, evidence, advice, level: 'act' });
  if (hour.length >= pace.busyHour || day.length >= pace.busyDay) return finding('pace', { ...told, evidence, advice, level: 'watch' });
  return finding('pace', { ...told, level: 'ok' });
}
