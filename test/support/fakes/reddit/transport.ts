import { expect, onTestFinished } from 'vitest';
import { createSources } from '#core/sources/registry.ts';
import { openRedditAccess, type RedditConfig } from '#core/reddit/client/client.ts';
import { type Source, type Watermark } from '#core/sources/source.ts';
import { type Stream, streamKey, type Reading } from '#core/reddit/stream.ts';
import { createClock } from './clock.ts';
import { startFakeReddit } from './server.ts';

/** A source with a fake Reddit, closed after the test, on a clock that sleeping advances. */
export async function openTransport(options: Parameters<typeof startFakeReddit>[0] = {}, changes: Partial<RedditConfig> = {}) {
  const clock = createClock();
  const reddit = await startFakeReddit({ now: clock.now, ...options });
  const base = {
    wwwUrl: reddit.url,
    apiUrl: reddit.url,
    clientId: 'client',
    clientSecret: 'secret',
    userAgent: '',
    source: 'auto',
    feedToken: '',
    requestsPerMinute: 100,
    rssIntervalMs: 60_000,
  } as const;
  const deps = { now: clock.now, sleep: clock.sleep, random: () => 0.5 };
  const access = openRedditAccess({ ...base, ...changes }, deps);
  const sources = createSources(access, deps);
  onTestFinished(async () => {
    await access.upstream.close();
    await reddit.close();
  });
  const { live } = sources;
  if (!live) throw new Error('This configuration has no transport');
  return { clock, reddit, live, access, sources, round: createRounds(live) };
}

/** Reads round after round and stores items as campaigns would; `arrivals` counts each item. */
function createRounds(source: Source) {
  const stored = new Map<string, Map<string, number>>();
  const arrivals = new Map<string, number>();
  const watermarks = new Map<string, Watermark>();
  async function round(streams: readonly Stream[], signal = new AbortController().signal) {
    const readings = new Map<string, Reading>();
    for await (const reading of source.read({ streams, watermarks, signal })) {
      const key = streamKey(reading.stream);
      expect(readings.has(key), `${key} is read once a round`).toBe(false);
      readings.set(key, reading);
      if (reading.state === 'failed') continue;
      const kept = stored.get(key) ?? new Map<string, number>();
      stored.set(key, kept);
      for (const { fullname, createdAt } of reading.items) {
        arrivals.set(fullname, (arrivals.get(fullname) ?? 0) + 1);
        kept.set(fullname, createdAt);
      }
      watermarks.set(key, { newest: reading.newest, cursor: reading.cursor ?? null, known: new Set(kept.keys()) });
    }
    return readings;
  }
  return Object.assign(round, { arrivals });
}

export const posts = (...names: string[]): Stream[] => names.map((name) => ({ kind: 'posts', name }));
/** `ok`, or the kind of failure. */
export const stateOf = (reading: Reading | undefined) => (reading?.state === 'failed' ? reading.failure : reading?.state);
