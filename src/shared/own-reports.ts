import * as z from 'zod';
import { timeSchema } from './common.ts';

/** Below this a figure says more about chance than about anybody: it is not claimed. */
export const leastOwnItems = 10;

/** `k` of `n`; `low` and `high` bound the true share, 0 to 1, by Wilson's interval at 95 %. */
export const shareSchema = z.object({ k: z.number().int(), n: z.number().int(), low: z.number(), high: z.number() });
export type Share = z.output<typeof shareSchema>;

/** `low` and `high` bound the median: 95 % of resamples. */
export const spreadSchema = z.object({
  n: z.number().int(),
  median: z.number(),
  q1: z.number(),
  q3: z.number(),
  low: z.number(),
  high: z.number(),
});
export type Spread = z.output<typeof spreadSchema>;

/** One of the user's own posts or comments in its current form. Those that are gone, or no longer confirmed, are left out. Plain text. */
export const quoteSchema = z.object({
  fullname: z.string(),
  kind: z.enum(['post', 'comment']),
  subreddit: z.string(),
  permalink: z.string().nullable(),
  createdAt: timeSchema,
  text: z.string(),
});
export type Quote = z.output<typeof quoteSchema>;
