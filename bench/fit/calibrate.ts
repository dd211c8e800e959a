import type { Calibration } from '#core/scoring/calibration.ts';
import type { Matched } from './left-out.ts';

const bins = 24;
/** Strength of pulling each bin towards the overall share, in posts: a bin's own share is uncertain, and never exactly 0 or 1. */
const priorPosts = 3;
/** How far the curve extends beyond the outermost bins, on the scale of the match. */
const reach = 4;

/**
 * The share of leads as an increasing function of the match: isotonic regression (pool adjacent violators) over bins of equal
 * size.
 */
export function fitCalibration(posts: readonly Matched[]): Calibration {
  const sorted = posts.toSorted((a, b) => a.match - b.match);
  const overall = shareOf(sorted);
  const blocks = Array.from({ length: bins }, (_, bin) =>
    sorted.slice(Math.floor((bin * sorted.length) / bins), Math.floor(((bin + 1) * sorted.length) / bins)),
  ).map((members) => ({
    raw: members.reduce((sum, { match }) => sum + match, 0) / members.length,
    share: (shareOf(members) * members.length + overall * priorPosts) / (members.length + priorPosts),
    size: members.length,
  }));
  const pooled: typeof blocks = [];
  for (const block of blocks) {
    let joined = block;
    for (let last = pooled.at(-1); last && last.share >= joined.share; last = pooled.at(-1)) {
      pooled.pop();
      joined = join(last, joined);
    }
    pooled.push(joined);
  }
  return withEnds(pooled.map(({ raw, share }): [number, number] => [rounded(raw), rounded(share)]));
}

/** The curve keeps rising beyond the outermost bins, so that extreme posts still get distinct scores. */
function withEnds(points: readonly [number, number][]): Calibration {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) throw new Error('There are no graded posts to calibrate on');
  return [[rounded(first[0] - reach), rounded(first[1] / 10)], ...points, [rounded(last[0] + reach), rounded(1 - (1 - last[1]) / 10)]];
}

type Block = { raw: number; share: number; size: number };

function join(a: Block, b: Block): Block {
  const size = a.size + b.size;
  return { raw: (a.raw * a.size + b.raw * b.size) / size, share: (a.share * a.size + b.share * b.size) / size, size };
}

const rounded = (value: number): number => Number(value.toFixed(4));
const shareOf = (posts: readonly Matched[]): number => posts.filter(({ post }) => post.label >= 2).length / posts.length;
