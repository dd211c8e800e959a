import type { Background } from './background.ts';

/** Sums of stem vectors, compared by cosine. */
export class Likeness {
  readonly #dimensions: number;
  readonly #vectors: Int8Array;
  readonly #norms: Float32Array;
  constructor({ dimensions, vectors, stems }: Pick<Background, 'dimensions' | 'vectors' | 'stems'>) {
    this.#dimensions = dimensions;
    this.#vectors = vectors;
    this.#norms = Float32Array.from(stems, (_, stem) => {
      let sum = 0;
      for (let at = stem * dimensions; at < (stem + 1) * dimensions; at += 1) sum += (vectors[at] ?? 0) ** 2;
      return Math.sqrt(sum) || 1;
    });
  }

  /** Weighted sum of the stems' unit vectors; stems outside the background corpus are skipped. */
  sum(stems: Iterable<readonly [number, number]>): Float32Array {
    const total = new Float32Array(this.#dimensions);
    for (const [stem, weight] of stems) this.#add(total, stem, weight);
    return total;
  }

  /** Cosine of two sums; 0 when one is empty. */
  cosine(a: Float32Array, b: Float32Array): number {
    let dot = 0;
    let square = 0;
    let other = 0;
    for (let at = 0; at < this.#dimensions; at += 1) {
      const left = a[at] ?? 0;
      const right = b[at] ?? 0;
      dot += left * right;
      square += left * left;
      other += right * right;
    }
    return square === 0 || other === 0 ? 0 : dot / Math.sqrt(square * other);
  }

  /** Cosine of a stem with a sum. */
  of(stem: number, sum: Float32Array): number {
    return this.cosine(this.sum([[stem, 1]]), sum);
  }

  #add(total: Float32Array, stem: number, weight: number): void {
    if (stem < 0 || stem >= this.#norms.length) return;
    const scale = weight / (this.#norms[stem] ?? 1);
    const base = stem * this.#dimensions;
    for (let at = 0; at < this.#dimensions; at += 1) total[at] = (total[at] ?? 0) + scale * (this.#vectors[base + at] ?? 0);
  }
}
