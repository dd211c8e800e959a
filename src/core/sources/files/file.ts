import { pipeline, Readable } from 'node:stream';
import type { Info } from 'csv-parse';
import { messageOf } from '#core/platform/errors.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { type ImportMapping, guessMapping } from '#shared/imports.ts';
import { isFields } from '#core/reddit/client/wire.ts';
import { asUtf8, type Bytes, counted, createUnpackLimit, gunzip, openFile, peek, type Peeked } from './bytes.ts';
import { createColumnReader, namesOf, formatOf } from './columns.ts';
import { isJsonLines, jsonDocument, jsonLines, type Numbered, recordsIn, smallDocument } from './json-records.ts';
import { createMailReader, isMail, type RawMail, splitMails } from '../mail/mail-file.ts';
import { itemOfRecord, latestTime } from './record.ts';

const maxRecordBytes = 1024 * 1024;

/** The rows of a CSV file as records, by the names in its first row. */
async function* csvRecords(bytes: Bytes, delimiter: string): AsyncGenerator<Numbered> {
  const { CsvError, parse: parseCsv } = await import('csv-parse');
  const skipped: Numbered[] = [];
  const parser = parseCsv({
    bom: true,
    columns: namesOf,
    delimiter,
    info: true,
    max_record_size: maxRecordBytes,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      const line = error instanceof CsvError && typeof error.lines === 'number' ? error.lines : 0;
      skipped.push({ line, problem: 'Not a CSV row' });
    },
  });
  const records: AsyncIterable<{ record: unknown; info: Info }> = pipeline(Readable.from(bytes), parser, () => undefined);
  for await (const { record, info } of records) {
    yield* skipped.splice(0);
    yield { line: info.lines, record };
  }
  yield* skipped;
}

/** Spreadsheets in many European locales use semicolons; the header shows which. */
function delimiterOf(text: string): string {
  const header = text.split('\n', 1)[0] ?? '';
  const count = (mark: string) => header.split(mark).length;
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** One line of a file: an item, or why it is invalid. Lines count from 1; null for what isn't about one, which may count for several. */
export type FileEntry = { item: FetchedItem } | { bad: { line: number | null; message: string; count?: number } };

export interface FileOptions {
  /** A path, or a byte stream such as an upload. */
  input: string | AsyncIterable<Uint8Array>;
  /** Which column holds what; guessed when absent. */
  mapping?: ImportMapping | undefined;
  /** It holds mails, whatever it looks like. */
  isMail?: boolean | undefined;
  /** Called with the number of bytes read so far; compressed bytes for gzip and ZIP. */
  onBytes?: (total: number) => void;
  signal?: AbortSignal;
  /** Limit of decompressed bytes. */
  maxUnpackedBytes?: number;
}

const headBytes = 4096;
/** A JSON document up to this size is read at once. */
const wholeBytes = 1024 * 1024;
/** A compressed file of a few megabytes can expand beyond any disk. */
const maxUnpacked = 16 * 1024 ** 3;
const byteOrderMark = '\ufeff';
const dataFile = /\.(?:jsonl|ndjson|json|csv|tsv|txt|eml|mbox)(?:\.gz)?$/i;
const isData = (name: string): boolean => dataFile.test(name) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name);

const bad = (line: number, message: string): FileEntry => ({ bad: { line, message } });

/** A record as its file has it, with its line, or a mail; `isCsv` tells how to read its cells. */
type FileRecord = (Numbered | { line: number; mail: RawMail }) & { isCsv: boolean };

const startsWith = ({ head }: Peeked, ...codes: number[]): boolean => codes.every((code, index) => head[index] === code);
const textOf = (head: Uint8Array): string => Buffer.from(head).toString('utf8').replace(byteOrderMark, '').trimStart();

/** The records of one file that is not packed. */
async function* plainRecords({ head: bytes, rest }: Peeked, isMailbox: boolean): AsyncGenerator<FileRecord> {
  if (isMailbox || isMail(textOf(bytes))) {
    for await (const mail of splitMails(rest)) yield { line: mail.number, mail, isCsv: false };
    return;
  }
  const file = await peek(asUtf8(bytes, rest), headBytes);
  const head = textOf(file.head);
  const isJson = head.startsWith('{') || head.startsWith('[');
  const records = isJson ? await jsonRecords(file, head) : csvRecords(file.rest, delimiterOf(head));
  for await (const record of records) yield { ...record, isCsv: !isJson };
}

async function jsonRecords(file: Peeked, head: string): Promise<AsyncIterable<Numbered> | Numbered[]> {
  if (head.startsWith('{') && isJsonLines(file.isWhole ? head : head.slice(0, Math.max(0, head.lastIndexOf('\n')))))
    return jsonLines(file.rest);
  const more = await peek(file.rest, wholeBytes);
  const text = textOf(more.head);
  const whole = more.isWhole ? smallDocument(text) : null;
  if (whole) return whole;
  return text.startsWith('{') && isJsonLines(text) ? jsonLines(more.rest) : jsonDocument(more.rest);
}

