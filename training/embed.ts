import { createRandom } from '../bench/fit/random.ts';

/** Rows of a sparse symmetric matrix. */
export interface SparseRow {
  columns: Int32Array;
  values: Float32Array;
}

/** Positive pointwise mutual information of stems within a window, with smoothed contexts (Levy, Goldberg, and Dagan, 2015). */
export function associate(texts: readonly Int32Array[], size: number, window: number): SparseRow[] {
  const rows = Array.from({ length: size }, () => new Map<number, number>());
  for (const stems of texts) {
    for (let at = 0; at < stems.length; at += 1) {
      const stem = stems[at] ?? -1;
      for (const near of stems.subarray(at + 1, at + 1 + window).filter((other) => other !== stem)) {
        bump(rows[stem], near);
        bump(rows[near], stem);
      }
    }
  }
  const sums = rows.map((row) => row.values().reduce((sum, count) => sum + count, 0));
  const total = sums.reduce((sum, count) => sum + count, 0);
  const smoothed = sums.map((sum) => sum ** 0.75);
  const smoothedTotal = smoothed.reduce((sum, count) => sum + count, 0);
  return rows.map((row, stem) => {
    const kept = [...row].flatMap(([near, count]): [number, number][] => {
      const information = Math.log(count / total / ((sums[stem] ?? 1) / total) / ((smoothed[near] ?? 1) / smoothedTotal));
      return count > 1 && information > 0 ? [[near, information]] : [];
    });
    return { columns: Int32Array.from(kept, ([near]) => near), values: Float32Array.from(kept, ([, value]) => value) };
  });
}

function bump(row: Map<number, number> | undefined, key: number): void {
  row?.set(key, (row.get(key) ?? 0) + 1);
}

/** The leading eigenvectors of a symmetric matrix by subspace iteration, each scaled by the fourth root of its eigenvalue. */
export function embed(rows: readonly SparseRow[], dimensions: number, rounds: number): Float64Array[] {
  const random = createRandom(7);
  let basis: Float64Array[] = Array.from({ length: dimensions }, () => Float64Array.from({ length: rows.length }, () => random() - 0.5));
  let scales: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    basis = basis.map((vector) => multiply(rows, vector));
    scales = orthonormalize(basis);
  }
  return rows.map((_, row) => Float64Array.from(basis, (vector, index) => (vector[row] ?? 0) * (scales[index] ?? 0) ** 0.25));
}

function multiply(rows: readonly SparseRow[], vector: Float64Array): Float64Array {
  return Float64Array.from(rows, ({ columns, values }) => {
    let sum = 0;
    for (let at = 0; at < columns.length; at += 1) sum += (values[at] ?? 0) * (vector[columns[at] ?? 0] ?? 0);
    return sum;
  });
}

function orthonormalize(basis: Float64Array[]): number[] {
  return basis.map((vector, index) => {
    for (const earlier of basis.slice(0, index)) {
      const share = dot(vector, earlier);
      for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) - share * (earlier[at] ?? 0);
    }
    const norm = Math.sqrt(dot(vector, vector)) || 1;
    for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / norm;
    return norm;
  });
}

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
};
