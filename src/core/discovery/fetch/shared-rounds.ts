import type { CoreContext } from '#core/context.ts';
import type { Items } from '#core/inbox/items/items.ts';
import { sleep } from '#core/platform/clock.ts';
import type { Peers } from '#core/platform/peers.ts';
import type { Piece, Pieces } from '#core/platform/queue.ts';
import { type Reading, type Stream, streamKey } from '#core/reddit/stream.ts';
import type { RuleMatches } from '#core/sources/source.ts';
import type { Transports } from '#core/sources/reddit/transports.ts';
import { listTracked, readStreams, type StreamsToRead, type StoredBatch, storeReadings } from './read-streams.ts';
import { readWatermarks } from './stream-queries.ts';
import type { StreamsRow } from '../tables.ts';

export interface SharedRoundDeps extends Pick<CoreContext, 'db' | 'log' | 'now'> {
  itemStore: Items;
  matches: RuleMatches;
  transports: Pick<Transports, 'ofApp'>;
  peers: Pick<Peers, 'number' | 'listRunning'>;
  queue: { pieces: Pieces | null };
}

interface Shared {
  /** The app's own source, which other servers have too. */
  source: StreamsToRead['source'];
  streams: readonly Stream[];
  /** Tracked streams by `streamKey`. */
  rows: ReadonlyMap<string, Pick<StreamsRow, 'last_success_at'>>;
  signal: AbortSignal;
}

/** What a server has to fetch, in pieces that all servers read. */
export interface SharedRounds {
  /** Yields what the servers read and stored, as they do; null when this server reads it alone. */
  open(shared: Shared): Promise<AsyncGenerator<StoredBatch> | null>;
}

interface PieceData {
  /** Whose round it is. */
  server: number;
  streams: Stream[];
}
/** Where a server without a token reads. */
const nowhere: StreamsToRead['source'] = { id: 'api', async *read() {} };

/** As many as one request can read: groups aren't smaller than without pieces, and little is read twice when a server is killed. */
const streamsPerPiece = 50;
/** Each search is a request of its own. */
const searchesPerPiece = 5;
const lookEveryMs = 300;
/** How long a server that could not read a piece leaves the others to other servers. */
const restMs = 30_000;

/** Another server has the piece now, or its round ended. */
class PieceLost extends Error {}

function inPieces(streams: readonly Stream[], most: number): Stream[][] {
  const size = Math.ceil(streams.length / Math.ceil(streams.length / most));
  return Array.from({ length: Math.ceil(streams.length / size) }, (_, n) => streams.slice(n * size, (n + 1) * size));
}

/** Longest-waiting streams first, so that none starves when the budget runs out. */
function divide({ streams, rows }: Pick<Shared, 'streams' | 'rows'>): Stream[][] {
  const readAt = (stream: Stream | undefined): number => (stream && rows.get(streamKey(stream))?.last_success_at) ?? 0;
  const byKind = Map.groupBy(
    streams.toSorted((a, b) => readAt(a) - readAt(b)),
    ({ kind }) => kind,
  );
  const pieces = [...byKind].flatMap(([kind, some]) => inPieces(some, kind === 'search' ? searchesPerPiece : streamsPerPiece));
  return pieces.toSorted(([a], [b]) => readAt(a) - readAt(b));
}

const merged = (batches: readonly StoredBatch[]): StoredBatch => ({
  readings: batches.flatMap(({ readings }) => readings),
  changed: [...new Set(batches.flatMap(({ changed }) => changed))],
  gone: batches.reduce((sum, { gone }) => sum + gone, 0),
});

/**
 * Reads a piece, and stores what was read together with its end. Returns false if some of it can't be read here, which the server
 * whose round it is will try.
 */
async function readPiece(deps: SharedRoundDeps, { data, signal, finish }: Piece): Promise<boolean> {
  const { db, now, itemStore, transports, peers } = deps;
  const { server, streams } = data as PieceData;
  const app = await transports.ofApp();
  const wanted = { source: app ?? nowhere, streams, scope: '', remember: true, signal };
  const watermarks = await readWatermarks(db, streams, await listTracked(db, wanted));
  const readings: Reading[] = [];
  let isTrouble = app === null;
  for await (const reading of wanted.source.read({ streams, watermarks, signal })) {
    isTrouble = server !== peers.number && reading.state === 'failed' && reading.ofTransport === true;
    if (isTrouble) break;
    readings.push(reading);
  }
  // A source that ended because of the signal may have left out streams.
  signal.throwIfAborted();
  const also: StreamsToRead['also'] = async (trx, batch) => {
    if (!(await finish(trx, batch))) throw new PieceLost();
  };
  await storeReadings({ db, itemStore, also }, readings, { ...wanted, source: wanted.source.id, now: now() });
  return !isTrouble;
}

/** Returns how long this server leaves pieces to others. */
async function takePiece(deps: SharedRoundDeps, piece: Piece): Promise<number> {
  const { server } = piece.data as PieceData;
  // Nobody waits for the round of a server that ended.
  if (!(await deps.peers.listRunning()).includes(server)) return 0;
  try {
    return (await readPiece(deps, piece)) ? 0 : restMs;
  } catch (error) {
    if (error instanceof PieceLost) return 0;
    if (!piece.signal.aborted) deps.log.warn({ err: error }, 'shared streams could not be read here');
    throw error;
  }
}

export function createSharedRounds(deps: SharedRoundDeps): SharedRounds {
  const { log, peers } = deps;
  const { pieces } = deps.queue;
  const server = peers.number;
  if (pieces === null || server === null) return { open: () => Promise.resolve(null) };
  const offering = pieces;
  let isOpen = false;
  pieces
    .work((piece) => takePiece(deps, piece))
    .catch((error: unknown) => log.error({ err: error }, 'this server reads no shared streams'));

  /** Yields what is new until everything is read. What no server could read, this one reads itself. */
  async function* gather(id: string, parts: readonly Stream[][], { source, signal }: Shared): AsyncGenerator<StoredBatch> {
    const left = new Map(parts.entries());
    while (left.size > 0) {
      const { open, done } = await offering.gather(id);
      const ended = [...left].filter(([place]) => !open.includes(place));
      for (const [place] of ended) left.delete(place);
      // Without a result: it was taken for the piece of a server that ended.
      const stored = done.flatMap(({ result }) => (result === null ? [] : [result as StoredBatch]));
      if (stored.length > 0) yield merged(stored);
      const isRead = new Set(stored.flatMap(({ readings }) => readings.map(({ reading }) => streamKey(reading.stream))));
      const streams = ended.flatMap(([, some]) => some).filter((stream) => !isRead.has(streamKey(stream)));
      const wanted = { source, streams, scope: '', remember: true, signal };
      if (streams.length > 0) yield* readStreams(deps, wanted, await listTracked(deps.db, wanted));
      if (ended.length === 0) await sleep(lookEveryMs, signal);
      signal.throwIfAborted();
    }
  }

  async function* read(parts: readonly Stream[][], shared: Shared): AsyncGenerator<StoredBatch> {
    isOpen = true;
    let id: string | null = null;
    try {
      id = await offering.offer(parts.map((streams) => ({ server: Number(server), streams }) satisfies PieceData));
      yield* gather(id, parts, shared);
    } finally {
      isOpen = false;
      if (id !== null) await offering.withdraw(id);
    }
  }

  return {
    async open(shared) {
      const parts = divide(shared);
      // A round that the job's time limit ended may still be ending.
      if (parts.length < 2 || isOpen || (await peers.listRunning()).length < 2) return null;
      return read(parts, shared);
    },
  };
}
