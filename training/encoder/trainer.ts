import { contrast, timesTransposed, transposed } from './contrast.ts';

/** Two parts of one text, which must be matched among those of the whole batch. Rows with their weights. */
export interface TrainingPair {
  query: SparseText;
  answer: SparseText;
}

export interface SparseText {
  rows: Int32Array;
  /** √count of each row. */
  weights: Float32Array;
}

export interface TrainerOptions {
  dimensions: number;
  /** One row of `dimensions` (a multiple of four) per stem and pair; trained in place. */
  vectors: Float32Array;
}

const meanDecay = 0.9;
const squareDecay = 0.999;
const tiny = 1e-8;

/** Counts of rows, weighted as in the encoder. */
export function sparseOf(rows: Iterable<number>): SparseText {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1);
  return { rows: Int32Array.from(counts.keys()), weights: Float32Array.from(counts.values(), Math.sqrt) };
}

/** Contrastive training with softmax in both directions (InfoNCE) and Adam, which only updates the rows in a batch. */
export class Trainer {
  readonly #dimensions: number;
  readonly #vectors: Float32Array;
  readonly #gradient: Float32Array;
  readonly #means: Float32Array;
  readonly #squares: Float32Array;
  readonly #steps: Uint32Array;

  constructor({ dimensions, vectors }: TrainerOptions) {
    this.#dimensions = dimensions;
    this.#vectors = vectors;
    this.#gradient = new Float32Array(vectors.length);
    this.#means = new Float32Array(vectors.length);
    this.#squares = new Float32Array(vectors.length);
    this.#steps = new Uint32Array(vectors.length / dimensions);
  }

  /** Trains one step, and returns the batch's mean loss before it. */
  step(all: readonly TrainingPair[], rate: number): number {
    // The products below process four rows at a time.
    const batch = all.slice(0, all.length - (all.length % 4));
    const queries = batch.map(({ query }) => query);
    const answers = batch.map(({ answer }) => answer);
    const left = this.#encode(queries);
    const right = this.#encode(answers);
    const { loss, slopes } = contrast(left.units, right.units, batch.length);
    this.#push(queries, left, timesTransposed(slopes, transposed(right.units, this.#dimensions), batch.length));
    this.#push(answers, right, timesTransposed(transposed(slopes, batch.length), transposed(left.units, this.#dimensions), batch.length));
    this.#descend([...queries, ...answers], rate);
    return loss;
  }

  #encode(texts: readonly SparseText[]): { units: Float64Array; norms: Float64Array } {
    const d = this.#dimensions;
    const units = new Float64Array(texts.length * d);
    const norms = new Float64Array(texts.length);
    for (const [index, { rows, weights }] of texts.entries()) {
      const base = index * d;
      for (let at = 0; at < rows.length; at += 1) {
        const from = (rows[at] ?? 0) * d;
        const weight = weights[at] ?? 0;
        for (let k = 0; k < d; k += 1) units[base + k] = (units[base + k] ?? 0) + weight * (this.#vectors[from + k] ?? 0);
      }
      let square = 0;
      for (let k = base; k < base + d; k += 1) square += (units[k] ?? 0) ** 2;
      const norm = Math.sqrt(square) || 1;
      norms[index] = norm;
      for (let k = base; k < base + d; k += 1) units[k] = (units[k] ?? 0) / norm;
    }
    return { units, norms };
  }

  /** Propagates the gradient of unit vectors back through normalization to the rows. */
  #push(texts: readonly SparseText[], { units, norms }: { units: Float64Array; norms: Float64Array }, slopes: Float64Array): void {
    const d = this.#dimensions;
    for (const [index, { rows, weights }] of texts.entries()) {
      const base = index * d;
      let along = 0;
      for (let k = base; k < base + d; k += 1) along += (units[k] ?? 0) * (slopes[k] ?? 0);
      const norm = norms[index] ?? 1;
      for (let k = base; k < base + d; k += 1) slopes[k] = ((slopes[k] ?? 0) - along * (units[k] ?? 0)) / norm;
      for (let at = 0; at < rows.length; at += 1) {
        const to = (rows[at] ?? 0) * d;
        const weight = weights[at] ?? 0;
        for (let k = 0; k < d; k += 1) this.#gradient[to + k] = (this.#gradient[to + k] ?? 0) + weight * (slopes[base + k] ?? 0);
      }
    }
  }

  #descend(texts: readonly SparseText[], rate: number): void {
    const touched = new Set<number>();
    for (const { rows } of texts) for (const row of rows) touched.add(row);
    for (const row of touched) this.#descendRow(row, rate);
  }

  #descendRow(row: number, rate: number): void {
    const d = this.#dimensions;
    const steps = (this.#steps[row] ?? 0) + 1;
    this.#steps[row] = steps;
    const meanShare = 1 - meanDecay ** steps;
    const squareShare = 1 - squareDecay ** steps;
    for (let k = row * d; k < (row + 1) * d; k += 1) {
      const slope = this.#gradient[k] ?? 0;
      this.#gradient[k] = 0;
      const mean = meanDecay * (this.#means[k] ?? 0) + (1 - meanDecay) * slope;
      const square = squareDecay * (this.#squares[k] ?? 0) + (1 - squareDecay) * slope * slope;
      this.#means[k] = mean;
      this.#squares[k] = square;
      this.#vectors[k] = (this.#vectors[k] ?? 0) - (rate * (mean / meanShare)) / (Math.sqrt(square / squareShare) + tiny);
    }
  }
}
