// Builds src/core/text/background.json: document frequencies and vectors of stems, without any text.
import { writeFileSync } from 'node:fs';
import { createFolder, foldedString } from '#core/text/fold.ts';
import { stemOf } from '#core/text/stems.ts';
import { associate, embed } from './embed.ts';
import { publicPosts, readPosts } from '../bench/fit/posts.ts';

const minDocuments = 8;
const dimensions = 96;
const window = 8;

const fold = createFolder();
const posts = readPosts(publicPosts);
const documents = posts.map((post) =>
  foldedString(fold(`${post.title}\n${post.body}`))
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => stemOf(word)),
);
const frequency = new Map<string, number>();
for (const stems of documents) for (const stem of new Set(stems)) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
const stems = [...frequency]
  .filter(([stem, count]) => count >= minDocuments && stem.length > 1 && stem.length < 24 && /^[a-z+#]+[0-9]{0,2}$/.test(stem))
  .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  .map(([stem]) => stem);
const ids = new Map(stems.map((stem, id) => [stem, id]));
const common = Math.ceil(documents.length * 0.2);
// The most common words co-occur with everything and are left out of the contexts.
const texts = documents.map((words) =>
  Int32Array.from(words.map((stem) => ((frequency.get(stem) ?? 0) > common ? -1 : (ids.get(stem) ?? -1))).filter((id) => id >= 0)),
);
// The first direction only distinguishes frequent from rare words.
const vectors = embed(associate(texts, stems.length, window), dimensions + 1, 12).map((vector) => vector.slice(1));
const packed = new Int8Array(stems.length * dimensions);
for (const [row, vector] of vectors.entries()) {
  const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
  const largest = Math.max(...vector.map((value) => Math.abs(value / norm)), 1e-9);
  for (const [at, value] of vector.entries()) packed[row * dimensions + at] = Math.round((127 * value) / norm / largest);
}
const table = {
  documents: documents.length,
  dimensions,
  stems: stems.join(' '),
  frequencies: stems.map((stem) => frequency.get(stem) ?? 0),
  vectors: Buffer.from(packed.buffer).toString('base64'),
};
writeFileSync(new URL('../src/core/text/background.json', import.meta.url), `${JSON.stringify(table)}\n`);
console.log(`${stems.length} stems of ${documents.length} posts`);
