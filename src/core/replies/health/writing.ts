import { hourMs, dayMs } from '#shared/time.ts';
import type { OwnItem } from '../activity/rows.ts';
import { shareOf } from '../own-reports/sample.ts';
import { textOf } from '../own-reports/quotes.ts';
import { shareSince } from '../check/own-share.ts';
import { NearDuplicates } from '#core/scoring/filters/near-duplicates.ts';
import { type Facts, type Finding, finding, percent, tooFew, unknown } from './finding.ts';

/** Reddit's long-standing guideline: one in ten. */
const defaultShare = 0.1;
const newest = 100;
const several = 3;
const pace = { busyHour: 10, wildHour: 30, busyDay: 50 };

/** Counted like in the reply check: items that mention a campaign's website or its name. */
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
    return unknown('promotion', "None of your campaigns has a website, so Earshot can't tell what is promotion.", total);
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

export function repeatedFinding(facts: Facts): Finding {
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

export function paceFinding(facts: Facts): Finding {
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
