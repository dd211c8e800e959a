import { isFields } from '#core/reddit/client/wire.ts';
import { guessMapping } from '#shared/imports.ts';
import type { Bytes } from './bytes.ts';

export interface Line {
  /** Null when the line is longer than allowed. */
  text: string | null;
  /** Counted from 1. */
  number: number;
}

const newline = 0x0a;

/**
 * Lines of a byte stream. Node's readline buffers lines of any length; here a line over `maxBytes` is skipped and reported, so
 * that memory stays bounded.
 */
async function* readLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let number = 0;
  const finish = (): Line => {
    const text = size > maxBytes ? null : Buffer.concat(parts).toString('utf8');
    parts = [];
    size = 0;
    number += 1;
    return { text, number };
  };
  const take = (part: Uint8Array) => {
    size += part.byteLength;
    if (size > maxBytes) parts = [];
    else parts.push(part);
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      take(chunk.subarray(start, end));
      yield finish();
      start = end + 1;
    }
    take(chunk.subarray(start));
  }
  if (size > 0) yield finish();
}

/** A value of a file with its line, or why there is none. */
export type Numbered = { line: number; record: unknown } | { line: number; problem: string };

const maxLineBytes = 1024 * 1024;
/** A saved page of a large thread is one value. */
const maxValueBytes = 16 * 1024 * 1024;
const byteOrderMark = '\ufeff';

/** Names under which programs put their list into an object. */
const listNames = ['children', 'items', 'data', 'posts', 'comments', 'submissions', 'results', 'entries', 'records'];

function listIn(value: Record<string, unknown>): unknown[] | null {
  const name = listNames.find((key) => Array.isArray(value[key]) || isFields(value[key]));
  const inner = name === undefined ? undefined : value[name];
  if (Array.isArray(inner)) return inner.some(isFields) || inner.length === 0 ? inner : null;
  return isFields(inner) ? listIn(inner) : null;
}

const hasText = (value: Record<string, unknown>): boolean => {
  const { title, text } = guessMapping(Object.keys(value));
  return title !== undefined || text !== undefined;
};

/** The posts and comments in a value: itself, those of a list, or those of Reddit's listings with all replies. */
export function* recordsIn(value: unknown): Generator {
  // A stack and not recursion: a thread may be nested deeper than the call stack is.
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) {
      for (const inner of next.toReversed()) waiting.push(inner);
      continue;
    }
    if (!isFields(next)) {
      yield next;
      continue;
    }
    const { kind, data } = next;
    if (kind === 'more') continue;
    if (isFields(data) && (kind === 't1' || kind === 't3')) {
      yield next;
      if (isFields(data['replies'])) waiting.push(data['replies']);
      continue;
    }
    const list = hasText(next) ? null : listIn(next);
    if (list) waiting.push(list);
    else yield next;
  }
}

function parsed(text: string | null, line: number): Numbered {
  if (text === null) return { line, problem: 'Too long' };
  try {
    return { line, record: JSON.parse(text) as unknown };
  } catch {
    return { line, problem: 'Not JSON' };
  }
}

export async function* jsonLines(bytes: Bytes): AsyncGenerator<Numbered> {
  for await (const { text, number } of readLines(bytes, maxLineBytes)) {
    const bare = text?.replace(byteOrderMark, '').trim() ?? null;
    if (bare !== '') yield bare === null ? { line: number, problem: 'Longer than 1 MiB' } : parsed(bare, number);
  }
}

const codes = { quote: 0x22, backslash: 0x5c, open: 0x7b, close: 0x7d, openList: 0x5b, closeList: 0x5d, newline: 0x0a };

/** Finds the objects of a document without holding it: those that stand in a list, however the file is laid out. */
export class DocumentScanner {
  #line = 1;
  #isText = false;
  #isEscaped = false;
  /** Outside an object that is being collected: what is open. */
  readonly #open: number[] = [];
  #depth = 0;
  #startLine = 1;
  #parts: Uint8Array[] = [];
  #size = 0;

  *scan(chunk: Uint8Array): Generator<Numbered> {
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const code = chunk[index] ?? 0;
      if (code === codes.newline) this.#line += 1;
      if (this.#skipText(code)) continue;
      const wasCollecting = this.#depth > 0;
      if (this.#step(code)) {
        this.#take(chunk.subarray(start, index + 1));
        yield this.#finish();
      } else if (!wasCollecting && this.#depth > 0) start = index;
    }
    if (this.#depth > 0) this.#take(chunk.subarray(start));
  }

  /** What the end of the file leaves open. */
  *end(): Generator<Numbered> {
    if (this.#depth > 0) yield { line: this.#startLine, problem: 'The file ends in the middle of this entry' };
    else if (this.#open.length > 0) yield { line: this.#line, problem: 'The file ends in the middle of its list' };
  }

  #skipText(code: number): boolean {
    if (!this.#isText) {
      this.#isText = code === codes.quote;
      return this.#isText;
    }
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === codes.backslash) this.#isEscaped = true;
    else if (code === codes.quote) this.#isText = false;
    return true;
  }

  /** True when an object that was being collected is complete. */
  #step(code: number): boolean {
    const opens = code === codes.open || code === codes.openList;
    const closes = code === codes.close || code === codes.closeList;
    if (this.#depth > 0) {
      this.#depth += opens ? 1 : closes ? -1 : 0;
      return this.#depth === 0;
    }
    if (code === codes.open && this.#open.at(-1) === codes.openList) {
      this.#depth = 1;
      this.#startLine = this.#line;
    } else if (opens) this.#open.push(code);
    else if (closes) this.#open.pop();
    return false;
  }

  #take(part: Uint8Array): void {
    this.#size += part.byteLength;
    if (this.#size > maxValueBytes) this.#parts = [];
    else this.#parts.push(part);
  }

  #finish(): Numbered {
    const text = this.#size > maxValueBytes ? null : Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    this.#size = 0;
    return parsed(text, this.#startLine);
  }
}

export async function* jsonDocument(bytes: Bytes): AsyncGenerator<Numbered> {
  const scanner = new DocumentScanner();
  for await (const chunk of bytes) yield* scanner.scan(chunk);
  yield* scanner.end();
}

const isObject = (line: string): boolean => {
  try {
    return isFields(JSON.parse(line.replace(byteOrderMark, '')));
  } catch {
    return false;
  }
};

/** JSON Lines: one of the first two lines is a whole object. */
export const isJsonLines = (head: string): boolean => {
  const lines = head.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(0, 2).some(isObject);
};

/** A whole document that is small enough to be read at once; null when it is none. */
export function smallDocument(text: string): Numbered[] | null {
  try {
    return [{ line: 1, record: JSON.parse(text.replace(byteOrderMark, '')) as unknown }];
  } catch {
    return null;
  }
}
