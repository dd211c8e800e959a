import type { Analytics, AnalyticsQuery, ChartName, FunnelStep } from '#shared/analytics.ts';
import type { CoreContext } from '#core/context.ts';
import { type Actor, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import { isoTime } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { csvLines } from '#core/inbox/exports/csv.ts';
import { costOf, type ListSpend, spendDays, spentOf, headlineOf, heardSince, readBefore, spenderOf, reportOf, funnelOf } from './report.ts';
import { catchUp, tryCatchUp } from './count-facts.ts';
import { readPieces, type Wanted } from './pieces.ts';
import {
  type CampaignName,
  countStaleDays,
  forgetStale,
  listCampaignNames,
  countPostsFound,
  countPostsWritten,
  type LeadStep,
  leadSteps,
  listReadHours,
} from './queries.ts';
import { type RangeQuery, rangeOf, utcDaysOf, zoneFor, bucketOf, type Range } from './range.ts';
import { readRecent, type Recent } from './recent.ts';
import { countReadOnce, listReadOnceHours } from '#core/discovery/pass/queries.ts';
import { type Sums, sumUp, withOriginalSpelling, withReadOnce, addAt, addHour, noHours, type StreamSum, zeros } from './sums.ts';
import { tableOf } from './tables.ts';
import { dateOf, dayOf } from '#shared/time-zone.ts';
import { hourMs } from '#shared/time.ts';
import { entryOf, quarterMs } from './facts.ts';

/** Steps that every lead has passed: of them, the charts count posts, or what was read, instead of leads. */
const itemSteps = ['heard', 'matched', 'posts'] as const;
type ItemStep = (typeof itemSteps)[number];

const isLeadStep = (step: FunnelStep): step is LeadStep => leadSteps.some((name) => name === step);

interface AskedStep {
  wanted: Wanted;
  range: Range;
  step: ItemStep;
}

type Times = Pick<Sums, 'found' | 'hours'> & { campaigns: Map<number, number[]> };

const noTimes = (range: Range): Times => ({ found: zeros(range.buckets), hours: noHours(), campaigns: new Map() });
const bucketAt = (range: Range, at: number): number => bucketOf(range, dayOf(range.zone, at));

async function timesOfPosts(db: Db, { wanted, range }: AskedStep): Promise<Times> {
  const times = noTimes(range);
  const [found, written] = await Promise.all([countPostsFound(db, wanted), countPostsWritten(db, wanted)]);
  for (const { campaign_id, quarter, n } of found) {
    const bucket = bucketAt(range, quarter * quarterMs);
    addAt(times.found, bucket, n);
    addAt(
      entryOf(times.campaigns, campaign_id, () => zeros(range.buckets)),
      bucket,
      n,
    );
  }
  for (const { quarter, n } of written) addHour(times.hours, range, { quarter, n });
  return times;
}

/** Several campaigns read the same items, so these aren't divided among campaigns. */
async function timesOfRead(db: Db, { wanted: { userId, campaignId, from, to }, range, step }: AskedStep): Promise<Times> {
  const times = noTimes(range);
  const rows = campaignId === null ? listReadOnceHours(db, userId, { from, to }) : listReadHours(db, { campaignId, from, to });
  for (const row of await rows) addAt(times.found, bucketAt(range, row.hour * hourMs), step === 'heard' ? row.fetched : row.matched);
  if (campaignId !== null) times.campaigns.set(campaignId, times.found);
  return times;
}

/** What reached the step had been matched and read, too. */
const sumReached: Record<ItemStep, (stream: StreamSum) => StreamSum> = {
  heard: (stream) => stream,
  matched: (stream) => ({ ...stream, heard: stream.matched }),
  posts: (stream) => ({ ...stream, heard: stream.posts, matched: stream.posts }),
};

/** The sums of a range with charts that count what reached the step. */
async function countItems(db: Db, { sums, ...asked }: AskedStep & { sums: Sums }): Promise<Sums> {
  const { range, step } = asked;
  const times = await (step === 'posts' ? timesOfPosts(db, asked) : timesOfRead(db, asked));
  const campaigns = new Map([...sums.campaigns].map(([id, own]) => [id, { ...own, leads: 0, found: zeros(range.buckets) }]));
  for (const [id, found] of times.campaigns) {
    const leads = found.reduce((sum, n) => sum + n, 0);
    campaigns.set(id, { right: 0, wrong: 0, ...campaigns.get(id), leads, found });
  }
  const later = [...itemSteps.slice(itemSteps.indexOf(step)), 'leads'] as const;
  const subreddits = [...sums.subreddits]
    .filter(([, stream]) => later.some((name) => stream[name] > 0))
    .map(([name, stream]) => [name, sumReached[step](stream)] as const);
  return { ...sums, found: times.found, hours: times.hours, campaigns, subreddits: new Map(subreddits) };
}

interface Deps extends Pick<CoreContext, 'db' | 'readDb' | 'bus' | 'now'> {
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
