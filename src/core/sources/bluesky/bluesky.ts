import * as z from 'zod';
import { hourMs, secondMs } from '#shared/time.ts';
import type { Now } from '#core/platform/clock.ts';
import { type FetchedItem, newestOf } from '#core/platform/item.ts';
import { type Reading, type Stream, streamKey } from '#core/reddit/stream.ts';
import { readCursor } from '../each-stream.ts';
import { SourceFailure } from '../failure.ts';
import type { OtherSource, ReadRequest, SourceDeps, Watermark } from '../source.ts';
import { type Connection, createJetstream, type Jetstream, type JetstreamEvent } from './jetstream.ts';
import { collection, fullnameOf, itemOf, type PostId, readId, type AppView, createAppView } from './wire.ts';

/** When it is read the first time. */
const firstMs = 2 * hourMs;
/** After a pause; what was written before that is reported as a gap. */
const maxBehindMs = 6 * hourMs;
/** Servers differ in when they saw something. */
const overlapMs = 5 * secondMs;
const keptMs = 3 * overlapMs;
/** A server sends events all the time: after such a hole, it no longer had them. */
const holeMs = 10 * 60 * secondMs;
/** In one reading. */
const maxHits = 2000;
/** Of catching up, in one round. */
const maxRoundMs = 20 * secondMs;

const cursorSchema = z.object({
  /** Of the newest event that was read, in µs. */
  time: z.int().min(1e15),
  /** Posts that were read shortly before it, and when. */
  known: z.array(z.tuple([z.string(), z.int()])),
});

type Matches = (item: FetchedItem) => boolean;
/** What was read so far, by everything that one call of `read` reads. */
interface Position {
  /** µs; null before the first event. */
  time: number | null;
  known: Map<string, number>;
  /** Where to go on, in ms. */
  from: number;
  /** What can't be read any more. */
  gap: { from: number; to: number } | null;
}

function positionOf(watermark: Watermark | undefined, now: number): Position {
  const cursor = readCursor(cursorSchema, watermark);
  const last = cursor && cursor.time / 1000 <= now + hourMs ? cursor : null;
  if (last === null) return { time: null, known: new Map(), gap: null, from: now - firstMs };
  const [at, floor] = [last.time / 1000, now - maxBehindMs];
  const gap = at < floor ? { from: at, to: floor } : null;
  return { time: last.time, known: new Map(last.known), gap, from: Math.max(at - overlapMs, floor) };
}

/** The hits among the events of a few seconds. */
function createBatch(position: Position, { matches, now }: { matches: Matches; now: Now }) {
  const hits = new Map<FetchedItem, string>();
  const names = new Map<string, FetchedItem>();
  const gone = new Set<string>();
  let [refused, events] = [0, 0];
  let left: Position['gap'] = null;

  function takePost(id: PostId, name: string, { commit, time_us: time }: JetstreamEvent): void {
    const at = time / 1000;
    const item = itemOf(id, commit?.record, { now: now(), seenAt: at });
    if (item === null) refused += 1;
    else if (!matches(item)) return;
    else if (hits.size >= maxHits) left = { from: left?.from ?? at, to: at };
    else {
      hits.set(item, id.did);
      names.set(name, item);
      position.known.set(name, time);
    }
  }

  return {
    hits,
    gone,
    take(event: JetstreamEvent): void {
      const { did, time_us: time, commit } = event;
      events += 1;
      if (position.time !== null && time - position.time > holeMs * 1000) position.gap ??= { from: position.time / 1000, to: time / 1000 };
      position.time = Math.max(position.time ?? 0, time);
      const id = commit?.collection === collection ? readId(did, commit.rkey) : null;
      if (id === null) return;
      const name = fullnameOf(id);
      if (commit?.operation === 'delete') {
        const written = names.get(name);
        if (written) hits.delete(written);
        gone.add(name);
      } else if (commit?.operation === 'update' || !position.known.has(name)) takePost(id, name, event);
    },
    result: () => ({ refused, events, left }),
  };
}
type Batch = ReturnType<typeof createBatch>;

