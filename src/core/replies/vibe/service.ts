import { leastOwnItems, type Share } from '#shared/health.ts';
import { type Vibe, type VibeHistory, type VibeFindings, type Tone, tones } from '#shared/vibe.ts';
import type { OwnActivity } from '../activity/service.ts';
import { type NameOf, reportable, quotesOf, textOf, seeded, shareOf, spreadOf } from '../own-reports/sample.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import { timeZone, dayOf, weekdayOf, type TimeZone } from '#shared/time-zone.ts';
import { minuteMs } from '#shared/time.ts';
import { readLanguage } from '#core/ai/proposal/language.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { findZone } from '#core/inbox/follow-ups/queries.ts';
import { sentimentOf } from '#core/text/sentiment.ts';
import { stemOf } from '#core/text/stems.ts';
import { termsAndMarksIn, termsIn } from '#core/text/tokens.ts';
import type { OwnItem } from '../activity/rows.ts';
import { findLatest, findOwnItems, insertReport, listReports, type ReportRow } from '../own-reports/queries.ts';
import { listBrands } from '../own-product-queries.ts';
import { areRecognizable, namedBrands } from '../own-products.ts';

/** The part of a report that is stored as JSON. */
type Kept = Omit<Vibe, 'id' | 'createdAt' | 'username' | 'sampleSize' | 'findings'> & { findings: KeptFindings | null };

const keptOf = (row: ReportRow): Kept => JSON.parse(row.report) as Kept;
const headOf = (row: ReportRow) => ({ id: String(row.id), createdAt: isoTime(row.created_at), sampleSize: row.sample_size });

/** Fullnames of the items that a report quotes. */
const quotedIn = (row: ReportRow): string[] => keptOf(row).findings?.topics.flatMap(({ fullnames }) => fullnames) ?? [];

function withQuotes({ topics, ...findings }: KeptFindings, items: ReadonlyMap<string, OwnItem>): VibeFindings {
  const shown = topics.map(({ word, words, share, fullnames }) => ({ word, share, quotes: quotesOf(fullnames, { items, words }) }));
  // All items with a topic that has no quotes left were deleted by their author.
  return { ...findings, topics: shown.filter(({ quotes }) => quotes.length > 0) };
}

/** A report with the current text of its quotes. */
function reportOf(row: ReportRow, items: ReadonlyMap<string, OwnItem>): Vibe {
  const { findings, ...kept } = keptOf(row);
  return { ...kept, ...headOf(row), username: row.username, findings: findings && withQuotes(findings, items) };
}

/** A report's entry in the history. */
function summaryOf(row: ReportRow): VibeHistory['items'][number] {
  const { findings } = keptOf(row);
  return {
    ...headOf(row),
    scores: findings?.scores ?? null,
    questions: findings?.questions ?? null,
    promotion: findings?.promotion?.share ?? null,
  };
}

/** One friendly word is enough; naming a problem is not yet criticism. */
const [friendlyFrom, criticalTo] = [0.4, -0.5];

/** Tone of a text by its English words; `plain` if neither friendly nor critical words prevail. */
export function toneOf(text: string): Tone {
  const sentiment = sentimentOf(termsAndMarksIn(text)) ?? 0;
  if (sentiment >= friendlyFrom) return 'friendly';
  return sentiment <= criticalTo ? 'critical' : 'plain';
}

interface Topic {
  /** Most frequent spelling. */
  word: string;
  /** All its spellings. */
  words: string[];
  /** All items that contain it, newest first. */
  fullnames: string[];
}

const maxTopics = 6;
const leastItems = 3;
/** Words in a larger share of all discussions are too common to be topics. */
const ordinary = 0.008;
const link = /https?:\/\/\S+|www\.\S+|\[deleted\]|\[removed\]/gi;

interface Occurrences {
  spellings: Map<string, number>;
  items: Set<string>;
}

