import * as z from 'zod';
import { AppError } from '#core/platform/errors.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import { checkRules } from '#core/scoring/rules/parse.ts';
import { campaignInputSchema, ruleSchema } from '#shared/campaigns.ts';
import { readCampaign } from '../file-input.ts';

/** A campaign file: the fields of the API, rules optionally as plain lines; only the offering is required. */
const campaignFileSchema = campaignInputSchema.partial({ name: true }).extend({
  id: z.string().max(100).default('scan'),
  rules: z.array(z.union([z.string().transform((text) => ({ text })), ruleSchema])).default([]),
});

const columnsOf = (campaign: ScoringCampaign) =>
  campaign.rules.flatMap(({ text }, index) =>
    checkRules(text).map(({ column, message }) => ({ path: `rules.${index}`, message: `Column ${column}: ${message}` })),
  );

/** Throws `invalid` with every problem of the file, and the column of rule errors. */
export function readCampaignFile(path: string): ScoringCampaign {
  const parsed = readCampaign(path, campaignFileSchema);
  const faults = columnsOf(parsed);
  if (faults.length > 0) throw new AppError('invalid', `${path} has invalid rules`, { details: faults });
  return parsed;
}

/** A campaign with only a description: without rules, it is matched by relevance alone. */
export function describedCampaign(text: string): ScoringCampaign {
  return { ...campaignFileSchema.parse({ offering: text }), description: text };
}
