import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '#core/platform/errors.ts';

export type Bytes = AsyncIterable<Uint8Array>;

/** Throws `not_found` when the file can't be opened. */
export async function* openFile(path: string): Bytes & AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (cause) {
    throw new AppError('not_found', `Couldn't read ${path}`, { cause });
  }
}

export async function* counted(
  bytes: Bytes,
  onBytes: ((total: number) => void) | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of bytes) {
    signal?.throwIfAborted();
    total += chunk.byteLength;
    onBytes?.(total);
    yield chunk;
  }
}

export const gunzip = (bytes: Bytes): Bytes => pipeline(Readable.from(bytes), createGunzip(), () => undefined);

/** A few compressed bytes can expand to hours of work, so the signal is checked for each decompressed chunk. */
export function createUnpackLimit(most: number, signal: AbortSignal | undefined) {
  let total = 0;
  return async function* upTo(bytes: Bytes): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      signal?.throwIfAborted();
      total += chunk.byteLength;
      if (total > most) throw new Error(`it unpacks to more than ${Math.ceil(most / 1024 ** 2)} MiB`);
      yield chunk;
    }
  };
}

/** As UTF-8: spreadsheets save CSV for some languages as UTF-16, with a byte order mark. */
export function asUtf8(head: Uint8Array, bytes: Bytes): Bytes {
  const [first, second] = head;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  if (encoding === null) return bytes;
  return (async function* () {
    const decoder = new TextDecoder(encoding);
    for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  })();
}

export interface Peeked {
  head: Uint8Array;
  /** The whole stream, including the head. */
  rest: Bytes;
  /** The head is all there is. */
  isWhole: boolean;
}

/** Reads the first bytes without consuming them. */
export async function peek(bytes: Bytes, headBytes: number): Promise<Peeked> {
  const reader = bytes[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  while (size < headBytes && !isWhole) {
    const next = await reader.next();
    if (next.done) isWhole = true;
    else {
      seen.push(next.value);
      size += next.value.byteLength;
    }
  }
  async function* rest() {
    yield* seen;
    yield* { [Symbol.asyncIterator]: () => reader };
  }
  return { head: Buffer.concat(seen), rest: rest(), isWhole };
}
