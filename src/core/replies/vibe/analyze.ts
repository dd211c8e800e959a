import { leastOwnItems, type Share } from '#shared/own-reports.ts';
import { tones, type Tone, type VibeFindings } from '#shared/vibe.ts';
import type { OwnItem } from '../activity/rows.ts';
import { dayOf, weekdayOf, type TimeZone } from '#shared/time-zone.ts';
import { textOf } from '../own-reports/quotes.ts';
import { seeded, shareOf, spreadOf } from '../own-reports/sample.ts';
import { namedBrands } from '../check/own-share.ts';
import { listTopics, type Topic } from './topics.ts';

/** Findings as stored: items by fullname, so that no text outlives its item. */
export type KeptFindings = Omit<VibeFindings, 'topics'> & { topics: (Topic & { share: Share })[] };

interface Asked {
  items: readonly OwnItem[];
  zone: TimeZone;
  /** Names of the user's own products. */
  brands: readonly string[];
  toneOf: (text: string) => Tone;
}

const maxCommunities = 10;
const quoted = 3;
/** Links to other sites than Reddit. */
const outward = /https?:\/\/(?!(?:\w+\.)?(?:reddit\.com|redd\.it))[\w-]+\.\S+/i;

const wordCount = (text: string): number => text.split(/\s+/).filter(Boolean).length;
const isQuestion = (item: OwnItem): boolean => /\?(?:\s|$|["')\]])/.test(textOf(item).replaceAll(/https?:\/\/\S+/g, ''));
const hasLink = (item: OwnItem): boolean => outward.test(`${item.body} ${item.url ?? ''}`);

function countHours(items: readonly OwnItem[], zone: TimeZone): VibeFindings['hours'] {
  const cells = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { createdAt } of items) {
    const row = cells[weekdayOf(dayOf(zone, createdAt))];
    const hour = new Date(zone.toLocal(createdAt)).getUTCHours();
    if (row) row[hour] = (row[hour] ?? 0) + 1;
  }
  return { n: items.length, cells };
}

const pointsOf = (items: readonly OwnItem[]): number[] => items.flatMap(({ points }) => points ?? []);

/** Analyzes a user's texts; null for fewer than ten. The random seed comes from the items, so results are reproducible. */
export function analyze({ items, zone, brands, toneOf }: Asked): KeptFindings | null {
  const n = items.length;
  if (n < leastOwnItems) return null;
  const random = seeded(n);
  const of = (isCounted: (item: OwnItem) => boolean): Share => shareOf(items.filter(isCounted).length, n);
  const spread = (values: readonly number[]) => (values.length < leastOwnItems ? null : spreadOf(values, random));
  const lengths = spreadOf(
    items.map((item) => wordCount(textOf(item))),
    random,
  );
  if (!lengths) return null;
  const subreddits = [...Map.groupBy(items, ({ subreddit }) => subreddit)].toSorted((a, b) => b[1].length - a[1].length);
  const toned = items.map((item) => toneOf(textOf(item)));
  return {
    communities: subreddits
      .slice(0, maxCommunities)
      .map(([name, own]) => ({ name, share: shareOf(own.length, n), scores: spread(pointsOf(own)) })),
    hours: countHours(items, zone),
    scores: spread(pointsOf(items)),
    lengths,
    questions: of(isQuestion),
    links: of(hasLink),
    promotion:
      brands.length === 0
        ? null
        : { share: of((item) => namedBrands(`${textOf(item)} ${item.url ?? ''}`, brands).length > 0), names: [...brands] },
    tone: tones.map((tone) => ({ tone, share: shareOf(toned.filter((one) => one === tone).length, n) })),
    topics: listTopics(items).map(({ word, words, fullnames }) => ({
      word,
      words,
      share: shareOf(fullnames.length, n),
      fullnames: fullnames.slice(0, quoted),
    })),
  };
}
