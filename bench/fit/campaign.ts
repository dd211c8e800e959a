import * as z from 'zod';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import { ruleSchema } from '#shared/campaigns.ts';
import { defaultWeights, weightsSchema } from '#shared/scoring.ts';

const campaignFile = z.object({
  id: z.string().default('campaign'),
  name: z.string().default(''),
  offering: z.string().default(''),
  idealCustomer: z.string().default(''),
  description: z.string().default(''),
  painPoints: z.array(z.string()).default([]),
  rules: z.array(z.union([z.string().transform((text) => ({ text })), ruleSchema])).default([]),
  excludes: z.array(z.string()).default([]),
  subreddits: z.array(z.string()).default([]),
  languages: z.array(z.string()).default([]),
  includeComments: z.boolean().default(true),
  weights: weightsSchema.default(defaultWeights),
  postFloor: z.number().default(25),
  leadThreshold: z.number().nullable().default(70),
  leadsPerDay: z.number().default(5),
});

/** Parses a campaign file; rules may be plain strings. */
export function parseCampaign(value: unknown): ScoringCampaign {
  return campaignFile.parse(value);
}
