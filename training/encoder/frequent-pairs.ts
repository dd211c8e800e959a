import type { Corpus } from './corpus.ts';

const bucketBits = 24;
const minPairs = 10;

/** The most frequent pairs of adjacent stems, left and right alternating, with their counts. */
export function listFrequentPairs({ texts, stems }: Corpus, wanted: number): { list: Uint32Array; counts: number[] } {
  const lists = texts.flatMap(({ title, body }) => [title, body]);
  // Counted approximately in buckets first, because all pairs wouldn't fit in a Map.
  const buckets = new Uint32Array(2 ** bucketBits);
  forEachPair(lists, (left, right) => {
    const bucket = bucketOf(left, right);
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  });
  const threshold = Math.max(minPairs, buckets.toSorted()[buckets.length - wanted * 3] ?? 0);
  const counts = new Map<number, number>();
  forEachPair(lists, (left, right) => {
    if ((buckets[bucketOf(left, right)] ?? 0) < threshold) return;
    const key = left * stems.length + right;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  const best = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, wanted);
  const list = new Uint32Array(best.length * 2);
  for (const [index, [key]] of best.entries()) list.set([Math.floor(key / stems.length), key % stems.length], index * 2);
  return { list, counts: best.map(([, count]) => count) };
}

const bucketOf = (left: number, right: number): number => Math.imul(left * 40_503 + right, 0x9e3779b1) >>> (32 - bucketBits);

function forEachPair(lists: readonly Int32Array[], visit: (left: number, right: number) => void): void {
  for (const list of lists) {
    for (let at = 1; at < list.length; at += 1) {
      const left = list[at - 1] ?? -1;
      const right = list[at] ?? -1;
      if (left >= 0 && right >= 0) visit(left, right);
    }
  }
}
