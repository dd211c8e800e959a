/** A rated post with its score. */
export interface Ranked {
  label: number;
  score: number;
}

export interface Quality {
  /** nDCG@20. */
  ndcg: number;
  /** Average precision. */
  precision: number;
}

/** nDCG@20 with gains 0, 0, 1, 3, and average precision of labels 2 and 3; ties are sorted against the ranking. */
export function measure(posts: readonly Ranked[]): Quality {
  const ranked = posts.toSorted((a, b) => b.score - a.score || a.label - b.label);
  const ideal = posts.toSorted((a, b) => b.label - a.label);
  let found = 0;
  let sum = 0;
  for (const [rank, { label }] of ranked.entries()) {
    if (label < 2) continue;
    found += 1;
    sum += found / (rank + 1);
  }
  return { ndcg: gainOf(ranked) / gainOf(ideal), precision: sum / found };
}

function gainOf(posts: readonly Ranked[]): number {
  return posts.slice(0, 20).reduce((sum, { label }, rank) => sum + (label === 3 ? 3 : label === 2 ? 1 : 0) / Math.log2(rank + 2), 0);
}
