import type { Analytics, AnalyticsQuery, ChartName } from '#shared/analytics.ts';
import { type Actor, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { csvLines } from '#core/inbox/exports/csv.ts';
import { costOf, type ListSpend, spendDays, spentOf, headlineOf, heardSince, readBefore, spenderOf, reportOf, funnelOf } from './report.ts';
import { catchUp, tryCatchUp } from './count-facts.ts';
import { readPieces, type Wanted } from './pieces.ts';
import { type CampaignName, countStaleDays, forgetStale, listCampaignNames } from './queries.ts';
import { type RangeQuery, rangeOf, utcDaysOf, zoneFor } from './range.ts';
import { readRecent, type Recent } from './recent.ts';
import { countReadOnce } from '#core/discovery/pass/read-queries.ts';
import { countItems, isLeadStep } from './step.ts';
import { type Sums, sumUp, withOriginalSpelling, withReadOnce } from './sums.ts';
import { tableOf } from './tables.ts';
import { dateOf, dayOf } from '#shared/time-zone.ts';

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

interface Read {
  analytics: Analytics;
  sums: Sums;
  names: ReadonlyMap<number, CampaignName>;
}

interface Asked extends AnalyticsQuery, RangeQuery {
  signal: AbortSignal | undefined;
}

async function read(deps: Deps, actor: Actor, { signal, ...query }: Asked): Promise<Read> {
  const { db, readDb, now, listSpend } = deps;
  const userId = workspaceOf(actor);
  const names = new Map((await listCampaignNames(readDb, userId)).map((campaign) => [campaign.id, campaign]));
  const campaignId = query.campaignId === undefined ? null : Number(query.campaignId);
  if (campaignId !== null && !names.has(campaignId)) throw new AppError('not_found', 'Campaign not found');
  const range = rangeOf(query, await zoneFor(readDb, userIdOf(actor), query.zone), now());
  const wanted: Wanted = { userId, campaignId, from: range.from, to: range.to };
  await tryCatchUp(db, { userId, ...utcDaysOf(range, now()), limit: countedFirst }, signal);
  signal?.throwIfAborted();
  // At the same time: on PostgreSQL, each statement is a round trip.
  const { step } = query;
  const reached = { ...wanted, step: step && isLeadStep(step) ? step : undefined };
  const [pieces, own, spend, counting, before, readOnce] = await Promise.all([
    readPieces(readDb, wanted),
    reached.step && readPieces(readDb, reached),
    listSpend({ ...spenderOf(wanted), ...spendDays(range) }),
    countStaleDays(readDb, { userId, ...utcDaysOf(range, now()) }),
    readBefore(deps, reached, range),
    campaignId === null ? countReadOnce(readDb, userId, range) : null,
  ]);
  signal?.throwIfAborted();
  const summed = sumUp(pieces, range);
  const whole = readOnce ? withReadOnce(summed, readOnce) : summed;
  const ofStep = own ? sumUp(own, range) : whole;
  const counted = step && !isLeadStep(step) ? await countItems(readDb, { wanted, range, step, sums: whole }) : ofStep;
  const sums = withOriginalSpelling(counted, names);
  const analytics: Analytics = {
    from: isoTime(range.from),
    to: isoTime(range.to),
    zone: range.zone.name,
    bucket: range.bucket,
    counting,
    heardSince: await heardSince(deps, wanted, pieces),
    step: step ?? null,
    uncounted: step === 'heard' || step === 'matched' ? ['byHour'] : [],
    sample: [...whole.campaigns].some(([id]) => names.get(id)?.sample === 1),
    headline: headlineOf({ counts: sums.facts, spent: spentOf(spend) }),
    before,
    funnel: funnelOf(whole),
    ...reportOf(sums, range, names),
    cost: costOf(spend, range, ofStep),
  };
  return { analytics, sums, names };
}

/** Analytics from figures stored per campaign and UTC day; stale days are recounted before a read. */
export function createAnalytics(deps: Deps) {
  const { db, readDb, bus } = deps;
  return {
    /** Throws `invalid` for an empty range, `not_found` for another user's campaign. */
    get: async (actor: Actor, query: AnalyticsQuery & RangeQuery, signal?: AbortSignal): Promise<Analytics> =>
      (await read(deps, actor, { ...query, signal })).analytics,

    /** The data of one chart, with all rows where the chart shows only the first. */
    async csv(
      actor: Actor,
      { chart, ...query }: AnalyticsQuery & { chart: ChartName },
      signal?: AbortSignal,
    ): Promise<{ name: string; text: string }> {
      const { analytics, sums, names } = await read(deps, actor, { ...query, signal });
      if (analytics.uncounted.includes(chart)) throw new AppError('invalid', 'Not stored for what was only read');
      const { head, rows } = tableOf(chart, { analytics, sums, campaignName: (id) => names.get(Number(id))?.name ?? '' });
      const last = isoTime(Date.parse(analytics.to) - 1);
      return {
        name: `Earshot ${chart} ${analytics.from.slice(0, 10)} to ${last.slice(0, 10)}.csv`,
        text: csvLines([head, ...rows]),
      };
    },

    /** The last `days` days including today, for the dashboard. `zone` applies if the user has set no time zone. */
    async recent(actor: Actor, { days, zone }: { days: number; zone?: string | undefined }): Promise<Recent> {
      const userId = workspaceOf(actor);
      const own = await zoneFor(readDb, userIdOf(actor), zone);
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
