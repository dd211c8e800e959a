import { sleep } from '#core/platform/clock.ts';
import type { Peers } from '#core/platform/peers.ts';
import { type Stream, streamKey } from '#core/reddit/stream.ts';
import { closeParts, freePartsOfOthers, freeStalled, listParts, openParts, type PartState } from './part-queries.ts';
import { createPartReader, type PartReaderDeps, type Round } from './part-reader.ts';
import type { StreamsToRead } from './read-streams.ts';
import type { StoredBatch } from './store-readings.ts';
import type { StreamsRow } from './tables.ts';

interface Deps extends PartReaderDeps {
  peers: Pick<Peers, 'number' | 'listRunning'>;
}

/** Tracked streams by `streamKey`. */
type Rows = ReadonlyMap<string, Pick<StreamsRow, 'last_success_at'>>;

interface Shared {
  /** The app's own source, which other servers have too. */
  source: StreamsToRead['source'];
  streams: readonly Stream[];
  rows: Rows;
  signal: AbortSignal;
}

/** What a server has to fetch, in parts that all servers read. */
export interface FetchParts {
  /** Yields what the servers read and stored, as they do; null when this server reads it alone. */
  open(shared: Shared): Promise<AsyncGenerator<StoredBatch> | null>;
  /** Continues the work of servers that aren't among these. */
  takeOver(running: readonly number[]): Promise<void>;
}

/** A few requests each: little is read twice when a server is killed, and groups aren't much smaller than without parts. */
const streamsPerPart = 100;
/** Each search is a request of its own. */
const searchesPerPart = 10;
/** How often to look without being told. */
const lookEveryMs = 1_000;
/** A server that gets no further for so long isn't waited for. */
const stalledMs = 300_000;

function inParts(streams: readonly Stream[], most: number): Stream[][] {
  const size = Math.ceil(streams.length / Math.ceil(streams.length / most));
  return Array.from({ length: Math.ceil(streams.length / size) }, (_, n) => streams.slice(n * size, (n + 1) * size));
}

/** Longest-waiting streams first, so that none starves when the budget runs out. */
function divide(streams: readonly Stream[], rows: Rows): Stream[][] {
  const readAt = (stream: Stream | undefined): number => (stream && rows.get(streamKey(stream))?.last_success_at) ?? 0;
  const byKind = Map.groupBy(
    streams.toSorted((a, b) => readAt(a) - readAt(b)),
    ({ kind }) => kind,
  );
  const parts = [...byKind].flatMap(([kind, some]) => inParts(some, kind === 'search' ? searchesPerPart : streamsPerPart));
  return parts.toSorted(([a], [b]) => readAt(a) - readAt(b));
}

/** The batches that weren't seen yet. `seen`: part → number of its batches; without parts that are done. */
function takeNew(parts: readonly PartState[], seen: Map<number, number>): StoredBatch[] {
  return parts.flatMap(({ id, batches, isDone }) => {
    const fresh = batches.slice(seen.get(id));
    if (isDone) seen.delete(id);
    else seen.set(id, batches.length);
    return fresh;
  });
}

const merged = (batches: readonly StoredBatch[]): StoredBatch => ({
  readings: batches.flatMap(({ readings }) => readings),
  changed: [...new Set(batches.flatMap(({ changed }) => changed))],
});

/** For the only server. */
const alone: FetchParts = { open: () => Promise.resolve(null), takeOver: () => Promise.resolve() };

export function createFetchParts(deps: Deps): FetchParts {
  const { db, bus, now, peers } = deps;
  const { number: server } = peers;
  if (server === null) return alone;
  let round: Round | null = null;
  let news = new AbortController();
  const reader = createPartReader({ ...deps, server, round: () => round });

  bus.on('parts:changed', ({ to }) => {
    if (to === 'read') news.abort();
  });
  bus.on('elsewhere', ({ fact, payload }) => {
    if (fact === 'parts:changed' && payload.to === 'read') news.abort();
    else if (fact === 'parts:changed' || fact === 'gap') reader.wake();
  });

  /** Yields what is new until all parts are read. */
  async function* collect(ids: readonly number[], signal: AbortSignal): AsyncGenerator<StoredBatch> {
    const seen = new Map(ids.map((id) => [id, 0]));
    while (seen.size > 0) {
      reader.wake();
      news = new AbortController();
      const arrived = news.signal;
      const parts = await listParts(db, [...seen.keys()]);
      if (parts.length < seen.size) throw new Error('another server ended this round');
      const batches = takeNew(parts, seen);
      if (batches.length > 0) yield merged(batches);
      else if (seen.size > 0) {
        await freeStalled(db, { ids: [...seen.keys()], since: now() - stalledMs, server: Number(server) });
        await sleep(lookEveryMs, AbortSignal.any([signal, arrived])).catch(() => undefined);
      }
      signal.throwIfAborted();
    }
  }

  async function* read(parts: readonly (readonly Stream[])[], { source, signal }: Shared): AsyncGenerator<StoredBatch> {
    const ending = new AbortController();
    const going = AbortSignal.any([signal, ending.signal]);
    round = { source, signal: going, fail: (error) => ending.abort(error) };
    let ids: number[] = [];
    try {
      ids = await openParts(db, { server: Number(server), parts, now: now() });
      bus.emit('parts:changed', { to: 'free' });
      yield* collect(ids, going);
    } finally {
      round = null;
      ending.abort();
      await closeParts(db, ids);
    }
  }

  return {
    async open(shared) {
      const parts = divide(shared.streams, shared.rows);
      // A round that the job's time limit ended may still be ending.
      if (parts.length < 2 || round !== null || (await peers.listRunning()).length < 2) return null;
      return read(parts, shared);
    },
    async takeOver(running) {
      await freePartsOfOthers(db, running);
      reader.wake();
    },
  };
}
