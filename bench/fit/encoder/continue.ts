import { type EncoderTable, quantize } from '#core/scoring/encoder/table.ts';
import { createFolder, foldedString } from '#core/scoring/text/fold.ts';
import { stemOf } from '#core/scoring/text/stem.ts';
import { shuffled } from '../random.ts';
import { pairUp } from './batches.ts';
import type { Text } from './corpus.ts';
import { Trainer } from './trainer.ts';

export interface Post {
  subreddit: string;
  title: string;
  body: string;
}

export interface Continuation {
  /** Times each text is used. */
  passes: number;
  /** Learning rate of the first step, falling to nearly 0. */
  rate: number;
  random: () => number;
}

const batchSize = 512;
const minBatch = 8;
const lastShare = 0.02;

/** The table after further training on some texts, with the same stems and pairs. */
export function continueTraining(table: EncoderTable, posts: readonly Post[], { passes, rate, random }: Continuation): EncoderTable {
  const { dimensions } = table;
  const texts = readTexts(table, posts);
  const vectors = vectorsOf(table);
  const trainer = new Trainer({ dimensions, vectors });
  const batches = Math.ceil(texts.length / batchSize);
  const size = Math.ceil(texts.length / batches);
  for (let step = 0; step < passes * batches; step += batches) {
    const order = shuffled(texts, random);
    for (let at = 0; at < batches; at += 1) {
      const batch = pairUp(order.slice(at * size, (at + 1) * size), table.pairs, random);
      if (batch.length >= minBatch) trainer.step(batch, rate * Math.max(lastShare, 1 - (step + at) / (passes * batches)));
    }
  }
  return { ...table, ...quantize(vectors, dimensions) };
}

function vectorsOf({ dimensions, scales, rows }: EncoderTable): Float32Array {
  const vectors = new Float32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) vectors[at] = (rows[at] ?? 0) * (scales[Math.floor(at / dimensions)] ?? 0);
  return vectors;
}

/** Stems that the table doesn't have are -1. */
function readTexts({ stems }: EncoderTable, posts: readonly Post[]): Text[] {
  const numbers = new Map(stems.map((stem, row) => [stem, row]));
  const fold = createFolder();
  const read = (text: string): Int32Array => {
    const folded = foldedString(fold(text)).trim();
    return folded === '' ? new Int32Array() : Int32Array.from(folded.split(' '), (word) => numbers.get(stemOf(word)) ?? -1);
  };
  return posts.map(({ subreddit, title, body }) => ({ subreddit, title: read(title), body: read(body) }));
}
