import type { Analytics, AnalyticsQuery, ChartName } from '#shared/analytics.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { csvLines } from '#core/inbox/exports/csv.ts';
import { findZone } from '#core/inbox/follow-ups/queries.ts';
import { costOf, type ListSpend, spendDays, spentOf } from './cost.ts';
import { countOf, quantileOf } from './durations.ts';
import { addCounts, addLatency, newFacts } from './facts.ts';
import { catchUp, tryCatchUp } from './keeping.ts';
import { type Piece, readBriefPieces, readPieces, type Wanted } from './pieces.ts';
import { type CampaignName, countStaleDays, firstFetchedAt, forgetStale, listCampaignNames } from './queries.ts';
import { type Range, rangeBefore, rangeOf, utcDaysOf } from './range.ts';
import { readRecent, type Recent } from './recent.ts';
import { reportOf } from './report.ts';
import { type Sums, sumUp } from './sums.ts';
import { tableOf } from './tables.ts';
import { dateOf, dayOf, timeZone, type TimeZone } from '#shared/time-zone.ts';

interface Deps {
  db: Db;
  readDb: Db;
  bus: Bus;
  now: Now;
  /** AI cost by UTC day; empty if no model was called. */
  listSpend: ListSpend;
}

/** Stale days to recount before responding; the rest is reported as `counting` and recounted in the background. */
const countedFirst = 20;
const batch = 100;

async function zoneFor(db: Db, userId: number, offered: string | undefined): Promise<TimeZone> {
  return timeZone((await findZone(db, String(userId))) ?? offered ?? 'UTC');
}

function headlineOf({ counts, spent }: { counts: ReturnType<typeof newFacts>; spent: number | null }): Analytics['headline'] {
  const { leads, right, wrong, latency } = counts;
  return { leads, right, wrong, answered: countOf(latency.answered), answeredMinutes: quantileOf(latency.answered, 0.5), spent };
}

/** Headline figures of the range before. */
async function readBefore({ readDb, now, listSpend }: Deps, wanted: Wanted, range: Range): Promise<Analytics['before']> {
  const counts = newFacts();
  for (const { facts } of await readBriefPieces(readDb, { ...wanted, ...rangeBefore(range, now()) })) {
    addCounts(counts, facts);
    addLatency(counts.latency, facts.latency);
  }
  const days = spendDays({ firstDay: range.firstDay - range.days, days: range.days });
  return headlineOf({ counts, spent: spentOf(await listSpend({ ...spenderOf(wanted), ...days })) });
}

/** More posts than matched items means that some posts are older than the counting of fetched items. */
async function heardSince({ readDb, now }: Deps, { userId, campaignId }: Wanted, pieces: readonly Piece[]): Promise<string | null> {
  const since = (await firstFetchedAt(readDb, userId, campaignId)) ?? now();
  const isIncomplete = pieces.some(({ at, facts }) => at < since && facts.posts > facts.matched);
  return isIncomplete ? new Date(since).toISOString() : null;
}

const spenderOf = ({ userId, campaignId }: Wanted) => ({
  userId: String(userId),
  campaignId: campaignId === null ? null : String(campaignId),
});

/** Facts use lowercase subreddit names; show them in the campaigns' spelling. */
function withOriginalSpelling(sums: Sums, names: ReadonlyMap<number, CampaignName>): Sums {
  const spelled = [...names.values()].flatMap(({ subreddits }) => JSON.parse(subreddits) as string[]);
  const spellings = new Map(spelled.map((name) => [name.toLowerCase(), name]));
  return { ...sums, subreddits: new Map([...sums.subreddits].map(([key, stream]) => [spellings.get(key) ?? key, stream])) };
}

interface Read {
  analytics: Analytics;
  sums: Sums;
  names: ReadonlyMap<number, CampaignName>;
}

