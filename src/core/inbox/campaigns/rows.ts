import { isoTime } from '#core/platform/clock.ts';
import type { Campaign, CampaignInput } from '#shared/campaigns.ts';
import { includesComments, namesOf } from '#shared/streams.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import type { CampaignsRow } from '../tables.ts';
import { streamsOf } from './streams.ts';
import { suggestionsOf } from './suggestions.ts';

export type CampaignRow = CampaignsRow;

export interface CampaignState {
  running: boolean;
  pausedRules: string[];
  counts: Campaign['counts'];
}

const columns: Record<keyof CampaignInput, keyof CampaignRow> = {
  name: 'name',
  mode: 'mode',
  status: 'status',
  description: 'description',
  websiteUrl: 'website_url',
  offering: 'offering',
  idealCustomer: 'ideal_customer',
  facts: 'facts',
  painPoints: 'pain_points',
  exclusions: 'exclusions',
  regions: 'regions',
  priceRange: 'price_range',
  rules: 'rules',
  excludes: 'excludes',
  streams: 'streams',
  languages: 'languages',
  schedule: 'schedule',
  postFloor: 'post_floor',
  leadThreshold: 'lead_threshold',
  leadsPerDay: 'leads_per_day',
  weights: 'weights',
  notify: 'notify',
};

function stored(field: keyof CampaignInput, value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (field === 'leadThreshold') return value;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** Maps the given fields to their columns. */
export function columnsOf(fields: Partial<CampaignInput>): Partial<CampaignRow> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries((given as [keyof CampaignInput, unknown][]).map(([field, value]) => [columns[field], stored(field, value)]));
}

export function fieldsOf(row: CampaignRow): CampaignInput {
  return {
    name: row.name,
    mode: row.mode,
    status: row.status,
    description: row.description,
    websiteUrl: row.website_url,
    offering: row.offering,
    idealCustomer: row.ideal_customer,
    facts: row.facts,
    painPoints: JSON.parse(row.pain_points) as string[],
    exclusions: JSON.parse(row.exclusions) as string[],
    regions: JSON.parse(row.regions) as string[],
    priceRange: JSON.parse(row.price_range) as CampaignInput['priceRange'],
    rules: JSON.parse(row.rules) as CampaignInput['rules'],
    excludes: JSON.parse(row.excludes) as string[],
    streams: JSON.parse(row.streams) as CampaignInput['streams'],
    languages: JSON.parse(row.languages) as string[],
    schedule: row.schedule,
    postFloor: row.post_floor,
    leadThreshold: row.lead_threshold,
    leadsPerDay: row.leads_per_day,
    weights: JSON.parse(row.weights) as CampaignInput['weights'],
    notify: row.notify === 1,
  };
}

export function campaignOf(row: CampaignRow, { running, pausedRules, counts }: CampaignState): Campaign {
  const fields = fieldsOf(row);
  return {
    ...fields,
    id: String(row.id),
    sample: row.sample === 1,
    createdAt: isoTime(row.created_at),
    lastRunAt: isoTime(row.last_run_at),
    nextRunAt: row.status === 'active' ? isoTime(row.next_run_at) : null,
    running,
    // The sample has posts only.
    streamCount: row.sample === 1 ? fields.streams.length : streamsOf(fields).length,
    pausedRules,
    suggestions: suggestionsOf(row, fields).length,
    counts,
  };
}

export const scoringOf = (id: string, fields: CampaignInput): ScoringCampaign => ({
  id,
  name: fields.name,
  offering: fields.offering,
  idealCustomer: fields.idealCustomer,
  description: fields.description,
  painPoints: fields.painPoints,
  exclusions: fields.exclusions,
  regions: fields.regions,
  priceRange: fields.priceRange,
  rules: fields.rules,
  excludes: fields.excludes,
  subreddits: namesOf(fields.streams, 'subreddit'),
  languages: fields.languages,
  includeComments: includesComments(fields.streams),
  weights: fields.weights,
  postFloor: fields.postFloor,
  leadThreshold: fields.leadThreshold,
  leadsPerDay: fields.leadsPerDay,
});
