import type { Items } from '#core/inbox/items/items.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { Log } from '#core/platform/log.ts';
import type { Runner } from '#core/platform/runner.ts';
import { type Reading, streamKey } from '#core/reddit/stream.ts';
import { finishPart, giveBack, type Part, takePart, writeBatches } from './part-queries.ts';
import { listTracked, readStreams, type StreamsToRead } from './read-streams.ts';
import type { Transports } from './sources/transports.ts';

export interface PartReaderDeps {
  db: Db;
  bus: Bus;
  log: Log;
  now: Now;
  itemStore: Items;
  transports: Pick<Transports, 'ofApp'>;
  runner: Pick<Runner, 'start'>;
}

/** What this server fetches together with others. */
export interface Round {
  source: StreamsToRead['source'];
  signal: AbortSignal;
  /** Called when a part could not be read or stored here. */
  fail(error: unknown): void;
}

interface Deps extends PartReaderDeps {
  /** Number of this server. */
  server: number;
  /** Of this server; null when it has none. */
  round: () => Round | null;
}

/** How long a server that could not read a part leaves those of other servers to them. */
const restMs = 30_000;

/** Another server has the part now, or its round ended. */
class PartLost extends Error {}

/** Yields readings until one failed as any other would have. */
async function* untilTrouble(readings: AsyncIterable<Reading>, onTrouble: () => void): AsyncGenerator<Reading> {
  for await (const reading of readings) {
    if (reading.state === 'failed' && reading.ofTransport === true) {
      onTrouble();
      break;
    }
    yield reading;
  }
}

/** Reads what is left of a part, and stores it together with the part's progress. */
async function readRest(deps: Deps, part: Part, { source, signal }: Pick<Round, 'source' | 'signal'>): Promise<void> {
  const { db, bus, now, server } = deps;
  const batches = [...part.batches];
  const isRead = new Set(batches.flatMap(({ readings }) => readings.map(({ reading }) => streamKey(reading.stream))));
  const streams = part.streams.filter((stream) => !isRead.has(streamKey(stream)));
  const also: StreamsToRead['also'] = async (trx, batch) => {
    const isOurs = await writeBatches(trx, { id: part.id, server, batches: [...batches, batch], now: now() });
    if (!isOurs) throw new PartLost();
  };
  const wanted = { source, streams, scope: '', remember: true, signal, also };
  for await (const batch of readStreams(deps, wanted, await listTracked(db, wanted))) {
    batches.push(batch);
    bus.emit('parts:changed', { to: 'read' });
  }
  // A source that ended because of the signal may have left out streams.
  signal.throwIfAborted();
}

/** Reads a part of another server's round. What can't be read here may be readable there. Returns whether it could be read. */
async function readForOther(deps: Deps, part: Part, signal: AbortSignal): Promise<boolean> {
  const app = await deps.transports.ofApp();
  if (!app) return false;
  let isTrouble = false;
  const onTrouble = (): void => {
    isTrouble = true;
  };
  await readRest(deps, part, { source: { id: app.id, read: (request) => untilTrouble(app.read(request), onTrouble) }, signal });
  return !isTrouble;
}

/** Reads free parts, one after the other, whenever it is woken. */
export function createPartReader(deps: Deps): { wake(): void } {
  const { db, bus, log, now, runner, server, round } = deps;
  let restUntil = 0;
  let isReading = false;
  let isWoken = false;

  async function free(part: Part, forOpener: boolean): Promise<void> {
    await giveBack(db, { id: part.id, server, forOpener });
    bus.emit('parts:changed', { to: 'free' });
  }

  async function readOwn(part: Part, { source, signal, fail }: Round, closing: AbortSignal): Promise<void> {
    try {
      await readRest(deps, part, { source, signal: AbortSignal.any([signal, closing]) });
      await finishPart(db, { id: part.id, server });
      bus.emit('parts:changed', { to: 'read' });
    } catch (error) {
      if (!(error instanceof PartLost)) fail(error);
    }
  }

  async function readOthers(part: Part, closing: AbortSignal): Promise<void> {
    try {
      if (await readForOther(deps, part, closing)) {
        await finishPart(db, { id: part.id, server });
        return bus.emit('parts:changed', { to: 'read' });
      }
    } catch (error) {
      if (error instanceof PartLost) return;
      if (closing.aborted) return free(part, false);
      log.warn({ err: error }, 'streams of another server could not be read here');
    }
    restUntil = now() + restMs;
    return free(part, true);
  }

  async function readAll(closing: AbortSignal): Promise<void> {
    for (;;) {
      const part = closing.aborted ? null : await takePart(db, { server, own: round() !== null, others: restUntil <= now(), now: now() });
      if (!part) return;
      // Not the round from before the call: it may have ended since.
      const own = round();
      if (part.openedBy !== server) await readOthers(part, closing);
      else if (own) await readOwn(part, own, closing);
    }
  }

  return {
    wake() {
      isWoken = true;
      if (isReading) return;
      isReading = true;
      runner.start('fetch parts', async (closing) => {
        try {
          while (isWoken && !closing.aborted) {
            isWoken = false;
            await readAll(closing);
          }
        } finally {
          isReading = false;
        }
      });
    },
  };
}
