import * as z from 'zod';
import { idParams, timeSchema } from './common.ts';
import { dismissReasonSchema } from './posts.ts';
import { defineRoute } from './route.ts';

export const learnedWordSchema = z.object({
  /** As text: "posts that offer", "“invoices”", "r/freelance". */
  what: z.string(),
  /** Points it adds to a post that has it; negative lowers the score. */
  points: z.number(),
});

export const ruleYieldSchema = z.object({
  text: z.string(),
  /** Number of kept posts that it matched; the next is the number of leads among them. */
  matched: z.number().int(),
  leads: z.number().int(),
  right: z.number().int(),
  wrong: z.number().int(),
  /** Since when the rule has matched nothing; null for an active rule. */
  pausedSince: timeSchema.nullable(),
});
export type RuleYield = z.output<typeof ruleYieldSchema>;

export const learningSchema = z.object({
  /** Among the last 50 rated posts. */
  lately: z.object({ rated: z.number().int(), right: z.number().int() }),
  /** Number of examples to learn from: rated posts, leads made by hand, and posts replied to. */
  lessons: z.number().int(),
  /** How many more are needed before it learns; 0 when it does. */
  needed: z.number().int(),
  /** The latest feedback isn't processed yet. */
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
