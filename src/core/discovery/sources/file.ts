import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Info } from 'csv-parse';
import { AppError, messageOf } from '#core/platform/errors.ts';
import type { Now } from '#core/platform/clock.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { readLines } from './lines.ts';
import { itemOfRecord } from './record.ts';

/** One line of a file: an item, or why it is invalid. Lines count from 1. */
export type FileEntry = { item: FetchedItem } | { bad: { line: number; message: string } };

export interface FileOptions {
  /** A path, or a byte stream such as an upload. */
  input: string | AsyncIterable<Uint8Array>;
  now: Now;
  /** Called with the number of bytes read so far; compressed bytes for gzip. */
  onBytes?: (total: number) => void;
  signal?: AbortSignal;
  /** Limit of decompressed bytes. */
  maxUnpackedBytes?: number;
}

type Bytes = AsyncIterable<Uint8Array>;

const maxLineBytes = 1024 * 1024;
const headBytes = 4096;
/** A compressed file of a few megabytes can expand beyond any disk. */
const maxUnpacked = 16 * 1024 ** 3;
const byteOrderMark = '\ufeff';

/**
 * Reads posts and comments from a JSONL, NDJSON, or CSV file, plain or gzip, in constant memory. The format is detected from the
 * content, because file names are unreliable. Throws `not_found` when the file can't be opened; yields a bad entry at the end
 * when it is truncated.
 */
export async function* readFileItems({
  input,
  now,
  onBytes,
  signal,
  maxUnpackedBytes = maxUnpacked,
}: FileOptions): AsyncGenerator<FileEntry> {
  const raw = counted(typeof input === 'string' ? openFile(input) : input, onBytes, signal);
  const outer = await peek(raw);
  const zipped = outer.head[0] === 0x1f && outer.head[1] === 0x8b;
  let line = 0;
  try {
    const { head, rest } = zipped ? await peek(upTo(gunzip(outer.rest), maxUnpackedBytes, signal)) : outer;
    const text = Buffer.from(head).toString('utf8').replace(byteOrderMark, '').trimStart();
    const entries = text.startsWith('{') || text.startsWith('[') ? jsonEntries(rest, now) : csvEntries(rest, delimiterOf(text), now);
    for await (const [number, entry] of entries) {
      line = number;
      yield entry;
    }
  } catch (error) {
    signal?.throwIfAborted();
    yield bad(line + 1, `The file breaks off: ${messageOf(error)}`);
  }
}

type Numbered = [line: number, entry: FileEntry];

async function* jsonEntries(bytes: Bytes, now: Now): AsyncGenerator<Numbered> {
  for await (const { text, number } of readLines(bytes, maxLineBytes)) {
    const entry = text === null ? bad(number, 'Longer than 1 MiB') : jsonEntry(text.replace(byteOrderMark, '').trim(), number, now);
    if (entry) yield [number, entry];
  }
}

function jsonEntry(text: string, line: number, now: Now): FileEntry | null {
  // An array with one object per line is accepted too; its brackets and commas are skipped.
  const bare = text.replace(/,$/, '');
  if (bare === '' || bare === '[' || bare === ']') return null;
  try {
    return entryOf(JSON.parse(bare), line, now);
  } catch {
    return bad(line, 'Not JSON');
  }
}

async function* csvEntries(bytes: Bytes, delimiter: string, now: Now): AsyncGenerator<Numbered> {
  const { CsvError, parse: parseCsv } = await import('csv-parse');
  const skipped: Numbered[] = [];
  const parser = parseCsv({
    bom: true,
    columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    delimiter,
    info: true,
    max_record_size: maxLineBytes,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      const line = error instanceof CsvError && typeof error.lines === 'number' ? error.lines : 0;
      skipped.push([line, bad(line, 'Not a CSV row')]);
    },
  });
  const records: AsyncIterable<{ record: unknown; info: Info }> = pipeline(Readable.from(bytes), parser, () => undefined);
  for await (const { record, info } of records) {
    yield* skipped.splice(0);
    yield [info.lines, entryOf(record, info.lines, now)];
  }
  yield* skipped;
}

/** Spreadsheets in many European locales use semicolons; the header shows which. */
function delimiterOf(text: string): string {
  const header = text.split('\n', 1)[0] ?? '';
  const count = (mark: string) => header.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

const bad = (line: number, message: string): FileEntry => ({ bad: { line, message } });

function entryOf(record: unknown, line: number, now: Now): FileEntry {
  const item = itemOfRecord(record, now);
  return typeof item === 'string' ? bad(line, item) : { item };
}

async function* openFile(path: string): Bytes & AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (cause) {
    throw new AppError('not_found', `Couldn't read ${path}`, { cause });
  }
}

async function* counted(bytes: Bytes, onBytes: FileOptions['onBytes'], signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of bytes) {
    signal?.throwIfAborted();
    total += chunk.byteLength;
    onBytes?.(total);
    yield chunk;
  }
}

const gunzip = (bytes: Bytes): Bytes => pipeline(Readable.from(bytes), createGunzip(), () => undefined);

/** A few compressed bytes can expand to hours of work, so the signal is checked for each decompressed chunk. */
async function* upTo(bytes: Bytes, most: number, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of bytes) {
    signal?.throwIfAborted();
    total += chunk.byteLength;
    if (total > most) throw new Error(`it unpacks to more than ${Math.ceil(most / 1024 ** 2)} MiB`);
    yield chunk;
  }
}

interface Peeked {
  head: Uint8Array;
  /** The whole stream, including the head. */
  rest: Bytes;
}

/** Reads the first bytes without consuming them. */
async function peek(bytes: Bytes): Promise<Peeked> {
  const reader = bytes[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let size = 0;
  while (size < headBytes) {
    const next = await reader.next();
    if (next.done) break;
    seen.push(next.value);
    size += next.value.byteLength;
  }
  async function* rest() {
    yield* seen;
    yield* { [Symbol.asyncIterator]: () => reader };
  }
  return { head: Buffer.concat(seen), rest: rest() };
}
