import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** How common stems are in general discussions, and vectors of the contexts they occur in. */
export interface Background {
  documents: number;
  /** Most frequent first. */
  stems: readonly string[];
  /** Number of documents that contain each stem. */
  frequencies: readonly number[];
  dimensions: number;
  /** One row of `dimensions` per stem, scaled to its largest value. */
  vectors: Int8Array;
}

const tableSchema = z.object({
  documents: z.number(),
  dimensions: z.number(),
  stems: z.string(),
  frequencies: z.array(z.number()),
  vectors: z.base64(),
});

let shipped: Background | null = null;

/** The shipped table, built by `training/background.ts`; read once. */
export const readBackground = (): Background => (shipped ??= parseTable());

function parseTable(): Background {
  const { stems, vectors, ...table } = tableSchema.parse(JSON.parse(readFileSync(new URL('./background.json', import.meta.url), 'utf8')));
  const bytes = Buffer.from(vectors, 'base64');
  return { ...table, stems: stems.split(' '), vectors: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) };
}
