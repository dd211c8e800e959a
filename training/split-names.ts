const minSeen = 50;
/** Long words are seldom two words by chance. */
const [longFrom, minLongSeen] = [7, 25];
const shortOnes = new Set(
  'a ai ar ask at by diy dc ev fi for hr i in is it la life my no nz of on or pc pr pt seo st tv uk us usa ux the to vr'.split(' '),
);
const longest = 21;

/**
 * Splits names of subreddits into words: "weddingplanning" into "wedding" and "planning". `seen` counts the words of texts; the
 * most probable sequence of words wins.
 */
export function createNameSplitter(seen: ReadonlyMap<string, number>): (name: string) => string[] {
  const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
  const costOf = (word: string): number => {
    const count = seen.get(word) ?? 0;
    const isWord =
      word.length > 3
        ? count >= (word.length < longFrom ? minSeen : minLongSeen)
        : word.length === 3
          ? count >= minSeen * 20
          : shortOnes.has(word);
    return isWord ? Math.log(total / count) + (word.length < 4 ? 5 : 0) : 12 + 4 * word.length;
  };
  const splitChunk = (chunk: string): string[] => {
    const best: { cost: number; words: string[] }[] = [{ cost: 0, words: [] }];
    for (let end = 1; end <= chunk.length; end += 1) {
      for (let start = Math.max(0, end - longest); start < end; start += 1) {
        const before = best[start];
        const word = chunk.slice(start, end);
        const cost = (before?.cost ?? 0) + costOf(word);
        if (before && cost < (best[end]?.cost ?? Number.POSITIVE_INFINITY)) best[end] = { cost, words: [...before.words, word] };
      }
    }
    return best[chunk.length]?.words ?? [chunk];
  };
  return (name) =>
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll(/[_\d]+/g, ' ')
      .toLowerCase()
      .split(' ')
      .filter((chunk) => chunk !== '')
      .flatMap(splitChunk);
}
