import { isoTime } from '#core/platform/clock.ts';
import type { Campaign, CampaignInput } from '#shared/campaigns.ts';
import { includesComments, namesOf } from '#shared/streams.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import type { CampaignsRow } from '../tables.ts';
import { streamsOf } from './streams.ts';

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
  weights: 'weights',
  notify: 'notify',
};

function stored(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** Maps the given fields to their columns. */
export function columnsOf(fields: Partial<CampaignInput>): Partial<CampaignRow> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([field, value]) => [columns[field as keyof CampaignInput], stored(value)]));
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
    counts,
  };
}

export const scoringOf = (id: string, fields: CampaignInput): ScoringCampaign => ({
  id,
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
});
