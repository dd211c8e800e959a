import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** Looks up the row of two adjacent stems by open addressing in a typed array, which uses a third of a Map's memory. */
export class StemPairs {
  /** Left and right stem of each pair, alternating. */
  readonly list: Uint32Array;
  readonly #first: number;
  readonly #slots: Int32Array;
  readonly #mask: number;

  /** @param first number of the first pair's row. */
  constructor(list: Uint32Array, first: number) {
    this.list = list;
    this.#first = first;
    const bits = Math.max(1, Math.ceil(Math.log2(list.length + 1)));
    this.#mask = 2 ** bits - 1;
    this.#slots = new Int32Array(2 ** bits).fill(-1);
    for (let pair = 0; pair < this.size; pair += 1) this.#slots[this.#slotOf(list[2 * pair] ?? 0, list[2 * pair + 1] ?? 0)] = pair;
  }

  get size(): number {
    return this.list.length / 2;
  }

  /** -1 when the pair has no row. */
  rowOf(left: number, right: number): number {
    const pair = this.#slots[this.#slotOf(left, right)] ?? -1;
    return pair < 0 ? -1 : this.#first + pair;
  }

  /** The slot that contains the pair, or the free slot for it. */
  #slotOf(left: number, right: number): number {
    let slot = (Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & this.#mask;
    for (;;) {
      const pair = this.#slots[slot] ?? -1;
      if (pair < 0 || (this.list[2 * pair] === left && this.list[2 * pair + 1] === right)) return slot;
      slot = (slot + 1) & this.#mask;
    }
  }
}

/** Vectors of stems, followed by those of adjacent stem pairs. */
export interface EncoderTable {
  dimensions: number;
  stems: readonly string[];
  pairs: StemPairs;
  /** Factor of each row. */
  scales: Float32Array;
  rows: Int8Array;
  sample: readonly SampleText[];
}

/** Rows of a general text, used to center and scale similarities. */
export interface SampleText {
  title: Uint16Array;
  /** Title and body. */
  whole: Uint16Array;
}

const headerSchema = z.object({
  dimensions: z.number(),
  stems: z.string(),
  pairs: z.number(),
  sample: z.array(z.tuple([z.number(), z.number()])),
});

/** The shipped table, built by `training/encoder/train.ts`. */
export function readEncoderTable(file: URL = new URL('./encoder.bin', import.meta.url)): EncoderTable {
  return parseTable(readFileSync(file));
}

/** Layout: header length, header as JSON, pairs, scales, sample, rows. */
export function parseTable(bytes: Buffer): EncoderTable {
  const headerEnd = 4 + bytes.readUInt32LE(0);
  const header = headerSchema.parse(JSON.parse(bytes.toString('utf8', 4, headerEnd)));
  const stems = header.stems.split(' ');
  const count = stems.length + header.pairs;
  // Copied, because typed arrays need an aligned offset and the header has any length.
  const body = new Uint8Array(bytes.subarray(headerEnd)).buffer;
  const pairEnd = header.pairs * 8;
  const scaleEnd = pairEnd + count * 4;
  let at = scaleEnd;
  const sample = header.sample.map(([titleLength, length]) => {
    const whole = new Uint16Array(body, at, length);
    at += length * 2;
    return { title: whole.subarray(0, titleLength), whole };
  });
  return {
    dimensions: header.dimensions,
    stems,
    pairs: new StemPairs(new Uint32Array(body, 0, header.pairs * 2), stems.length),
    scales: new Float32Array(body, pairEnd, count),
    rows: new Int8Array(body, at, count * header.dimensions),
    sample,
  };
}

export function formatTable({ dimensions, stems, pairs, scales, rows, sample }: EncoderTable): Buffer {
  const lengths = sample.map(({ title, whole }) => [title.length, whole.length]);
  const header = Buffer.from(JSON.stringify({ dimensions, stems: stems.join(' '), pairs: pairs.size, sample: lengths }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array | Float32Array | Int8Array | Uint16Array): Buffer =>
    Buffer.from(buffer, byteOffset, byteLength);
  return Buffer.concat([length, header, bytesOf(pairs.list), bytesOf(scales), ...sample.map(({ whole }) => bytesOf(whole)), bytesOf(rows)]);
}

/** Scales each row by its largest value, so that 8 bits suffice. */
export function quantize(vectors: Float32Array, dimensions: number): Pick<EncoderTable, 'scales' | 'rows'> {
  const scales = new Float32Array(vectors.length / dimensions);
  const rows = new Int8Array(vectors.length);
  for (let row = 0; row < scales.length; row += 1) {
    const vector = vectors.subarray(row * dimensions, (row + 1) * dimensions);
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
    scales[row] = largest / 127;
    for (const [at, value] of vector.entries()) rows[row * dimensions + at] = Math.round((127 * value) / largest);
  }
  return { scales, rows };
}
