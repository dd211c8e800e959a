import * as z from 'zod';
import { timeSchema } from './common.ts';

/** With fewer items a figure is mostly chance, so none is shown. */
export const leastOwnItems = 10;

/** `k` of `n`; `low` and `high` bound the true share, 0 to 1, by Wilson's 95% interval. */
export const shareSchema = z.object({ k: z.number().int(), n: z.number().int(), low: z.number(), high: z.number() });
export type Share = z.output<typeof shareSchema>;

/** `low` and `high` bound the median in 95% of resamples. */
export const spreadSchema = z.object({
  n: z.number().int(),
  median: z.number(),
  q1: z.number(),
  q3: z.number(),
  low: z.number(),
  high: z.number(),
});
export type Spread = z.output<typeof spreadSchema>;

/**
 * One of the user's own posts or comments in its current form, as plain text. Those that were deleted or can't be confirmed are
 * left out.
 */
export const quoteSchema = z.object({
  fullname: z.string(),
  kind: z.enum(['post', 'comment']),
  subreddit: z.string(),
  permalink: z.string().nullable(),
  createdAt: timeSchema,
  text: z.string(),
});
export type Quote = z.output<typeof quoteSchema>;
