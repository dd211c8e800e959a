// Writes src/core/scoring/reader/general.bin: vectors of texts about anything, with which the nearness of others is compared.
import { writeFileSync } from 'node:fs';
import { openSentences } from '#core/scoring/reader/sentences.ts';
import { publicPosts, readPosts, readText } from '../bench/fit/posts.ts';
import { toBytes } from './vectors.ts';

const count = 600;

/** So many, evenly spread. */
const pick = <T>(list: readonly T[]): T[] =>
  list.filter((_, at) => Math.floor((at * count) / list.length) !== Math.floor(((at - 1) * count) / list.length));

const posts = readPosts(publicPosts).map(({ title, body }) => `${title}\n${body}`);
const titles = readText(new URL('data/corpus.jsonl.gz', import.meta.url))
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { title: string }).title);
const sentences = await openSentences();
const rows: Buffer[] = [];
for (const text of [...pick(posts), ...pick(titles)]) rows.push(toBytes(await sentences.vectorOf(text)));
await sentences.close();
writeFileSync(new URL('../src/core/scoring/reader/general.bin', import.meta.url), Buffer.concat(rows));
console.log(`${rows.length} texts`);
