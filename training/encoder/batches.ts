import type { StemPairs } from '#core/scoring/encoder/table.ts';
import { type Random, shuffled } from '../../bench/fit/random.ts';
import type { Text } from './corpus.ts';
import { sparseOf, type SparseText, type TrainingPair } from './trainer.ts';

export const batchSize = 768;
const subredditsPerBatch = 4;
const snippetShare = 0.35;
const minSnippet = 10;
const maxSnippet = 25;
const minRemainder = 15;

/**
 * One pass over the texts. Half of the batches mix all subreddits, the other half only four: texts from different subreddits are
 * too easy to distinguish.
 */
export function* listBatches(texts: readonly Text[], pairs: StemPairs, random: Random): Generator<TrainingPair[]> {
  const mixed: Text[] = [];
  const own: Text[] = [];
  for (const text of shuffled(texts, random)) (random() < 0.5 ? mixed : own).push(text);
  const size = batchSize / subredditsPerBatch;
  const groups = [...Map.groupBy(own, ({ subreddit }) => subreddit).values()].flatMap((list) => chunksOf(list, size));
  const hard = chunksOf(shuffled(groups, random), subredditsPerBatch).map((list) => list.flat());
  for (const batch of shuffled([...chunksOf(mixed, batchSize), ...hard], random)) {
    yield pairUp(batch, pairs, random);
  }
}

/** Two parts of each text that is long enough. */
function pairUp(texts: readonly Text[], pairs: StemPairs, random: Random): TrainingPair[] {
  return texts.flatMap((text) => {
    const parts = cut(text, random);
    return parts ? [{ query: rowsOf(parts.query, pairs), answer: rowsOf(parts.answer, pairs) }] : [];
  });
}

/** Complete chunks only. */
const chunksOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.floor(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

/** The title and the body or, in a third of the cases, a passage of the body and the remainder; null when too short. */
function cut({ title, body }: Text, random: Random): { query: Int32Array; answer: Int32Array } | null {
  const length = minSnippet + Math.floor(random() * (maxSnippet - minSnippet + 1));
  if (body.length >= length + minRemainder && (title.length < 3 || random() < snippetShare)) {
    const from = Math.floor(random() * (body.length - length));
    const rest = new Int32Array(body.length - length);
    rest.set(body.subarray(0, from));
    rest.set(body.subarray(from + length), from);
    return { query: body.subarray(from, from + length), answer: rest };
  }
  return title.length >= 2 && body.length >= 5 ? { query: title, answer: body } : null;
}

function rowsOf(list: Int32Array, pairs: StemPairs): SparseText {
  const rows: number[] = [];
  let before = -1;
  for (const stem of list) {
    const pair = before >= 0 && stem >= 0 ? pairs.rowOf(before, stem) : -1;
    if (stem >= 0) rows.push(stem);
    if (pair >= 0) rows.push(pair);
    before = stem;
  }
  return sparseOf(rows);
}
