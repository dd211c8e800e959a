import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** How common stems are in discussions at large, and which keep company with which. */
export interface Background {
  documents: number;
  /** Most frequent first. */
  stems: readonly string[];
  /** Documents that hold each stem. */
  frequencies: readonly number[];
  dimensions: number;
  /** One row of `dimensions` for each stem, scaled to its largest value. */
  vectors: Int8Array;
}

const tableSchema = z.object({
  documents: z.number(),
  dimensions: z.number(),
  stems: z.string(),
  frequencies: z.array(z.number()),
  vectors: z.base64(),
});

/** The shipped table; `bench/fit/background.ts` makes it. */
export function readBackground(): Background {
  const { stems, vectors, ...table } = tableSchema.parse(JSON.parse(readFileSync(new URL('./background.json', import.meta.url), 'utf8')));
  const bytes = Buffer.from(vectors, 'base64');
  return { ...table, stems: stems.split(' '), vectors: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) };
}
