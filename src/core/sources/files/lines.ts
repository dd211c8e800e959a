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
export async function* readLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
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
