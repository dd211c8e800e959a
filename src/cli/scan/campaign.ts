import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod';
import { AppError } from '#core/errors.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import { checkRules } from '#core/scoring/rules/parse.ts';
import { campaignInputSchema, ruleSchema } from '#shared/campaigns.ts';

/** A campaign as a file: the fields of the API, rules as plain lines if wanted, only the offering is needed. */
const campaignFileSchema = campaignInputSchema.partial({ name: true }).extend({
  id: z.string().max(100).default('scan'),
  rules: z.array(z.union([z.string().transform((text) => ({ text })), ruleSchema])).default([]),
});

const columnsOf = (campaign: ScoringCampaign) =>
  campaign.rules.flatMap(({ text }, index) =>
    checkRules(text).map(({ column, message }) => ({ path: `rules.${index}`, message: `Column ${column}: ${message}` })),
  );

function parseFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new AppError('not_found', `The campaign file ${path} cannot be read`, { cause });
  }
  try {
    return parse(text);
  } catch (cause) {
    throw new AppError('invalid', `${path} is neither JSON nor YAML`, { cause });
  }
}

/** Throws `invalid` with every problem of the file, rules at their column. */
export function readCampaignFile(path: string): ScoringCampaign {
  const parsed = campaignFileSchema.safeParse(parseFile(path));
  if (!parsed.success) {
    throw new AppError('invalid', `${path} is not a campaign`, {
      details: parsed.error.issues.map((issue) => ({ path: issue.path.join('.') || '(file)', message: issue.message })),
    });
  }
  const faults = columnsOf(parsed.data);
  if (faults.length > 0) throw new AppError('invalid', `${path} has rules that cannot be read`, { details: faults });
  return parsed.data;
}

/** A campaign that knows no more than a description: no rules, so that relevance alone decides. */
export function describedCampaign(text: string): ScoringCampaign {
  return { ...campaignFileSchema.parse({ offering: text }), description: text };
}
