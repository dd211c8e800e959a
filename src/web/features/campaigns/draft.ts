import { campaignInputSchema, subredditNameSchema, type Campaign, type CampaignInput, type CampaignUpdate } from '#shared/campaigns.ts';
import { componentNames, type Weights } from '#shared/scoring.ts';
import { linesOfRules, rulesOfLines, type RuleLine } from './rule-lines.ts';

/** A campaign on the way through the editor. */
export interface CampaignDraft extends Omit<CampaignInput, 'rules'> {
  rules: RuleLine[];
}

export const emptyInput: CampaignInput = campaignInputSchema.parse({ name: '-', mode: 'manual' });
export const emptyDraft = (): CampaignDraft => ({ ...emptyInput, name: '', rules: [] });

export const draftOf = (input: CampaignInput): CampaignDraft => ({ ...input, rules: linesOfRules(input.rules) });
export const inputOf = (draft: CampaignDraft): CampaignInput => ({ ...draft, rules: rulesOfLines(draft.rules) });

/** The part of a stored campaign that can be edited. */
export function inputOfCampaign(campaign: Campaign): CampaignInput {
  const names = Object.keys(campaignInputSchema.shape) as (keyof CampaignInput)[];
  return Object.fromEntries(names.map((name) => [name, campaign[name]])) as unknown as CampaignInput;
}

const sameWeights = (a: Weights, b: Weights): boolean => componentNames.every((name) => Math.abs(a[name] - b[name]) < 0.0005);

/** What differs from what is saved. */
export function changesOf(saved: CampaignInput, input: CampaignInput): CampaignUpdate {
  const names = Object.keys(saved) as (keyof CampaignInput)[];
  const changed = names.filter((name) =>
    name === 'weights' ? !sameWeights(saved.weights, input.weights) : JSON.stringify(saved[name]) !== JSON.stringify(input[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, input[name]]));
}

/** "r/Freelance" and links to it become "Freelance"; what is no name is refused. */
export function normaliseSubreddit(text: string): string | null {
  const name = text
    .trim()
    .replace(/^https?:\/\/[^/]*reddit\.com/i, '')
    .replace(/^\/?r\//i, '')
    .replace(/\/.*$/, '');
  return subredditNameSchema.safeParse(name).data ?? null;
}

export const normaliseLanguage = (text: string): string | null => (/^[a-z]{2,3}$/i.test(text) ? text.toLowerCase() : null);
