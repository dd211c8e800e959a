import * as z from 'zod';
import { timeSchema } from './common.ts';
import { sourceIds } from './sources.ts';

const count = z.number().int();

export const sourceHealthSchema = z.object({
  /** Where campaigns look. Feeds count as one source. */
  source: z.enum(sourceIds),
  /** `failing`: no stream could be read the last time. `down`: for ten minutes and more. */
  state: z.enum(['ok', 'failing', 'down']),
  /** Streams by how their last reading ended. */
  streams: z.object({ ok: count, empty: count, failed: count, limited: count }),
  lastSuccessAt: timeSchema.nullable(),
  /** Since when no stream could be read; null unless it is failing. */
  since: timeSchema.nullable(),
  error: z.string().nullable(),
});
export type SourceHealth = z.output<typeof sourceHealthSchema>;