/** Counts each word once per item. */
function collect(items: readonly OwnItem[]): Map<string, Occurrences> {
  const language = readLanguage();
  const stems = new Map<string, Occurrences>();
  for (const item of items) {
    for (const word of new Set(termsIn(textOf(item).replaceAll(link, ' ')))) {
      if (word.length < 4 || /^\d+$/.test(word) || language.isFunctionWord(word)) continue;
      const stem = stemOf(word);
      if (language.shareOf(stem) > ordinary) continue;
      const held = stems.get(stem) ?? { spellings: new Map<string, number>(), items: new Set<string>() };
      held.spellings.set(word, (held.spellings.get(word) ?? 0) + 1);
      held.items.add(item.fullname);
      stems.set(stem, held);
    }
  }
  return stems;
}

/** Words in at least three items that are rare in ordinary discussions, most distinctive first. */
function listTopics(items: readonly OwnItem[]): Topic[] {
  const language = readLanguage();
  const weight = (stem: string, held: Occurrences) => held.items.size * Math.log(1 / language.shareOf(stem));
  return [...collect(items)]
    .filter(([, held]) => held.items.size >= leastItems)
    .map(([stem, held]) => ({ held, weight: weight(stem, held) }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, maxTopics)
    .map(({ held }) => {
      const words = [...held.spellings].toSorted((a, b) => b[1] - a[1]).map(([word]) => word);
      return { word: words[0] ?? '', words, fullnames: [...held.items] };
    });
}

/** Findings as stored: items by fullname, so that no text outlives its item. */
type KeptFindings = Omit<VibeFindings, 'topics'> & { topics: (Topic & { share: Share })[] };

interface Asked {
  items: readonly OwnItem[];
  zone: TimeZone;
  /** Names of the user's own products. */
  brands: readonly string[];
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
export function analyze({ items, zone, brands }: Asked): KeptFindings | null {
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
    promotion: !areRecognizable(brands)
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

interface Deps {
  db: Db;
  now: Now;
  readActivity: (actor: Actor, options: { maxAgeMs?: number; account?: string | undefined }) => Promise<OwnActivity>;
  nameOf: NameOf;
}

/** Nearly fresh data: a new report should include what the user has just written. */
const freshMs = minuteMs;

/** Reports on how users write, from what Reddit lists for their connected account. */
export function createVibe({ db, now, readActivity, nameOf }: Deps) {
  async function shown(row: ReportRow): Promise<Vibe> {
    return reportOf(row, await findOwnItems(db, row.user_id, quotedIn(row)));
  }

  return {
    /** Throws `conflict` without an account, `unavailable` if Reddit can't be read. `zone` applies if the user has set no time zone. */
    async analyze(
      actor: Actor,
      { zone: offered, account: asked }: { zone?: string | undefined; account?: string | undefined } = {},
    ): Promise<Vibe> {
      const userId = userIdOf(actor);
      const { account, items, state, capped, error } = reportable(await readActivity(actor, { maxAgeMs: freshMs, account: asked }));
      const zone = timeZone((await findZone(db, String(userId))) ?? offered ?? 'UTC');
      const brands = await listBrands(db, userId);
      const kept: Kept = {
        missing: Math.max(0, leastOwnItems - items.length),
        hidden: state === 'hidden',
        posts: items.filter(({ kind }) => kind === 'post').length,
        comments: items.filter(({ kind }) => kind === 'comment').length,
        from: isoTime(items.at(-1)?.createdAt),
        to: isoTime(items[0]?.createdAt),
        capped,
        error,
        zone: zone.name,
        findings: analyze({ items, zone, brands }),
      };
      const row = {
        user_id: userId,
        kind: 'vibe' as const,
        username: account.username,
        created_at: now(),
        sample_size: items.length,
        report: JSON.stringify(kept),
      };
      return shown(await insertReport(db, row));
    },

    /** Null before the first report. */
    async latest(actor: Actor, { account }: { account?: string | undefined } = {}): Promise<Vibe | null> {
      const username = await nameOf(actor, account);
      const row = username === null ? undefined : await findLatest(db, { userId: userIdOf(actor), username, kind: 'vibe' });
      return row ? shown(row) : null;
    },

    /** Newest first. */
    async history(actor: Actor, { account }: { account?: string | undefined } = {}): Promise<VibeHistory> {
      const username = await nameOf(actor, account);
      const rows = username === null ? [] : await listReports(db, { userId: userIdOf(actor), username, kind: 'vibe' });
      return { items: rows.map(summaryOf) };
    },
  };
}
