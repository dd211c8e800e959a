import { statSync } from 'node:fs';
import Table from 'cli-table3';
import type { RunCounts } from '#shared/campaigns.ts';

const gap = 2;
/** Below this width, words become unreadable. */
const minWidth = 8;

const lengthOf = (text: string): number => [...text].length;

/** Widths of the columns within `room` characters; the narrowest columns keep their full width. */
export function widthsWithin(natural: readonly number[], room: number): number[] {
  const free = room - gap * (natural.length - 1);
  const sum = (limit: number): number => natural.reduce((total, width) => total + Math.min(width, limit), 0);
  let limit = Math.max(...natural, minWidth);
  while (limit > minWidth && sum(limit) > free) limit -= 1;
  return natural.map((width) => Math.min(width, limit));
}

/** Lines of at most `width` characters, broken between words; a longer word is broken where necessary. */
export function wrapped(text: string, width: number): string {
  const lines: string[] = [];
  let line = '';
  const pieces = text.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${String(width)}}`, 'gu')) ?? ['']);
  for (const piece of pieces) {
    const next = line === '' ? piece : `${line} ${piece}`;
    if (lengthOf(next) <= width) line = next;
    else {
      lines.push(line);
      line = piece;
    }
  }
  return [...lines, line].join('\n');
}

/** The table for a terminal with `room` characters per line; unchanged if it fits. */
export function narrowed(lines: readonly (readonly string[])[], room: number): string[][] {
  const natural = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((cells) => lengthOf(cells[column] ?? ''))));
  const widths = widthsWithin(natural, room);
  return lines.map((cells) => cells.map((cell, column) => wrapped(cell, widths[column] ?? minWidth)));
}

/** Data goes to stdout, messages to stderr. With `--json`, stdout contains only JSON. */
export interface Output {
  json: boolean;
  /** Prints `data` as JSON, or the text that `show` returns. */
  result(data: unknown, show: () => string): void;
  /** Prints a message to stderr. */
  say(line: string): void;
  /** Prints one raw line of data to stdout. */
  data(line: string): void;
}

/** Removes control characters of untrusted text, which must not reach a terminal. */
export function printable(text: string): string {
  let out = '';
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const isControl =
      code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    out += isControl ? ' ' : char;
  }
  return out;
}

/** Text of at most `length` characters, cut with an ellipsis, if possible at a word boundary. */
export function cut(text: string, length: number): string {
  const clean = printable(text).replaceAll(/ {2,}/g, ' ').trim();
  const chars = [...clean];
  if (chars.length <= length) return clean;
  const head = chars.slice(0, length - 1).join('');
  const space = head.lastIndexOf(' ');
  return `${space > length * 0.7 ? head.slice(0, space) : head}…`;
}

const terminalWidth = (): number => (process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY);

/** `width`: characters per line. Tables fit the terminal's width; in a pipe each row is one line. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  width: number = terminalWidth(),
): string {
  if (rows.length === 0) return 'Nothing to show.';
  const cells = rows.map((row) => row.map((cell) => (cell === null ? '–' : printable(String(cell)))));
  const [heads = [], ...lines] = narrowed([head, ...cells], width);
  const out = new Table({
    head: heads,
    chars: {
      top: '',
      'top-mid': '',
      'top-left': '',
      'top-right': '',
      bottom: '',
      'bottom-mid': '',
      'bottom-left': '',
      'bottom-right': '',
      left: '',
      'left-mid': '',
      mid: '',
      'mid-mid': '',
      right: '',
      'right-mid': '',
      middle: '  ',
    },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  out.push(...lines);
  return out
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

export function createOutput(json: boolean): Output {
  return {
    json,
    result: (data, show) => void process.stdout.write(`${json ? JSON.stringify(data, null, 2) : show()}\n`),
    say: (line) => void process.stderr.write(`${line}\n`),
    data: (line) => void process.stdout.write(`${line}\n`),
  };
}

/** `1 post`, `2 posts`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** The figures of a run, under the names that they have on every screen. */
export const describeRun = (counts: RunCounts): string =>
  `${counts.heard} read, ${counts.new} new, ${counts.matched} matched a rule, ${counts.posts} kept, ${counted(counts.leads, 'lead')}`;

interface Progress {
  /** Bytes of the file read so far, out of its size on disk. */
  at(bytes: number): void;
  stop(): void;
}

const barWidth = 40;
const redrawMs = 100;
/** Returns to the start of the line and clears it. */
const clearLine = '\r\u001b[K';

/** Such as `━━━━──── 50 % · 12 read`. */
export function lineOf(read: number, size: number, items: number): string {
  const share = Math.min(1, read / Math.max(1, size));
  const done = Math.floor(share * barWidth);
  return `${'━'.repeat(done)}${'─'.repeat(barWidth - done)} ${Math.floor(share * 100)} % · ${items} read`;
}

/** A progress bar on a terminal; nothing elsewhere, to keep logs readable. */
export function startProgress(file: string, items: () => number, out: NodeJS.WriteStream = process.stderr): Progress {
  if (!out.isTTY) return { at: () => undefined, stop: () => undefined };
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 1;
  let drawnAt = 0;
  return {
    at(bytes) {
      if (Date.now() - drawnAt < redrawMs) return;
      drawnAt = Date.now();
      out.write(clearLine + lineOf(bytes, size, items()));
    },
    stop: () => void out.write(clearLine),
  };
}
