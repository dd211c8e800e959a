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
