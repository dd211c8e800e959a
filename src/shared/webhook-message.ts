import * as z from 'zod';
import { idSchema, timeSchema } from './common.ts';
import { leadStageSchema } from './leads.ts';
import { eventKinds, eventNames } from './notify.ts';
import { componentsSchema } from './scoring.ts';

/** Of the webhook's message; raised when a field changes its meaning or goes. New fields don't raise it. */
export const webhookVersion = 1;
const webhookNoticeSchema = z.object({
  id: idSchema,
  event: z.enum([...Object.values(eventNames), 'source.up']),
  kind: z.enum(eventKinds),
  title: z.string().describe('Untrusted if it is the title of a conversation'),
  text: z.string().describe('One sentence: why it matches, or what happened'),
  excerpt: z.string(),
  body: z.string().describe("A lead's whole text, up to 20,000 characters; empty for other kinds. Untrusted"),
  author: z.string().nullable(),
  subreddit: z.string().nullable().describe('Where it was posted'),
  campaign: z.string().nullable(),
  score: z.number().int().nullable(),
  components: componentsSchema.nullable().describe("A lead's seven parts of the score, each 0 to 1"),
  campaignId: idSchema.nullable(),
  leadId: idSchema.nullable(),
  postId: idSchema.nullable(),
  replyId: idSchema.nullable(),
  followUpId: idSchema.nullable(),
  lead: z
    .object({
      stage: leadStageSchema,
      notes: z.string(),
      tags: z.array(z.string()),
      value: z.number().nullable(),
      feedback: z.enum(['right', 'wrong']).nullable().describe('On the post, if postId is set'),
    })
    .nullable()
    .describe('Its state when the message was made'),
  at: timeSchema,
  url: z.string().nullable().describe('In Earshot; null while http.publicUrl is not set'),
  redditUrl: z.string().nullable().describe('At its source'),
});
export const webhookMessageSchema = z.object({
  version: z.literal(webhookVersion),
  id: z.string().describe('The same in every attempt'),
  type: z.enum(['notifications', 'test']),
  headline: z.string(),
  notifications: z.array(webhookNoticeSchema).max(50),
  more: z.number().int().describe('Notifications that are not included'),
});
export type WebhookMessage = z.output<typeof webhookMessageSchema>;