/** The records of a file, whatever it is packed in. */
async function* recordsOf(bytes: Bytes, reading: PackedReading): AsyncGenerator<FileRecord> {
  const file = await peek(bytes, headBytes);
  const { upTo, isMailbox } = reading;
  if (startsWith(file, 0x1f, 0x8b)) yield* plainRecords(await peek(upTo(gunzip(file.rest)), headBytes), isMailbox);
  else if (startsWith(file, 0x50, 0x4b, 0x03, 0x04)) yield* zipRecords(file.rest, reading);
  else yield* plainRecords(file, isMailbox);
}

interface PackedReading {
  upTo: (bytes: Bytes) => Bytes;
  isMailbox: boolean;
}

async function* zipRecords(bytes: Bytes, reading: PackedReading): AsyncGenerator<FileRecord> {
  const { readZip } = await import('./zip.ts');
  let files = 0;
  for await (const entry of readZip(bytes, isData)) {
    files += 1;
    for await (const record of recordsOf(reading.upTo(entry.bytes), reading))
      yield 'problem' in record ? { ...record, problem: `${entry.name}: ${record.problem}` } : record;
  }
  if (files === 0) yield { line: 1, problem: 'The archive holds no JSON, JSONL, CSV, or email file', isCsv: false };
}

function* entriesOf(
  { line, isCsv, ...found }: Numbered & { isCsv: boolean },
  read: (isCsv: boolean) => (record: unknown) => unknown,
): Generator<FileEntry> {
  if ('problem' in found) return yield bad(line, found.problem);
  for (const record of recordsIn(found.record)) {
    const item = itemOfRecord(read(isCsv)(record));
    yield typeof item === 'string' ? bad(line, item) : { item };
  }
  return undefined;
}

/**
 * Reads posts and comments from a JSON, JSONL, or CSV file or from mails, plain, gzip, or ZIP, in constant memory. The format is detected
 * from the content, because file names are unreliable. Throws `not_found` when the file can't be opened; yields a bad entry at
 * the end when it is truncated.
 */
export async function* readFileItems(options: FileOptions): AsyncGenerator<FileEntry> {
  const { signal, mapping } = options;
  const readers = { csv: createColumnReader({ mapping, isCsv: true }), json: createColumnReader({ mapping, isCsv: false }) };
  const mails = createMailReader(latestTime);
  let line = 0;
  try {
    for await (const record of readFileRecords(options)) {
      line = record.line;
      if ('mail' in record) yield* (await mails.read(record.mail)).map((item) => ({ item }));
      else yield* entriesOf(record, (isCsv) => (isCsv ? readers.csv : readers.json));
    }
    for (const problem of [...mails.problems(), ...mails.others()]) yield { bad: { line: null, ...problem } };
  } catch (error) {
    signal?.throwIfAborted();
    if (isMissing(error)) throw error;
    yield bad(line + 1, `The file breaks off: ${messageOf(error)}`);
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'not_found';

/** As `readFileItems`, before the columns are read. */
function readFileRecords(options: FileOptions): AsyncGenerator<FileRecord> {
  const { input, onBytes, signal, maxUnpackedBytes = maxUnpacked, isMail: isMailbox = false } = options;
  const raw = counted(typeof input === 'string' ? openFile(input) : input, onBytes, signal);
  return recordsOf(raw, { upTo: createUnpackLimit(maxUnpackedBytes, signal), isMailbox });
}

interface Inspected {
  /** `reddit`, `export`, `mail`: read without a mapping. `columns`: with a mapping. `unreadable`: no record was found. */
  format: 'reddit' | 'export' | 'columns' | 'mail' | 'unreadable';
  columns: string[];
  guess: ImportMapping;
  /** Column → its first value. */
  example: Record<string, string>;
}

const maxRecords = 50;
const maxColumns = 100;
const maxNameLength = 200;
const maxExampleLength = 200;

const exampleOf = (value: unknown): string =>
  (typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value))
    .slice(0, maxExampleLength)
    .toWellFormed();

/** Null for mails. */
async function readSome(options: FileOptions): Promise<Record<string, unknown>[] | null> {
  const found: Record<string, unknown>[] = [];
  try {
    for await (const numbered of readFileRecords(options)) {
      if ('mail' in numbered) return null;
      if ('record' in numbered) found.push(...recordsIn(numbered.record).filter(isFields));
      if (found.length >= maxRecords) break;
    }
  } catch {
    // The beginning of a file is enough, so it may be truncated anywhere.
  }
  return found.slice(0, maxRecords);
}

/** Finds the columns at the beginning of a file. */
export async function inspectFile(options: FileOptions): Promise<Inspected> {
  const records = await readSome(options);
  const nothing = { columns: [], guess: {}, example: {} };
  if (records === null) return { format: 'mail', ...nothing };
  const [first] = records;
  if (!first) return { format: 'unreadable', ...nothing };
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
    .filter((name) => name.trim() !== '' && name.length <= maxNameLength)
    .slice(0, maxColumns);
  const example = Object.fromEntries(
    columns.map((name) => [name, exampleOf(records.find((record) => exampleOf(record[name]) !== '')?.[name])]),
  );
  return { format: formatOf(first), columns, guess: guessMapping(columns), example };
}
