import * as z from 'zod';
import { toneSchema } from './auth.ts';
import { daySchema, idParams, idSchema, timeSchema } from './common.ts';
import { defineRoute } from './route.ts';

export type Tone = z.infer<typeof toneSchema>;
const count = z.number().int().min(0);
const spendSchema = z.object({
  calls: count,
  /** Input and output tokens. */
  tokens: count,
  /** In the currency of the configured prices; null when no call had a price. */
  cost: z.number().nullable(),
});
export type Spend = z.output<typeof spendSchema>;
export const aiPurposes = ['score', 'audit', 'propose', 'draft'] as const;
export type AiPurpose = (typeof aiPurposes)[number];

/** How the model is asked: without thinking in an enforced form, in an enforced form, or with the form in words. */
export const waySchema = z.enum(['quiet', 'schema', 'prompt']);
export type Way = z.infer<typeof waySchema>;
/** As people read it after "Asked with". */
export const wayTexts: Record<Way, string> = {
  quiet: 'Thinking off, JSON schema enforced by the server',
  schema: 'JSON schema enforced by the server',
  prompt: 'JSON schema in the prompt',
};

const dateSchema = z.iso.date();
/** At most a year. */
export const spendRangeSchema = z.object({
  /** First UTC day; default: 30 days up to `to`. */
  from: daySchema.optional(),
  /** Last UTC day; default: today. */
  to: daySchema.optional(),
});
export type SpendRange = z.output<typeof spendRangeSchema>;

const campaignSpendSchema = spendSchema.extend({
  campaignId: idSchema,
  name: z.string(),
  /** Leads found on the same days. */
  leads: count,
  /** Null without leads or prices. */
  costPerLead: z.number().nullable(),
});
export type CampaignSpend = z.output<typeof campaignSpendSchema>;
const purposeSpendSchema = spendSchema.extend({ purpose: z.enum(aiPurposes) });

const reportShape = {
  from: dateSchema,
  to: dateSchema,
  total: spendSchema,
  /** Every day of the range, oldest first. */
  days: z.array(spendSchema.extend({ day: dateSchema })),
  byPurpose: z.array(purposeSpendSchema),
  /**
   * Of `audited` posts that weren't kept, the share that a model considers leads, with its 95% interval; null when none was
   * tried.
   */
  missed: z.object({ audited: count, rate: z.number(), low: z.number(), high: z.number() }).nullable(),
};
export const aiSpendSchema = z.object({
  ...reportShape,
  byCampaign: z.array(campaignSpendSchema),
  /** Cost of drafts; the 50 most expensive. */
  byLead: z.array(spendSchema.extend({ leadId: idSchema, username: z.string() })),
});
export type AiSpend = z.output<typeof aiSpendSchema>;
export const aiUsageSchema = z.object({
  ...reportShape,
  byModel: z.array(spendSchema.extend({ model: z.string() })),
  /** The 50 most expensive; null for deleted accounts. */
  byUser: z.array(spendSchema.extend({ userId: idSchema.nullable(), username: z.string().nullable() })),
});
export type AiUsage = z.output<typeof aiUsageSchema>;

export const aiStatusSchema = z.object({
  provider: z.enum(['builtin', 'ollama', 'openai']),
  /** Null without a provider. */
  model: z.string().nullable(),
  /** The model for doubtful posts, proposals, and drafts; null when one model does everything. */
  strongModel: z.string().nullable(),
  /** How `model` is asked, as tried on sample posts; null until it was. */
  way: waySchema.nullable(),
  /** `spent`: a limit of this day is reached. */
  state: z.enum(['off', 'ok', 'down', 'paused', 'spent']),
  /** Start of the outage. */
  since: timeSchema.nullable(),
  message: z.string(),
  /** What an operator can do about it; for admins. */
  hint: z.string().nullable(),
  /** The caller's own posts that the model should still score. */
  waiting: count,
  /** The caller's own use on this UTC day. */
  today: spendSchema.extend({
    byPurpose: z.array(purposeSpendSchema),
    byCampaign: z.array(campaignSpendSchema),
  }),
  /** The caller's daily limit. */
  tokensPerUserDay: count,
  /** Use by everyone, including amounts reserved for calls in progress; for admins. */
  instance: z.object({ tokens: count, calls: count, tokensPerDay: count, callsPerDay: count, cost: z.number().nullable() }).nullable(),
});
export type AiStatus = z.output<typeof aiStatusSchema>;

export const draftReplySchema = z.object({
  /** By a model: up to three different replies. Otherwise the user's own earlier replies to the most similar questions. */
  variants: z.array(z.object({ label: z.string(), text: z.string() })).max(3),
  /** `builtin`, or provider and model. */
  by: z.string(),
});
export type DraftReply = z.output<typeof draftReplySchema>;

export const aiRoutes = {
  status: defineRoute({
    method: 'GET',
    path: '/ai/status',
    access: 'user',
    tokens: 'read',
    summary: 'The model in use, its state, and what it cost today',
    response: aiStatusSchema,
  }),
  spend: defineRoute({
    method: 'GET',
    path: '/ai/spend',
    access: 'user',
    tokens: 'read',
    summary: 'Model cost by day, purpose, campaign and lead',
    query: spendRangeSchema,
    response: aiSpendSchema,
  }),
  usage: defineRoute({
    method: 'GET',
    path: '/admin/ai-usage',
    access: 'admin',
    tokens: 'none',
    summary: 'Model cost of the whole instance, by day, purpose, model and user',
    query: spendRangeSchema,
    response: aiUsageSchema,
  }),
  findDraft: defineRoute({
    method: 'GET',
    path: '/posts/:id/draft-reply',
    access: 'user',
    tokens: 'read',
    summary: 'Drafts that were written ahead, or your own replies to similar questions; asks no model',
    params: idParams,
    response: draftReplySchema,
  }),
  draftReply: defineRoute({
    method: 'POST',
    path: '/posts/:id/draft-reply',
    access: 'user',
    tokens: 'write',
    summary: 'Have the model write drafts now; nothing is sent',
    params: idParams,
    body: z.strictObject({ tone: toneSchema.optional() }),
    response: draftReplySchema,
  }),
};
