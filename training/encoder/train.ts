// Trains src/core/scoring/encoder/encoder.bin.
// Usage: node training/encoder/train.ts CORPUS [--seed 1] [--without a,b] [--out FILE]
// CORPUS: gzipped JSON lines with subreddit, title, and body; training/README.md names its source. Takes about 20 minutes.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { formatTable } from '#core/scoring/encoder/table.ts';
import { createRandom } from '../../bench/fit/random.ts';
import { readCorpus } from './corpus.ts';
import { trainTable } from './train-table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    without: { type: 'string', default: '' },
    out: { type: 'string', default: fileURLToPath(new URL('../../src/core/scoring/encoder/encoder.bin', import.meta.url)) },
  },
});
const [path] = positionals;
if (path === undefined) throw new Error('Give the file of texts: JSON lines with subreddit, title and body, gzip');
const without = new Set(
  values.without
    .toLowerCase()
    .split(',')
    .filter((name) => name !== ''),
);
writeFileSync(values.out, formatTable(trainTable(readCorpus(path, without), createRandom(Number(values.seed)))));
