import * as z from 'zod';
import { idParams, timeSchema } from './common.ts';
import { dismissReasonSchema } from './posts.ts';
import { defineRoute } from './route.ts';

export const learnedWordSchema = z.object({
  /** In plain words: "posts that offer", "“invoices”", "r/freelance". */
  what: z.string(),
  /** What it does to a post that has it; below zero it presses down. */
  points: z.number(),
});

export const ruleYieldSchema = z.object({
  text: z.string(),
  /** Kept posts that it matched, and how many of them are leads. */
  matched: z.number().int(),
  leads: z.number().int(),
  right: z.number().int(),
  wrong: z.number().int(),
  /** It matches nothing until it is woken; null for a rule that listens. */
  pausedSince: timeSchema.nullable(),
});
export type RuleYield = z.output<typeof ruleYieldSchema>;

export const learningSchema = z.object({
  /** Of the last 50 posts called right or wrong. */
  lately: z.object({ rated: z.number().int(), right: z.number().int() }),
  /** What it learns from: posts called right or wrong, kept as leads by hand, or answered. */
  lessons: z.number().int(),
  /** How many more it takes until it learns; 0 when it does. */
  needed: z.number().int(),
  /** The latest feedback are not worked in yet. */
  isBehind: z.boolean(),
  learnedAt: timeSchema.nullable(),
  up: z.array(learnedWordSchema),
  down: z.array(learnedWordSchema),
  reasons: z.array(z.object({ reason: dismissReasonSchema, count: z.number().int() })),
  rules: z.array(ruleYieldSchema),
});
export type Learning = z.output<typeof learningSchema>;

export const learningRoutes = {
  get: defineRoute({
    method: 'GET',
    path: '/campaigns/:id/learning',
    access: 'user',
    tokens: 'read',
    summary: 'What a campaign learned from feedback, and the yield of its rules',
    params: idParams,
    response: learningSchema,
  }),
  wake: defineRoute({
    method: 'POST',
    path: '/campaigns/:id/rules/wake',
    access: 'user',
    tokens: 'write',
    summary: 'Resume a paused rule',
    params: idParams,
    body: z.strictObject({ rule: z.string().min(1).max(500) }),
    response: learningSchema,
  }),
};
