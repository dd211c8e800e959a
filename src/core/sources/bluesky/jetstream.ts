import * as z from 'zod';
import { type Now, sleep } from '#core/platform/clock.ts';
import { dayMs, minuteMs } from '#shared/time.ts';
import { SourceFailure } from '../failure.ts';
import { refusalOf } from '../json.ts';
import type { SourceDeps } from '../source.ts';
import { collection, didSchema, label } from './wire.ts';

const publicServers = ['us-east', 'us-west'].flatMap((place) => [1, 2].map((n) => `https://jetstream${n}.${place}.bsky.network`));

const text = z.string().max(600);
/** One event of the stream; https://github.com/bluesky-social/jetstream names the fields. */
const eventSchema = z.object({
  did: didSchema,
  /** When the server saw it, in µs. */
  time_us: z.int().positive(),
  commit: z
    .object({ operation: z.enum(['create', 'update', 'delete']), collection: text, rkey: text, record: z.unknown().optional() })
    .optional()
    .catch(undefined),
  identity: z.object({ handle: text }).optional().catch(undefined),
});
export type JetstreamEvent = z.output<typeof eventSchema>;

/** A server that sends nothing for so long isn't waited for. */
const silentMs = 4_000;
/** So close to now, the clocks of both machines agree that everything was sent. */
const nearMs = 2_000;
/** If they disagree: what comes gets no closer to now for so long. */
const steadyMs = 3_000;
/** With more messages that are none, it isn't this stream. */
const maxGarbage = 100;
/** How often is looked whether that is enough. */
const [soonMs, laterMs] = [20, 250];
const [shortestRestMs, longestRestMs] = [15_000, 10 * minuteMs];

/** Tells when everything that was written before has been sent. */
function createCatchUp(now: Now) {
  let [closest, closerAt] = [Infinity, 0];
  return (time: number): boolean => {
    const behind = now() - time;
    const at = performance.now();
    if (behind < closest - nearMs / 10) [closest, closerAt] = [behind, at];
    return Math.abs(behind) < nearMs || at - closerAt > steadyMs;
  };
}

function readEvent(data: string | null): JetstreamEvent | null {
  try {
    return eventSchema.safeParse(JSON.parse(data ?? '')).data ?? null;
  } catch {
    return null;
  }
}

interface Listening {
  now: Now;
  signal: AbortSignal;
  take: (event: JetstreamEvent) => void;
}

/** What one server sends. */
function createConnection({ now, signal, take }: Listening) {
  const hasReached = createCatchUp(now);
  const end = new AbortController();
  const stop = AbortSignal.any([signal, end.signal]);
  let [garbage, heardAt, caughtUp] = [0, 0, false];
  let failure: SourceFailure | null = null;
  function fail(message: string, kind: 'unreachable' | 'broken'): void {
    failure ??= new SourceFailure(`${label} ${message}.`, kind);
    end.abort();
  }
  return {
    onEnd: () => fail('ended the connection', 'unreachable'),
    onText(data: string | null): void {
      heardAt = performance.now();
      const event = readEvent(data);
      // A clock that is off by more says nothing about where to go on.
      if (event === null || Math.abs(event.time_us / 1000 - now()) > dayMs) {
        garbage += 1;
        if (garbage >= maxGarbage) fail('answered with data in an unknown form', 'broken');
        return;
      }
      take(event);
      caughtUp ||= hasReached(event.time_us / 1000);
    },
    /**
     * Waits until everything that was written before has been sent, or `ms` passed; with `toTheEnd` always so long. Returns why the
     * connection broke; throws the signal's reason.
     */
    async attend({ ms, toTheEnd }: { ms: number; toTheEnd: boolean }): Promise<SourceFailure | null> {
      const until = performance.now() + ms;
      heardAt ||= performance.now();
      const isDone = (): boolean => !toTheEnd && caughtUp && performance.now() - heardAt >= soonMs;
      while (!stop.aborted && performance.now() < until && !isDone()) {
        if (performance.now() - heardAt > silentMs) fail('sent nothing', 'unreachable');
        else await sleep(toTheEnd ? laterMs : soonMs, stop).catch(() => undefined);
      }
      signal.throwIfAborted();
      return failure;
    },
    isCaughtUp: () => caughtUp,
    /** How many messages were none, since the last call. */
    takeGarbage(): number {
      const taken = garbage;
      garbage = 0;
      return taken;
    },
  };
}
export type Connection = Omit<ReturnType<typeof createConnection>, 'onText' | 'onEnd'> & { server: string; close: () => void };

interface Rest {
  until: number;
  failures: number;
  failure: SourceFailure;
}

/** The servers of the live stream, all of which send the same: one that fails rests for a while. */
export function createJetstream({ config, client, now }: SourceDeps) {
  const { servers: own } = config.bluesky;
  const servers = own.length > 0 ? own : publicServers;
  const resting = new Map<string, Rest>();

  function rest(server: string, failure: SourceFailure): void {
    const before = resting.get(server);
    const failures = before && before.until > now() - longestRestMs ? before.failures + 1 : 1;
    const pause = Math.min(shortestRestMs * 2 ** (failures - 1), longestRestMs);
    resting.set(server, { failures, failure, until: Math.max(now() + pause, failure.retryAt ?? 0) });
  }

  async function connect(server: string, from: number, listening: Listening): Promise<Connection> {
    const query = new URLSearchParams({ wantedCollections: collection, cursor: String(Math.floor(from * 1000)) });
    const { onText, onEnd, ...connection } = createConnection(listening);
    const { signal } = listening;
    const opened = await client.connect({ url: `${server}/subscribe?${query.toString()}`, onText, onEnd, signal }).catch(() => {
      signal.throwIfAborted();
      throw new SourceFailure(`${label} couldn't be reached.`, 'unreachable');
    });
    if ('close' in opened) return { ...connection, server, close: opened.close };
    const refusal = refusalOf(opened, { name: label, now: now() });
    if (refusal?.kind === 'missing') throw new SourceFailure(refusal.message, 'broken');
    throw refusal ?? new SourceFailure(`${label} answered with a page instead of data.`, 'broken');
  }

  return {
    rest,
    /** From this time on, in UTC ms. Throws `SourceFailure` if no server opens the stream. */
    async open(from: number, listening: Pick<Listening, 'signal' | 'take'>): Promise<Connection> {
      let last: SourceFailure | null = null;
      for (const server of servers) {
        const pause = resting.get(server);
        if (pause && pause.until > now()) {
          last ??= pause.failure;
          continue;
        }
        try {
          return await connect(server, from, { ...listening, now });
        } catch (error) {
          listening.signal.throwIfAborted();
          if (!(error instanceof SourceFailure)) throw error;
          rest(server, error);
          last = error;
        }
      }
      throw last ?? new SourceFailure(`${label} couldn't be reached.`, 'unreachable');
    },
  };
}
export type Jetstream = ReturnType<typeof createJetstream>;
