import * as z from 'zod';
import { toneSchema } from './auth.ts';
import { idParams, idSchema, timeSchema } from './common.ts';
import { defineRoute } from './route.ts';

export type Tone = z.infer<typeof toneSchema>;
const count = z.number().int().min(0);
const spendSchema = z.object({
  calls: count,
  /** In and out. */
  tokens: count,
  /** In the currency of the configured prices; null where no call had one. */
  cost: z.number().nullable(),
});
export type Spend = z.output<typeof spendSchema>;
export const aiPurposes = ['judge', 'audit', 'propose', 'draft'] as const;

export const aiStatusSchema = z.object({
  provider: z.enum(['builtin', 'ollama', 'openai']),
  /** Null without a provider. */
  model: z.string().nullable(),
  /** What doubtful posts, proposals and drafts are asked of; null where the one model does it all. */
  strongModel: z.string().nullable(),
  state: z.enum(['off', 'ok', 'down', 'paused']),
  since: timeSchema.nullable(),
  words: z.string(),
  /** What an operator can do; for admins. */
  hint: z.string().nullable(),
  /** The caller's own posts that the model should still judge. */
  waiting: count,
  /** The caller's own use in this UTC day. */
  today: spendSchema.extend({
    byPurpose: z.array(spendSchema.extend({ purpose: z.enum(aiPurposes) })),
    byCampaign: z.array(spendSchema.extend({ campaignId: idSchema, name: z.string() })),
  }),
  /** What the caller may use in a day. */
  tokensPerUserDay: count,
  /** Of everybody together, with what is held for calls under way; for admins. */
  instance: z.object({ tokens: count, calls: count, tokensPerDay: count, callsPerDay: count, cost: z.number().nullable() }).nullable(),
});
export type AiStatus = z.output<typeof aiStatusSchema>;

export const draftReplySchema = z.object({
  variants: z.array(z.object({ label: z.string(), text: z.string() })).length(3),
  /** `builtin`, or provider and model. */
  by: z.string(),
});
export type DraftReply = z.output<typeof draftReplySchema>;

export const aiRoutes = {
  status: defineRoute({
    method: 'GET',
    path: '/ai/status',
    access: 'user',
    summary: 'Which model takes part, how it is, and what it cost today',
    response: aiStatusSchema,
  }),
  draftReply: defineRoute({
    method: 'POST',
    path: '/posts/:id/draft-reply',
    access: 'user',
    summary: 'Three drafts of an answer; nothing is kept or sent',
    params: idParams,
    body: z.strictObject({ tone: toneSchema.default('helpful') }),
    response: draftReplySchema,
  }),
};
