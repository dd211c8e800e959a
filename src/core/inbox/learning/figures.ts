/** One rated post: its score, whether it was called a lead, and its feedback. */
export interface RatedPost {
  /** 0 to 100, unrounded, with recency as of when the post was found. */
  score: number;
  calledLead: boolean;
  right: boolean;
}

/** Shares from 0 to 1; null when the denominator is zero. */
export interface Figures {
  rated: number;
  right: number;
  /** Share of the leads that are good matches. */
  precision: number | null;
  /** Share of the good matches that were called leads. */
  recall: number | null;
  /** Over the whole ranking, gain 1 for a good match; posts with equal scores share the gain of their positions. */
  ndcg: number | null;
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
const discountAt = (place: number): number => 1 / Math.log2(place + 2);

export function figuresOf(posts: readonly RatedPost[]): Figures {
  const right = posts.filter((post) => post.right).length;
  const called = posts.filter((post) => post.calledLead);
  const hits = called.filter((post) => post.right).length;
  return {
    rated: posts.length,
    right,
    precision: share(hits, called.length),
    recall: share(hits, right),
    ndcg: share(gainOf(posts), gainOf(posts.map((post) => ({ right: post.right, score: post.right ? 1 : 0 })))),
  };
}

/** Ties share their positions, so that the order of database rows can't improve the figure. */
function gainOf(posts: readonly Pick<RatedPost, 'score' | 'right'>[]): number {
  const groups = [...Map.groupBy(posts, ({ score }) => score)].toSorted(([one], [other]) => other - one);
  let place = 0;
  let gain = 0;
  for (const [, group] of groups) {
    const rightShare = group.filter(({ right }) => right).length / group.length;
    for (let index = 0; index < group.length; index += 1) {
      gain += rightShare * discountAt(place);
      place += 1;
    }
  }
  return gain;
}
