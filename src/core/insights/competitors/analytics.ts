import { complaintTopics, mentionKinds, type CompetitorAnalytics, type CompetitorOverview, type MentionKind } from '#shared/competitors.ts';
import { type Actor, workspaceOf } from '#core/platform/actor.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { quoteOf } from './present.ts';
import {
  type CompetitorRow,
  countByCompetitor,
  countMentions,
  listCompetitors,
  listMentions,
  listPlain,
  type PlainMention,
  sideFrom,
  topicsIn,
} from './queries.ts';

const dayMs = 86_400_000;
const defaultDays = 30;
const maxDays = 731;
const quotesEach = 3;
const read = 500;

interface Range {
  from: number;
  to: number;
}
interface Asked {
  from?: string | undefined;
  to?: string | undefined;
}

/** Defaults to the last 30 days. Throws `invalid` for an empty range or one longer than two years. */
function rangeOf({ from, to }: Asked, now: number): Range {
  const end = to === undefined ? now + 1 : Date.parse(to);
  const range = { from: from === undefined ? end - defaultDays * dayMs : Date.parse(from), to: end };
  const isRange = range.from < range.to && range.to - range.from <= maxDays * dayMs;
  if (!isRange)
    throw new AppError('invalid', 'Choose at most two years, the first day before the last', {
      details: [{ path: 'from', message: 'Not a range' }],
    });
  return range;
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
const weekOf = (time: number): string => {
  const day = Math.floor(time / dayMs);
  // 1970-01-01 was a Thursday; weeks begin on Monday.
  return isoDay((day - ((day + 3) % 7)) * dayMs);
};
const round = (value: number): number => Math.round(value * 100) / 100;
const mean = (values: readonly number[]): number => round(values.reduce((sum, value) => sum + value, 0) / values.length);

/** Every day of the range, including days without mentions. */
function byDay(rows: readonly PlainMention[], { from, to }: Range): CompetitorAnalytics['byDay'] {
  const counts = new Map<string, number>();
  for (const { created_at } of rows) counts.set(isoDay(created_at), (counts.get(isoDay(created_at)) ?? 0) + 1);
  const days: CompetitorAnalytics['byDay'] = [];
  for (let day = Math.floor(from / dayMs); day * dayMs < to; day += 1) {
    const name = isoDay(day * dayMs);
    days.push({ day: name, mentions: counts.get(name) ?? 0 });
  }
  return days;
}

const withSentiment = (rows: readonly PlainMention[]) =>
  rows.flatMap(({ sentiment, created_at }) => (sentiment === null ? [] : [{ sentiment, created_at }]));

function sentiments(rows: readonly PlainMention[]): Pick<CompetitorAnalytics, 'sentiment' | 'sentimentByWeek'> {
  const rated = withSentiment(rows);
  const good = rated.filter(({ sentiment }) => sentiment >= sideFrom).length;
  const bad = rated.filter(({ sentiment }) => sentiment <= -sideFrom).length;
  const weeks = Map.groupBy(rated, ({ created_at }) => weekOf(created_at));
  return {
    sentiment: {
      average: rated.length === 0 ? null : mean(rated.map(({ sentiment }) => sentiment)),
      n: rated.length,
      good,
      bad,
      neutral: rated.length - good - bad,
    },
    sentimentByWeek: [...weeks].map(([week, own]) => ({ week, average: mean(own.map(({ sentiment }) => sentiment)), n: own.length })),
  };
}

const ranked = <K extends string>(names: readonly K[]): { name: K; n: number }[] =>
  [...Map.groupBy(names, (name) => name)].map(([name, all]) => ({ name, n: all.length })).toSorted((a, b) => b.n - a.n);

/** A complaint whose author looks for an alternative counts as both. */
const kindsOf = ({ kind, complains }: PlainMention): MentionKind[] =>
  complains === 1 && kind !== 'complaint' ? [kind, 'complaint'] : [kind];

/** The share of voice among a user's competitors, most mentions first. */
export async function shareIn(db: Db, userId: number, { from, to }: Range): Promise<CompetitorOverview['share']> {
  const rows = await listCompetitors(db, userId);
  const counts = new Map(
    (await countByCompetitor(db, userId, { since: from, until: to })).map(({ competitor_id, n }) => [competitor_id, n]),
  );
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  return rows
    .map(({ id, name, own }) => ({
      id: String(id),
      name,
      own: own === 1,
      mentions: counts.get(id) ?? 0,
      share: total === 0 ? 0 : (counts.get(id) ?? 0) / total,
    }))
    .toSorted((a, b) => b.mentions - a.mentions);
}

async function topicsOf(
  db: Db,
  row: CompetitorRow,
  { range, rows }: { range: Range; rows: readonly PlainMention[] },
): Promise<CompetitorAnalytics['topics']> {
  const complaints = rows.filter(({ complains }) => complains === 1);
  const counts = ranked(complaints.flatMap(({ topics }) => topicsIn(topics)));
  const shown = await listMentions(db, row.user_id, {
    competitorId: row.id,
    kind: 'complaint',
    since: range.from,
    until: range.to,
    limit: read,
    below: null,
  });
  return counts
    .filter(({ name }) => complaintTopics.includes(name))
    .map(({ name, n }) => ({
      topic: name,
      mentions: n,
      quotes: shown
        .filter(({ topics }) => topicsIn(topics).includes(name))
        .slice(0, quotesEach)
        .map((mention) => ({
          id: String(mention.id),
          quote: quoteOf(mention),
          subreddit: mention.subreddit,
          permalink: mention.permalink,
        })),
    }));
}

/** Figures computed from the same mentions that the lists show. */
export function createCompetitorAnalytics({
  db,
  now,
  get,
}: {
  db: Db;
  now: Now;
  get: (userId: number, id: string) => Promise<CompetitorRow>;
}) {
  return {
    async overview(actor: Actor, asked: Asked): Promise<CompetitorOverview> {
      const userId = workspaceOf(actor);
      const range = rangeOf(asked, now());
      const filter = { since: range.from, until: range.to };
      return {
        from: isoTime(range.from),
        to: isoTime(range.to),
        mentions: await countMentions(db, userId, filter),
        alternatives: await countMentions(db, userId, { ...filter, kind: 'alternative' }),
        complaints: await countMentions(db, userId, { ...filter, kind: 'complaint' }),
        share: await shareIn(db, userId, range),
      };
    },
    async analytics(actor: Actor, id: string, asked: Asked): Promise<CompetitorAnalytics> {
      const userId = workspaceOf(actor);
      const row = await get(userId, id);
      const range = rangeOf(asked, now());
      const rows = await listPlain(db, userId, { competitorId: row.id, since: range.from, until: range.to });
      const kinds = new Map(ranked(rows.flatMap(kindsOf)).map(({ name, n }) => [name, n]));
      return {
        competitor: { id: String(row.id), name: row.name, own: row.own === 1 },
        from: isoTime(range.from),
        to: isoTime(range.to),
        mentions: rows.length,
        before: await countMentions(db, userId, { competitorId: row.id, since: range.from - (range.to - range.from), until: range.from }),
        byDay: byDay(rows, range),
        kinds: mentionKinds.map((kind) => ({ kind, mentions: kinds.get(kind) ?? 0 })),
        ...sentiments(rows),
        share: await shareIn(db, userId, range),
        topics: await topicsOf(db, row, { range, rows }),
        subreddits: ranked(rows.map(({ subreddit }) => subreddit))
          .slice(0, 12)
          .map(({ name, n }) => ({ name, mentions: n })),
      };
    },
  };
}
