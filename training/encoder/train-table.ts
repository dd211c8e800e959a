import { Encoder } from '#core/scoring/encoder/encoder.ts';
import { type EncoderTable, quantize, StemPairs } from '#core/scoring/encoder/table.ts';
import { batchSize, listBatches } from './batches.ts';
import type { Corpus } from './corpus.ts';
import { listFrequentPairs } from './frequent-pairs.ts';
import { drawSample } from './sample.ts';
import { Trainer } from './trainer.ts';

const dimensions = 96;
const pairCount = 30_000;
const passes = 4;
const firstRate = 0.01;
const lastShare = 0.02;
const startSize = 0.1;

function startVectors({ texts }: Corpus, counts: readonly number[], random: () => number): Float32Array {
  const vectors = new Float32Array(counts.length * dimensions);
  for (const [row, count] of counts.entries()) {
    const importance = Math.log((texts.length + 1) / (count + 0.5)) / Math.log(texts.length);
    const scale = startSize * Math.max(0.02, importance);
    // The sum of three uniform numbers is close to normal.
    for (let at = row * dimensions; at < (row + 1) * dimensions; at += 1) vectors[at] = scale * (random() + random() + random() - 1.5) * 2;
  }
  return vectors;
}

/** Trains the table of an encoder from nothing. */
export function trainTable(corpus: Corpus, random: () => number): EncoderTable {
  const { list, counts } = listFrequentPairs(corpus, pairCount);
  const pairs = new StemPairs(list, corpus.stems.length);
  console.log(`${corpus.texts.length} texts, ${corpus.stems.length} stems, ${pairs.size} pairs`);
  const vectors = startVectors(corpus, [...corpus.frequencies, ...counts], random);
  const trainer = new Trainer({ dimensions, vectors });
  const steps = (passes * corpus.texts.length) / batchSize;
  let step = 0;
  for (let pass = 1; pass <= passes; pass += 1) {
    for (const batch of listBatches(corpus.texts, pairs, random)) {
      const loss = trainer.step(batch, firstRate * Math.max(lastShare, 1 - step / steps));
      step += 1;
      if (step % 50 === 0) console.log(`pass ${pass}, step ${step} of about ${Math.round(steps)}, loss ${loss.toFixed(3)}`);
    }
  }
  const table = { dimensions, stems: corpus.stems, pairs, ...quantize(vectors, dimensions), sample: [] };
  return { ...table, sample: drawSample(corpus.lines, new Encoder(table)) };
}
