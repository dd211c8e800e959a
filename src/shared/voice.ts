import * as z from 'zod';
import { timeSchema } from './common.ts';
import { defineRoute } from './route.ts';

/** Most characters of a text, and entries of the list; `fewest` texts show how somebody writes. */
export const voiceLimits = { profile: 1500, samples: 10, sample: 2000, fewest: 3 };

const profileSchema = z.string().trim().max(voiceLimits.profile, `At most ${voiceLimits.profile} characters`);
const samplesSchema = z
  .array(z.string().trim().min(1).max(voiceLimits.sample, `At most ${voiceLimits.sample} characters each`))
  .max(voiceLimits.samples, `At most ${voiceLimits.samples} texts`);

export const voiceInputSchema = z.strictObject({ profile: profileSchema.default(''), samples: samplesSchema.default([]) });
export type VoiceInput = z.output<typeof voiceInputSchema>;

export const voiceSchema = z.object({
  /** How the user writes, in words that drafts follow; empty if nobody has described it. */
  profile: z.string(),
  /** Replies that the user pasted. Without a model, one that fits is offered. */
  samples: z.array(z.string()),
  /** Number of the user's own replies that can be read instead of samples. */
  replies: z.number().int(),
  updatedAt: timeSchema.nullable(),
});
export type Voice = z.output<typeof voiceSchema>;

export const voiceDescriptionSchema = z.object({
  profile: z.string(),
  /** `builtin`, or provider and model. */
  by: z.string(),
  /** Number of texts it was read from. */
  read: z.number().int(),
});
export type VoiceDescription = z.output<typeof voiceDescriptionSchema>;

export const voiceRoutes = {
  get: defineRoute({
    method: 'GET',
    path: '/voice',
    access: 'user',
    tokens: 'read',
    summary: 'How you write: the description that drafts follow, and your sample texts',
    response: voiceSchema,
  }),
  replace: defineRoute({
    method: 'PUT',
    path: '/voice',
    access: 'user',
    tokens: 'write',
    summary: 'Set the description and the sample texts; those left out are deleted',
    body: voiceInputSchema,
    response: voiceSchema,
  }),
  describe: defineRoute({
    method: 'POST',
    path: '/voice/describe',
    access: 'user',
    tokens: 'write',
    summary: 'Describe how you write, from these texts or else from your own replies; stores nothing',
    body: z.strictObject({ samples: samplesSchema.optional() }),
    response: voiceDescriptionSchema,
  }),
};
