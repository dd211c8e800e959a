import * as z from 'zod';
import { AppError } from '#core/platform/errors.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import { checkRules } from '#core/scoring/rules/parse.ts';
import { campaignInputSchema, ruleSchema } from '#shared/campaigns.ts';
import { readCampaign } from '../file-input.ts';

/** A campaign as a file: the fields of the API, rules as plain lines if wanted, only the offering is needed. */
const campaignFileSchema = campaignInputSchema.partial({ name: true }).extend({
  id: z.string().max(100).default('scan'),
  rules: z.array(z.union([z.string().transform((text) => ({ text })), ruleSchema])).default([]),
});

const columnsOf = (campaign: ScoringCampaign) =>
  campaign.rules.flatMap(({ text }, index) =>
    checkRules(text).map(({ column, message }) => ({ path: `rules.${index}`, message: `Column ${column}: ${message}` })),
  );

/** Throws `invalid` with every problem of the file, rules at their column. */
export function readCampaignFile(path: string): ScoringCampaign {
  const parsed = readCampaign(path, campaignFileSchema);
  const faults = columnsOf(parsed);
  if (faults.length > 0) throw new AppError('invalid', `${path} has invalid rules`, { details: faults });
  return parsed;
}

/** A campaign that knows no more than a description: no rules, so that relevance alone decides. */
export function describedCampaign(text: string): ScoringCampaign {
  return { ...campaignFileSchema.parse({ offering: text }), description: text };
}
