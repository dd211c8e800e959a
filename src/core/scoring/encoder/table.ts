import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { StemPairs } from './stem-pairs.ts';

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
