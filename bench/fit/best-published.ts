import { measure, type Quality } from './measure.ts';
import { published } from './published.ts';
import type { Rated } from './rated.ts';

/** The best published ranker for each measure, by its mean over the campaigns. */
export function bestPublished(posts: readonly Rated[]): Quality {
  const campaigns = [...Map.groupBy(posts, ({ campaign }) => campaign).values()];
  const means = Object.values(published).map((rankerFor) =>
    meanQuality(
      campaigns.map((own) => {
        const rank = own[0]
          ? rankerFor(
              own[0].profile.campaign,
              own.map(({ item }) => item),
            )
          : () => 0;
        return measure(own.map(({ label, item }) => ({ label, score: rank(item) })));
      }),
    ),
  );
  return { ndcg: Math.max(...means.map(({ ndcg }) => ndcg)), precision: Math.max(...means.map(({ precision }) => precision)) };
}

export function meanQuality(all: readonly Quality[]): Quality {
  return { ndcg: meanOf(all.map(({ ndcg }) => ndcg)), precision: meanOf(all.map(({ precision }) => precision)) };
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Standard error of a mean. */
export function errorOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) / values.length);
}
