import type * as z from 'zod';
import { type Reading, type Stream, streamKey } from '#core/reddit/stream.ts';
import { fetchedKindOf } from '#shared/sources.ts';
import { SourceFailure } from './failure.ts';
import type { ReadRequest, Watermark, OtherSource, Source } from './source.ts';

/** Reads one stream. Throws `SourceFailure` if it can't be read, or the signal's reason. */
export type ReadStream = (stream: Stream, watermark: Watermark | undefined, signal: AbortSignal) => Promise<Reading>;

/**
 * Reads streams, `atOnce` at a time, and yields each as soon as it was read; a failure is a reading too, so that one stream delays
 * and fails no other. Throws the signal's reason, and errors that are no `SourceFailure`.
 */
export async function* eachStream(
  { streams, watermarks, signal: given }: ReadRequest,
  read: ReadStream,
  atOnce = 4,
): AsyncGenerator<Reading> {
  const stop = new AbortController();
  const signal = AbortSignal.any([given, stop.signal]);
  async function readSafely(stream: Stream): Promise<Reading> {
    try {
      return await read(stream, watermarks.get(streamKey(stream)), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof SourceFailure)) throw error;
      return { stream, state: 'failed', failure: error.kind, error: error.message, retryAt: error.retryAt };
    }
  }
  const waiting = [...streams];
  const running = new Map<Stream, Promise<{ stream: Stream; reading: Reading }>>();
  const start = (): void => {
    const stream = waiting.shift();
    if (stream)
      running.set(
        stream,
        readSafely(stream).then((reading) => ({ stream, reading })),
      );
  };
  try {
    for (let count = 0; count < atOnce; count += 1) start();
    while (running.size > 0) {
      const { stream, reading } = await Promise.race(running.values());
      running.delete(stream);
      start();
      yield reading;
    }
  } finally {
    // A reader that stops early leaves neither work nor rejections behind.
    stop.abort();
    await Promise.allSettled(running.values());
  }
}

/** What a source stored as JSON at the end of its last reading; null if there is none, or one of another version. */
export function readCursor<T>(schema: z.ZodType<T>, watermark: Watermark | undefined): T | null {
  if (!watermark?.cursor) return null;
  try {
    return schema.safeParse(JSON.parse(watermark.cursor)).data ?? null;
  } catch {
    return null;
  }
}

export type Readable = Pick<Source | OtherSource, 'id' | 'read'>;

/** Which of the sources reads streams of a descriptor's source; all of Reddit's have the same descriptor. */
const descriptorOf = ({ id }: Readable): string => (id === 'api' || id === 'rss' || id === 'sample' ? 'reddit' : id);

/**
 * Reads streams of several sources next to each other, and yields each reading as it arrives, so that a source that is slow delays no
 * other. Throws the signal's reason as soon as it aborts, even if a source doesn't notice.
 */
export async function* readTogether(sources: readonly Readable[], { streams, ...request }: ReadRequest): AsyncGenerator<Reading> {
  const stop = new AbortController();
  const signal = AbortSignal.any([request.signal, stop.signal]);
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => undefined);
  signal.addEventListener('abort', () => stopped.reject(signal.reason));
  const open = sources.map((source) => {
    const own = streams.filter(({ kind }) => fetchedKindOf(kind).of.source === descriptorOf(source));
    return source.read({ ...request, streams: own, signal })[Symbol.asyncIterator]();
  });
  const nextOf = async (reader: AsyncIterator<Reading>) => ({ reader, step: await reader.next() });
  const running = new Map(open.map((reader) => [reader, nextOf(reader)]));
  try {
    signal.throwIfAborted();
    while (running.size > 0) {
      const { reader, step } = await Promise.race([...running.values(), stopped.promise]);
      if (step.done) {
        running.delete(reader);
        continue;
      }
      running.set(reader, nextOf(reader));
      yield step.value;
    }
  } finally {
    stop.abort(new Error('nobody waits for these readings any more'));
    for (const step of running.values()) step.catch(() => undefined);
  }
}
