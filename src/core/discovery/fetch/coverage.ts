import { isoTime } from '#core/platform/clock.ts';
import type { Coverage, StreamState, Run } from '#shared/campaigns.ts';
import { fetchedKindOf } from '#shared/sources.ts';
import type { FetchReader } from '#core/inbox/campaigns/reading.ts';
import { type CampaignRow, fieldsOf } from '#core/inbox/campaigns/rows.ts';
import { streamsOf } from '#core/inbox/campaigns/streams.ts';
import type { Config } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { whyOff } from '#core/reddit/transport.ts';
import { isOnReddit, type Stream, streamKey } from '#core/reddit/stream.ts';
import { findRefusal } from '../outages/queries.ts';
import { countRuns, listRunning, listRuns, countRead } from './run-queries.ts';
import { listStreamRows, listStrips, stripLength, unplanned } from './stream-queries.ts';
import type { StreamsRow } from '../tables.ts';

const emptyStrip = (): (number | null)[] => Array.from({ length: stripLength }, () => unplanned);

function unread(stream: Stream, sourceId: string): StreamState {
  const nothing = { lastSuccessAt: null, newestAt: null, items: 0, gapFrom: null, gapTo: null, nextTryAt: null, strip: emptyStrip() };
  return {
    name: stream.name,
    title: null,
    kind: stream.kind,
    source: sourceId,
    state: sourceId === 'off' ? 'failed' : 'pending',
    error: null,
    ...nothing,
  };
}

function streamStateOf(row: StreamsRow, strip: (number | null)[] | undefined): StreamState {
  return {
    name: row.name,
    title: row.shown_name,
    kind: row.kind,
    state: row.state,
    source: row.source,
    lastSuccessAt: isoTime(row.last_success_at),
    newestAt: isoTime(row.newest_at),
    items: row.items,
    gapFrom: isoTime(row.gap_from),
    gapTo: isoTime(row.gap_to),
    nextTryAt: isoTime(row.next_try_at),
    error: row.error,
    strip: strip ?? emptyStrip(),
  };
}

/** Sample posts are fetched once and for one campaign, so its last run is its coverage. */
function streamsOfRun(run: Run): StreamState[] {
  return run.perSubreddit.map(({ newest, ...stream }) => ({
    ...stream,
    title: null,
    kind: 'posts',
    source: run.source,
    lastSuccessAt: run.finishedAt,
    newestAt: newest,
    nextTryAt: null,
    strip: emptyStrip(),
  }));
}

/** The source that reads a stream; `redditId` is the one for Reddit. */
export const sourceIdOf = (stream: Stream, redditId: string): string =>
  isOnReddit(stream) ? redditId : fetchedKindOf(stream.kind).of.source;

interface CoverageAt {
  sourceId: string;
  now: number;
  /** Why nothing reads Reddit; null if something does. */
  whyOff: string | null;
}

/** States of streams by key. */
async function readStates(db: Db, streams: readonly Stream[], { sourceId, now }: CoverageAt): Promise<ReadonlyMap<string, StreamState>> {
  const wanted = [...new Map(streams.map((stream) => [streamKey(stream), stream])).values()];
  const rows = new Map<string, StreamsRow>();
  for (const [id, some] of Map.groupBy(wanted, (stream) => sourceIdOf(stream, sourceId)))
    for (const [key, row] of await listStreamRows(db, id, some)) rows.set(key, row);
  const strips = await listStrips(
    db,
    [...rows.values()].map(({ id }) => id),
    now,
  );
  return new Map([...rows].map(([key, row]) => [key, streamStateOf(row, strips.get(row.id))]));
}

const isFailedReddit = ({ kind, state }: Pick<StreamState, 'kind' | 'state'>): boolean =>
  state === 'failed' && fetchedKindOf(kind).of.source === 'reddit';

function coverageOf(streams: StreamState[], whyNot: string | null): Coverage {
  const reddit = streams.some(isFailedReddit) ? whyNot : null;

  const count = (...states: StreamState['state'][]) => streams.filter(({ state }) => states.includes(state)).length;
  return {
    summary: {
      total: streams.length,
      monitored: count('ok', 'empty'),
      failed: count('failed'),
      limited: count('limited'),
      pending: count('pending'),
    },
    places: reddit === null ? streams : streams.map((stream) => (isFailedReddit(stream) ? { ...stream, error: reddit } : stream)),
    reddit,
  };
}

/** The state of each of the campaigns' streams for the sources in use, in the order of the campaigns. */
export async function readCoverages(db: Db, campaigns: readonly CampaignRow[], at: CoverageAt): Promise<Coverage[]> {
  const lastRuns = new Map<number, Run | undefined>();
  for (const { id } of campaigns.filter(({ sample }) => sample === 1))
    lastRuns.set(id, (await listRuns(db, id, { beforeId: null, limit: 1 }))[0]);
  const wanted = campaigns.map((campaign) => ({ lastRun: lastRuns.get(campaign.id), streams: streamsOf(fieldsOf(campaign)) }));
  const states = await readStates(
    db,
    wanted.flatMap(({ lastRun, streams }) => (lastRun ? [] : streams)),
    at,
  );
  const stateOf = (stream: Stream): StreamState => {
    const id = sourceIdOf(stream, at.sourceId);
    return (id === 'off' ? undefined : states.get(streamKey(stream))) ?? unread(stream, id);
  };
  const hasFailed = [...states.values()].some(isFailedReddit);
  const whyNot = at.sourceId === 'off' ? at.whyOff : hasFailed ? await findRefusal(db, at.now) : null;
  return wanted.map(({ lastRun, streams }) =>
    lastRun ? coverageOf(streamsOfRun(lastRun), null) : coverageOf(streams.map(stateOf), whyNot),
  );
}

async function readCoverage(db: Db, campaign: CampaignRow, at: CoverageAt): Promise<Coverage> {
  const [coverage] = await readCoverages(db, [campaign], at);
  return coverage ?? coverageOf([], null);
}

/** The state of fetching for campaign pages. */
export const createFetchReader = ({ reddit }: Pick<Config, 'reddit'>): FetchReader => ({
  countRuns,
  countRead,
  listRunning,
  listRuns,
  readCoverage: (db, campaign, at) => readCoverage(db, campaign, { ...at, whyOff: whyOff(reddit) }),
});
