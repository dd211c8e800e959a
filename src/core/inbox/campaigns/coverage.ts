import type { Coverage, StreamState, Run } from '#shared/campaigns.ts';
import { chunked, type Db } from '#core/platform/db/connect.ts';
import { type Stream, streamKey } from '#core/reddit/stream.ts';
import { streamsOf } from './streams.ts';
import { type CampaignRow, fieldsOf } from './rows.ts';
import { listRuns, runOf } from './run-queries.ts';

export interface StreamRow {
  id: number;
  source: string;
  kind: Stream['kind'];
  name_key: string;
  name: string;
  state: 'ok' | 'empty' | 'failed' | 'limited';
  last_success_at: number | null;
  last_try_at: number | null;
  newest_at: number | null;
  items: number;
  gap_from: number | null;
  gap_to: number | null;
  failure: string | null;
  error: string | null;
  next_try_at: number | null;
}

export const halfHourMs = 1_800_000;
const stripLength = 48;
/** No reading was planned in that half hour. */
const unplanned = -1;
const switchedOff = 'Fetching from Reddit is turned off in the configuration (reddit.source)';

export async function listStreamRows(db: Db, source: string, streams: readonly Stream[]): Promise<Map<string, StreamRow>> {
  const found = new Map<string, StreamRow>();
  const keys = streams.map((stream) => [source, stream.kind, stream.name.toLowerCase()] as const);
  for (const chunk of chunked(keys, 3)) {
    const rows = await db<StreamRow>('streams').whereIn(['source', 'kind', 'name_key'], chunk).select('*').limit(chunk.length);
    for (const row of rows) found.set(streamKey({ kind: row.kind, name: row.name_key }), row);
  }
  return found;
}

/** The last 48 half hours of each stream, oldest first. */
export async function listStrips(db: Db, streamIds: readonly number[], now: number): Promise<Map<number, (number | null)[]>> {
  const newest = Math.floor(now / halfHourMs);
  const strips = new Map(streamIds.map((id) => [id, Array.from({ length: stripLength }, (): number | null => unplanned)]));
  for (const ids of chunked(streamIds, 1)) {
    const rows = await db('stream_readings')
      .whereIn('stream_id', ids)
      .where('half_hour', '>', newest - stripLength)
      .select<{ stream_id: number; half_hour: number; items: number; failed: number }[]>('stream_id', 'half_hour', 'items', 'failed')
      .limit(ids.length * stripLength);
    for (const row of rows) {
      const at = row.half_hour - newest + stripLength - 1;
      if (at < stripLength) strips.get(row.stream_id)?.splice(at, 1, row.failed === 1 ? null : row.items);
    }
  }
  return strips;
}

const isoOrNull = (time: number | null | undefined): string | null => (typeof time === 'number' ? new Date(time).toISOString() : null);
const emptyStrip = (): (number | null)[] => Array.from({ length: stripLength }, () => unplanned);

function unread(stream: Stream, sourceId: string): StreamState {
  const nothing = { lastSuccessAt: null, newestAt: null, items: 0, gapFrom: null, gapTo: null, nextTryAt: null, strip: emptyStrip() };
  const off = sourceId === 'off';
  return {
    name: stream.name,
    kind: stream.kind,
    source: sourceId,
    state: off ? 'failed' : 'pending',
    error: off ? switchedOff : null,
    ...nothing,
  };
}

function streamStateOf(row: StreamRow, strip: (number | null)[] | undefined): StreamState {
  return {
    name: row.name,
    kind: row.kind,
    state: row.state,
    source: row.source,
    lastSuccessAt: isoOrNull(row.last_success_at),
    newestAt: isoOrNull(row.newest_at),
    items: row.items,
    gapFrom: isoOrNull(row.gap_from),
    gapTo: isoOrNull(row.gap_to),
    nextTryAt: isoOrNull(row.next_try_at),
    error: row.error,
    strip: strip ?? emptyStrip(),
  };
}

/** Samples are fetched once, for one campaign: its last run is the whole truth. */
function streamsOfRun(run: Run): StreamState[] {
  return run.perSubreddit.map(({ newest, ...stream }) => ({
    ...stream,
    kind: 'posts',
    source: run.source,
    lastSuccessAt: run.finishedAt,
    newestAt: newest,
    nextTryAt: null,
    strip: emptyStrip(),
  }));
}

async function listStreamStates(
  db: Db,
  campaign: CampaignRow,
  { sourceId, now }: { sourceId: string; now: number },
): Promise<StreamState[]> {
  const streams = streamsOf(fieldsOf(campaign));
  const rows = await listStreamRows(db, sourceId, streams);
  const strips = await listStrips(
    db,
    [...rows.values()].map(({ id }) => id),
    now,
  );
  return streams.map((stream) => {
    const row = rows.get(streamKey(stream));
    return row && sourceId !== 'off' ? streamStateOf(row, strips.get(row.id)) : unread(stream, sourceId);
  });
}

/** How fetching each stream of a campaign goes, by the source to Reddit in use. */
export async function readCoverage(db: Db, campaign: CampaignRow, at: { sourceId: string; now: number }): Promise<Coverage> {
  const [lastRun] = campaign.sample === 1 ? await listRuns(db, campaign.id, { beforeId: null, limit: 1 }) : [];
  const streams = lastRun ? streamsOfRun(runOf(lastRun)) : await listStreamStates(db, campaign, at);
  const count = (...states: StreamState['state'][]) => streams.filter(({ state }) => states.includes(state)).length;
  return {
    summary: {
      total: streams.length,
      monitored: count('ok', 'empty'),
      failed: count('failed'),
      limited: count('limited'),
      pending: count('pending'),
    },
    places: streams,
  };
}
