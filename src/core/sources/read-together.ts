import { fetchedKindOf } from '#shared/sources.ts';
import type { Reading } from '#core/reddit/stream.ts';
import type { OtherSource, ReadRequest, Source } from './source.ts';

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
