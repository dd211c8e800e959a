import { Unzip, UnzipInflate, UnzipPassThrough, type UnzipFile } from 'fflate';
import type { Bytes } from './bytes.ts';

export interface ZipEntry {
  name: string;
  bytes: Bytes;
}

type Event = { name: string } | { chunk: Uint8Array } | { end: true } | { error: Error };

/** Deflate expands at most a thousandfold, so a piece of this size becomes at most 4 MiB at once. */
const pieceBytes = 4096;

/** Collects what one push of compressed bytes brings. */
function createUnpacker(isWanted: (name: string) => boolean) {
  let events: Event[] = [];
  const unzip = new Unzip((file: UnzipFile) => {
    if (file.name.endsWith('/') || !isWanted(file.name)) return;
    events.push({ name: file.name });
    file.ondata = (error, chunk, isLast) => {
      if (error) events.push({ error });
      else if (chunk.length > 0) events.push({ chunk });
      if (isLast) events.push({ end: true });
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  return (piece: Uint8Array, isLast: boolean): Event[] => {
    events = [];
    unzip.push(piece, isLast);
    return events;
  };
}

async function* eventsOf(bytes: Bytes, isWanted: (name: string) => boolean): AsyncGenerator<Event> {
  const push = createUnpacker(isWanted);
  for await (const chunk of bytes)
    for (let start = 0; start < chunk.length; start += pieceBytes) yield* push(chunk.subarray(start, start + pieceBytes), false);
  yield* push(new Uint8Array(0), true);
}

/** The wanted files of a ZIP archive, one after the other: each must be read to its end before the next. */
export async function* readZip(bytes: Bytes, isWanted: (name: string) => boolean): AsyncGenerator<ZipEntry> {
  const events = eventsOf(bytes, isWanted);
  async function* contents(): AsyncGenerator<Uint8Array> {
    for (let next = await events.next(); !next.done; next = await events.next()) {
      if ('error' in next.value) throw next.value.error;
      if ('end' in next.value) return;
      if ('chunk' in next.value) yield next.value.chunk;
    }
    throw new Error('the archive ends too early');
  }
  for (let next = await events.next(); !next.done; next = await events.next())
    if ('name' in next.value) yield { name: next.value.name, bytes: contents() };
}