interface Run {
  jetstream: Jetstream;
  appView: AppView;
  now: Now;
  /** What came in so long is one reading. */
  batchMs: number;
}
type Asked = Pick<ReadRequest, 'matches' | 'listenMs' | 'signal'> & { stream: Stream; watermark: Watermark | undefined };

const noRules = 'Bluesky is searched by rules, and no active campaign that monitors it has one.';

/** Goes from server to server until it has caught up, or listened long enough. */
async function* readStream(
  { jetstream, appView, now, batchMs }: Run,
  { stream, watermark, matches: matchesOf, listenMs, signal }: Asked,
): AsyncGenerator<Reading> {
  const position = positionOf(watermark, now());
  let newest = watermark?.newest ?? null;
  let matches = await matchesOf?.(stream);
  if (!matches) {
    yield { stream, state: 'ok', items: [], newest, gap: null, refused: 0, error: noRules };
    return;
  }

  /** Where to go on once this batch is stored; to be called before the next one begins. */
  function markOf(batch: Batch) {
    const { time } = position;
    const known = [...position.known].filter(([, at]) => at >= (time ?? 0) - keptMs * 1000);
    position.known = new Map(known);
    const { refused, left } = batch.result();
    const gap = position.gap ?? left;
    position.gap = null;
    return { gap, refused, gone: [...batch.gone], ...(time === null ? {} : { cursor: JSON.stringify({ time, known }) }) };
  }

  const take = (event: JetstreamEvent): void => {
    batch.take(event);
    if (event.identity) appView.rename(event.did, event.identity.handle);
  };
  const end = performance.now() + (listenMs ?? maxRoundMs);
  let batch = createBatch(position, { matches, now });
  let connection: Connection | null = null;
  try {
    for (;;) {
      connection ??= await jetstream.open(position.from, { signal, take });
      const failure: SourceFailure | null = await connection.attend({
        ms: Math.min(batchMs, end - performance.now()),
        toTheEnd: listenMs !== undefined,
      });
      const done = batch;
      const isEmpty = done.result().events === 0;
      if (isEmpty && failure === null && performance.now() < end) continue;
      if (failure) jetstream.rest(connection.server, failure);
      if (failure && isEmpty) throw failure;
      matches = (await matchesOf?.(stream)) ?? matches;
      const mark = markOf(done);
      batch = createBatch(position, { matches, now });
      const refused = mark.refused + connection.takeGarbage();
      const items = await appView.withHandles(done.hits, signal);
      newest = newestOf(items, newest, now());
      yield { stream, state: 'ok', items, newest, ...mark, refused };
      if (performance.now() >= end || (listenMs === undefined && connection.isCaughtUp())) return;
      if (failure === null) continue;
      connection.close();
      connection = null;
      position.from = (position.time ?? 0) / 1000 - overlapMs;
    }
  } finally {
    connection?.close();
  }
}

/** Reads the posts of everybody on Bluesky as they are written, and keeps those that a rule matches. */
export const openBluesky = (deps: SourceDeps, { batchMs = 5 * secondMs } = {}): OtherSource => {
  const appView = createAppView(deps);
  const jetstream = createJetstream(deps);
  const run = { jetstream, appView, now: deps.now, batchMs };
  return {
    id: 'bluesky',
    async *read({ streams, watermarks, ...asked }) {
      for (const stream of streams) {
        try {
          yield* readStream(run, { ...asked, stream, watermark: watermarks.get(streamKey(stream)) });
        } catch (error) {
          asked.signal.throwIfAborted();
          if (!(error instanceof SourceFailure)) throw error;
          yield { stream, state: 'failed', failure: error.kind, error: error.message, retryAt: error.retryAt };
        }
      }
    },
    recheck: (fullnames, signal) => appView.recheck(fullnames, signal),
  };
};
