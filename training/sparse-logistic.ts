import { createRandom, shuffled } from '../bench/fit/random.ts';

interface SparseSample {
  /** Names of the features that are present. */
  features: readonly string[];
  isTrue: boolean;
  weight: number;
}

interface SparseWeights {
  bias: number;
  weights: Record<string, number>;
}

const decay = 0.002;
const rate = 0.3;
const epochs = 40;
const tiny = 1e-6;

/**
 * Logistic regression over features that are present or absent, each scaled by the square root of how many a sample has, with L2
 * regularization; AdaGrad in a fixed order.
 *
 * @param minCount features in fewer samples are left out: they belong to single texts, and most of a model's file would be theirs
 */
export function fitSparse(samples: readonly SparseSample[], minCount: number): SparseWeights {
  const names = frequentIn(samples, minCount);
  const numbers = new Map(names.map((name, number) => [name, number]));
  const rows = samples.map(({ features, isTrue, weight }) => ({
    present: features.flatMap((name) => numbers.get(name) ?? []),
    truth: isTrue ? 1 : 0,
    weight,
  }));
  const weights = new Float64Array(names.length);
  const squares = new Float64Array(names.length).fill(tiny);
  const bias = { value: 0, square: tiny };
  const random = createRandom(3);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (const { present, truth, weight } of shuffled(rows, random)) {
      const scale = 1 / Math.sqrt(present.length || 1);
      const odds = present.reduce((sum, number) => sum + (weights[number] ?? 0) * scale, bias.value);
      const error = weight * (1 / (1 + Math.exp(-odds)) - truth);
      bias.square += error * error;
      bias.value -= (rate * error) / Math.sqrt(bias.square);
      for (const number of present) {
        const slope = error * scale + decay * (weights[number] ?? 0);
        squares[number] = (squares[number] ?? 0) + slope * slope;
        weights[number] = (weights[number] ?? 0) - (rate * slope) / Math.sqrt(squares[number] ?? 1);
      }
    }
  }
  return { bias: bias.value, weights: Object.fromEntries(names.map((name, number) => [name, weights[number] ?? 0])) };
}

function frequentIn(samples: readonly SparseSample[], minCount: number): string[] {
  const counts = new Map<string, number>();
  for (const { features } of samples) for (const name of features) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= minCount).map(([name]) => name);
}