async function read(deps: Deps, actor: Actor, { signal, ...query }: AnalyticsQuery & { signal: AbortSignal | undefined }): Promise<Read> {
  const { db, readDb, now, listSpend } = deps;
  const userId = userIdOf(actor);
  const names = new Map((await listCampaignNames(readDb, userId)).map((campaign) => [campaign.id, campaign]));
  const campaignId = query.campaignId === undefined ? null : Number(query.campaignId);
  if (campaignId !== null && !names.has(campaignId)) throw new AppError('not_found', 'Campaign not found');
  const range = rangeOf(query, await zoneFor(readDb, userId, query.zone), now());
  const wanted: Wanted = { userId, campaignId, from: range.from, to: range.to };
  await tryCatchUp(db, { userId, ...utcDaysOf(range, now()), limit: countedFirst }, signal);
  signal?.throwIfAborted();
  // At the same time: on PostgreSQL, each statement is a round trip.
  const [pieces, spend, counting, before] = await Promise.all([
    readPieces(readDb, wanted),
    listSpend({ ...spenderOf(wanted), ...spendDays(range) }),
    countStaleDays(readDb, { userId, ...utcDaysOf(range, now()) }),
    readBefore(deps, wanted, range),
  ]);
  signal?.throwIfAborted();
  const sums = withOriginalSpelling(sumUp(pieces, range), names);
  const analytics: Analytics = {
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    zone: range.zone.name,
    bucket: range.bucket,
    counting,
    heardSince: await heardSince(deps, wanted, pieces),
    sample: [...sums.campaigns].some(([id]) => names.get(id)?.sample === 1),
    headline: headlineOf({ counts: sums.facts, spent: spentOf(spend) }),
    before,
    ...reportOf(sums, range, names),
    cost: costOf(spend, range, sums.facts.leads),
  };
  return { analytics, sums, names };
}

/** Analytics from figures stored per campaign and UTC day; stale days are recounted before a read. */
export function createAnalytics(deps: Deps) {
  const { db, readDb, bus } = deps;
  return {
    /** Throws `invalid` for an empty range, `not_found` for another user's campaign. */
    get: async (actor: Actor, query: AnalyticsQuery, signal?: AbortSignal): Promise<Analytics> =>
      (await read(deps, actor, { ...query, signal })).analytics,

    /** The data of one chart, with all rows where the chart shows only the first. */
    async csv(
      actor: Actor,
      { chart, ...query }: AnalyticsQuery & { chart: ChartName },
      signal?: AbortSignal,
    ): Promise<{ name: string; text: string }> {
      const { analytics, sums, names } = await read(deps, actor, { ...query, signal });
      const { head, rows } = tableOf(chart, { analytics, sums, campaignName: (id) => names.get(Number(id))?.name ?? '' });
      const last = new Date(Date.parse(analytics.to) - 1).toISOString();
      return {
        name: `Earshot ${chart} ${analytics.from.slice(0, 10)} to ${last.slice(0, 10)}.csv`,
        text: csvLines([head, ...rows]),
      };
    },

    /** The last `days` days including today, for the dashboard. `zone` applies if the user has set no time zone. */
    async recent(actor: Actor, { days, zone }: { days: number; zone?: string | undefined }): Promise<Recent> {
      const userId = userIdOf(actor);
      const own = await zoneFor(readDb, userId, zone);
      const at = deps.now();
      const range = rangeOf({ from: dateOf(dayOf(own, at) - days + 1) }, own, at);
      await tryCatchUp(db, { userId, ...utcDaysOf(range, at), limit: countedFirst });
      return readRecent(readDb, { userId, range, now: at });
    },

    /** Recounts stale days, newest first, until none is left or the signal aborts. */
    async keep(signal: AbortSignal): Promise<{ days: number; left: number }> {
      await transact(db, forgetStale);
      let days = 0;
      for (let last = batch; last === batch && !signal.aborted;) {
        last = await catchUp(db, { userId: null, limit: batch }, signal);
        days += last;
      }
      const left = await countStaleDays(db, { userId: null });
      if (days > 0) bus.announce(null, ['analytics-changed']);
      return { days, left };
    },
  };
}
export type AnalyticsService = ReturnType<typeof createAnalytics>;
