import { formsOf, type StoredHead } from '#core/scoring/assess/form.ts';
import { fitSparse } from './sparse-logistic.ts';

/** A text of a campaign's set, as words and marks. */
export interface FormSample {
  field: string;
  parts: string[];
  weight: number;
}

/** Words that texts of at least so many fields have; those of fewer are about one of them. */
export function partsOfMany(samples: readonly FormSample[], minFields: number): Set<string> {
  const fields = new Map<string, Set<string>>();
  for (const { field, parts } of samples) for (const word of parts) fields.set(word, (fields.get(word) ?? new Set()).add(field));
  return new Set(
    [...fields]
      .filter(([, own]) => own.size >= minFields)
      .map(([word]) => word)
      .toSorted(),
  );
}

/** In hundredths; smaller weights are left out. */
const leastWeight = 5;

interface HeadOptions<T> {
  kept: ReadonlySet<string>;
  /** Forms of fewer samples are left out. */
  minCount: number;
  /** Null where a set doesn't say. */
  truth: (sample: T) => boolean | null;
}

export function fitHead<T extends FormSample>(samples: readonly T[], { kept, minCount, truth }: HeadOptions<T>): StoredHead {
  const { bias, weights } = fitSparse(
    samples.flatMap((sample) => {
      const isTrue = truth(sample);
      return isTrue === null ? [] : [{ features: formsOf(sample.parts, kept), isTrue, weight: sample.weight }];
    }),
    minCount,
  );
  const stored = Object.entries(weights)
    .map(([form, weight]): [string, number] => [form, Math.round(weight * 100)])
    .filter(([, weight]) => Math.abs(weight) >= leastWeight);
  return {
    bias: Number(bias.toFixed(3)),
    forms: stored.map(([form]) => form).join('|'),
    weights: stored.map(([, weight]) => weight).join(' '),
  };
}

/** The samples are split into so many parts, by fields. */
const partCount = 5;

/** Calls `read` with each part, and all others: what a model says of texts that it was fitted on is too sure. */
export function readLeftOut<T extends FormSample, R>(
  samples: readonly T[],
  read: (own: readonly T[], others: readonly T[]) => readonly R[],
): R[] {
  const fields = [...new Set(samples.map(({ field }) => field))];
  const partOf = new Map(fields.map((field, at) => [field, at % partCount]));
  return Array.from({ length: partCount }, (_, part) => part).flatMap((part) =>
    read(
      samples.filter(({ field }) => partOf.get(field) === part),
      samples.filter(({ field }) => partOf.get(field) !== part),
    ),
  );
}

/** Each text is also read in so many other places, where what it asks for is something else. */
const elsewhereCount = 3;

/** Others of a list, different ones for each number. @param stride a prime, so that those picked are far from each other */
export const pickOthers = <T>(list: readonly T[], at: number, stride: number): T[] =>
  Array.from({ length: elsewhereCount }, (_, step) => list[((elsewhereCount * at + step + 1) * stride) % list.length]).filter(
    (one) => one !== undefined,
  );

export const rounded = <Names extends string>(names: readonly Names[], weights: readonly number[]): Record<Names, number> =>
  Object.fromEntries(names.map((name, at) => [name, Number((weights[at] ?? 0).toFixed(2))])) as Record<Names, number>;
