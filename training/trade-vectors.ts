// Writes src/core/trades/vectors.bin: of each trade, the mean of the vectors of what describes it.
import { writeFileSync } from 'node:fs';
import { dimensions, openSentences } from '#core/scoring/reader/sentences.ts';
import { describeForVector } from '#core/trades/find.ts';
import { fieldCount, readField } from '#core/trades/trades.ts';
import { toBytes } from './vectors.ts';

const sentences = await openSentences();

/** Their sum, of length 1. */
async function meanOf(texts: readonly string[]): Promise<Float32Array> {
  const vectors: Float32Array[] = [];
  for (const text of texts) vectors.push(await sentences.vectorOf(text));
  const sum = new Float32Array(dimensions).map((_, at) => vectors.reduce((total, vector) => total + (vector[at] ?? 0), 0));
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

const rows: Buffer[] = [];
for (let field = 0; field < fieldCount; field += 1)
  for (const trade of await readField(field)) rows.push(toBytes(await meanOf(describeForVector(trade))));
await sentences.close();
writeFileSync(new URL('../src/core/trades/vectors.bin', import.meta.url), Buffer.concat(rows));
console.log(`${rows.length} trades`);
