import {
  campaignInputSchema,
  feedUrlSchema,
  priceRangeSchema,
  subredditNameSchema,
  type Campaign,
  type CampaignInput,
  type CampaignUpdate,
} from '#shared/campaigns.ts';
import { componentNames, weightsSchema, type Weights } from '#shared/scoring.ts';
import { linesOfRules, rulesOfLines, type RuleLine } from './rule-lines.ts';

export interface CampaignDraft extends Omit<CampaignInput, 'rules'> {
  rules: RuleLine[];
}

export const emptyInput: CampaignInput = campaignInputSchema.parse({ name: '-', mode: 'manual' });
export const emptyDraft = (): CampaignDraft => ({ ...emptyInput, name: '', rules: [] });

export const draftOf = (input: CampaignInput): CampaignDraft => ({ ...input, rules: linesOfRules(input.rules) });
export const inputOf = (draft: CampaignDraft): CampaignInput => ({ ...draft, rules: rulesOfLines(draft.rules) });

/** The editable fields of a stored campaign. */
export function inputOfCampaign(campaign: Campaign): CampaignInput {
  const names = Object.keys(campaignInputSchema.shape) as (keyof CampaignInput)[];
  return Object.fromEntries(names.map((name) => [name, campaign[name]])) as unknown as CampaignInput;
}

const sameWeights = (a: Weights, b: Weights): boolean => componentNames.every((name) => Math.abs(a[name] - b[name]) < 0.0005);

/** The fields that differ from what is saved. */
export function changesOf(saved: CampaignInput, input: CampaignInput): CampaignUpdate {
  const names = Object.keys(saved) as (keyof CampaignInput)[];
  const changed = names.filter((name) =>
    name === 'weights' ? !sameWeights(saved.weights, input.weights) : JSON.stringify(saved[name]) !== JSON.stringify(input[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, input[name]]));
}

/** Serializes the unsaved changes; empty when there are none. Fields that weren't edited are left out, because they may change on the server meanwhile. */
export function textOfDraft(saved: CampaignInput, draft: CampaignDraft): string {
  const names = Object.keys(changesOf(saved, inputOf(draft))) as (keyof CampaignDraft)[];
  return names.length === 0 ? '' : JSON.stringify(Object.fromEntries(names.map((name) => [name, draft[name]])));
}

const isLine = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string';

/** A half-written value is fine; one of the wrong type would break the editor. */
function fits(name: string, value: unknown, before: unknown): boolean {
  if (name === 'weights') return weightsSchema.safeParse(value).success;
  if (name === 'priceRange') return value === null || priceRangeSchema.safeParse(value).success;
  if (!Array.isArray(before)) return typeof value === typeof before;
  return Array.isArray(value) && value.every((entry) => (name === 'rules' ? isLine(entry) : typeof entry === 'string'));
}

/** The saved campaign with the changes from `textOfDraft` applied; null when there are none left. */
export function draftOfText(saved: CampaignInput, text: string | null): CampaignDraft | null {
  const draft = draftOf(saved);
  try {
    const kept = Object.entries((JSON.parse(text ?? '{}') ?? {}) as object);
    const usable = kept.filter(([name, value]) => name in draft && fits(name, value, draft[name as keyof CampaignDraft]));
    const restored: CampaignDraft = { ...draft, ...Object.fromEntries(usable) };
    return textOfDraft(saved, restored) === '' ? null : restored;
  } catch {
    return null;
  }
}

/** Turns "r/Freelance" and links to it into "Freelance"; null for an invalid name. */
export function normalizeSubreddit(text: string): string | null {
  const name = text
    .trim()
    .replace(/^https?:\/\/[^/]*reddit\.com/i, '')
    .replace(/^\/?r\//i, '')
    .replace(/\/.*$/, '');
  return subredditNameSchema.safeParse(name).data ?? null;
}

/** "forum.example.com/feed" becomes "https://forum.example.com/feed"; null for an invalid URL. */
export function normalizeFeed(text: string): string | null {
  const url = text.trim().replace(/^feed:(?:\/\/)?/i, '');
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `https://${url}`;
  const isWhole = !/\s/.test(address) && /\.|:\d/.test(address);
  return isWhole ? (feedUrlSchema.safeParse(address).data ?? null) : null;
}

export const normalizeLanguage = (text: string): string | null => (/^[a-z]{2,3}$/i.test(text) ? text.toLowerCase() : null);
