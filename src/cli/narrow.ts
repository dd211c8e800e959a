const gap = 2;
/** Narrower than this, words fall apart. */
const narrowest = 8;

const lengthOf = (text: string): number => [...text].length;

/** How wide each column may be, so that all fit into `room`: those that need least keep what they need. */
export function widthsWithin(natural: readonly number[], room: number): number[] {
  const free = room - gap * (natural.length - 1);
  const sum = (limit: number): number => natural.reduce((total, width) => total + Math.min(width, limit), 0);
  let limit = Math.max(...natural, narrowest);
  while (limit > narrowest && sum(limit) > free) limit -= 1;
  return natural.map((width) => Math.min(width, limit));
}

/** Lines of at most `width` characters, broken between words; a longer word is broken where it must be. */
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

/** The same table for a terminal of so many characters a line; as it is where it fits. */
export function narrowed(lines: readonly (readonly string[])[], room: number): string[][] {
  const natural = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((cells) => lengthOf(cells[column] ?? ''))));
  const widths = widthsWithin(natural, room);
  return lines.map((cells) => cells.map((cell, column) => wrapped(cell, widths[column] ?? narrowest)));
}
