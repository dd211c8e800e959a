import { stemOf } from '#core/text/stems.ts';
import type { EncoderTable, SampleText } from './table.ts';

const memoLimit = 50_000;
/** Training used texts of at most 900 characters; later text says less about the need. */
const maxTokens = 220;

/** Turns texts into vectors whose cosine is their similarity in meaning. */
export class Encoder {
  readonly dimensions: number;
  readonly sample: readonly SampleText[];
  readonly #table: EncoderTable;
  readonly #stems: Map<string, number>;
  readonly #counts: Uint16Array;
  #memo = new Map<string, number>();

  constructor(table: EncoderTable) {
    this.dimensions = table.dimensions;
    this.sample = table.sample;
    this.#table = table;
    this.#stems = new Map(table.stems.map((stem, row) => [stem, row]));
    this.#counts = new Uint16Array(table.scales.length);
  }

  /** Vector of folded words, of length 1; all zero when no word is known. */
  encode(words: readonly string[]): Float32Array {
    return this.encodeRows(this.rowsOf(words));
  }

  /** Rows of the words and of their pairs, as often as they occur. */
  rowsOf(words: readonly string[]): number[] {
    const rows: number[] = [];
    let before = -1;
    for (const word of words.slice(0, maxTokens)) {
      const row = this.#rowOf(word);
      const pair = before >= 0 && row >= 0 ? this.#table.pairs.rowOf(before, row) : -1;
      if (row >= 0) rows.push(row);
      if (pair >= 0) rows.push(pair);
      before = row;
    }
    return rows;
  }

  encodeRows(rows: Iterable<number>): Float32Array {
    const { scales, rows: values } = this.#table;
    const distinct: number[] = [];
    for (const row of rows) {
      if (this.#counts[row] === 0) distinct.push(row);
      this.#counts[row] = (this.#counts[row] ?? 0) + 1;
    }
    const sum = new Float32Array(this.dimensions);
    for (const row of distinct) {
      const weight = Math.sqrt(this.#counts[row] ?? 0) * (scales[row] ?? 0);
      this.#counts[row] = 0;
      const from = row * this.dimensions;
      for (let at = 0; at < this.dimensions; at += 1) sum[at] = (sum[at] ?? 0) + weight * (values[from + at] ?? 0);
    }
    return toUnit(sum);
  }

  #rowOf(word: string): number {
    const known = this.#memo.get(word);
    if (known !== undefined) return known;
    if (this.#memo.size >= memoLimit) this.#memo.clear();
    const row = this.#stems.get(stemOf(word)) ?? -1;
    this.#memo.set(word, row);
    return row;
  }
}

/** Scales the vector, in place, to length 1. */
export function toUnit(vector: Float32Array): Float32Array {
  let square = 0;
  for (let at = 0; at < vector.length; at += 1) square += (vector[at] ?? 0) * (vector[at] ?? 0);
  const norm = Math.sqrt(square);
  if (norm !== 0) for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / norm;
  return vector;
}
