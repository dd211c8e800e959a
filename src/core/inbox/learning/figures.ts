/** One scored post: how it was ranked, what was decided of it, what its user said. */
export interface RatedPost {
  /** 0 to 100, unrounded, as fresh as the post was when it was found. */
  score: number;
  calledLead: boolean;
  right: boolean;
}

/** Shares from 0 to 1; null where there is nothing to divide by. */
export interface Figures {
  rated: number;
  right: number;
  /** Of what was called a lead, the share scored right. */
  precision: number | null;
  /** Of what was scored right, the share called a lead. */
  recall: number | null;
  /** Of the whole ranking, gain 1 for right; posts with equal scores share the gain of their places. */
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

/** Ties share their places, so that the order of rows in the database cannot flatter a scorer. */
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
