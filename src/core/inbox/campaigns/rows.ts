import { isoTime } from '#core/platform/clock.ts';
import type { Campaign, CampaignInput } from '#shared/campaigns.ts';
import { fetchedKinds, streamKindOf } from '#shared/sources.ts';
import { includesComments } from '#shared/streams.ts';
import { type Suggestion, type Changeable, type CampaignChange, withChange } from '#shared/suggestions.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import type { CampaignsRow } from '../tables.ts';
import { streamsOf } from './streams.ts';

export interface StoredSuggestion {
  key: string;
  change: CampaignChange;
  /** Number of marked posts that agree. */
  marked: number;
  /** Of a stream: posts and comments read in the last 30 days. */
  read: number;
}

type Stored = Pick<CampaignsRow, 'suggestions' | 'dismissed_suggestions'>;

const labelOf = ({ kind, name }: Extract<CampaignChange, { kind: 'dropStream' }>['stream']): string =>
  fetchedKinds.find(({ of }) => of.kind === kind)?.labelOf(name) ?? name;

function describe({ change, marked, read }: StoredSuggestion): string {
  if (change.kind === 'rule') return `${marked} good matches mention “${change.words}”. Add it as a rule?`;
  if (change.kind === 'exclude') return `${marked} bad matches mention “${change.words}”, and no good match or lead does. Exclude it?`;
  if (change.kind === 'dropRule')
    return `You marked ${marked} posts that the rule ${change.rule} found, all as bad matches. Remove the rule?`;
  return `Stop monitoring ${labelOf(change.stream)}? ${read} posts and comments read, ${marked} marked, none a good match.`;
}

/** Key → number of marked posts that agreed when it was dismissed. */
export const readDismissed = (row: Pick<Stored, 'dismissed_suggestions'>): Record<string, number> =>
  JSON.parse(row.dismissed_suggestions) as Record<string, number>;

/** A dismissed change is suggested again once twice as many marked posts agree. */
export function dismissalOf(row: Pick<Stored, 'dismissed_suggestions'>): (suggestion: StoredSuggestion) => boolean {
  const dismissed = readDismissed(row);
  return ({ key, marked }) => marked < 2 * (dismissed[key] ?? 0);
}

export const readSuggestions = (row: Pick<Stored, 'suggestions'>): StoredSuggestion[] => JSON.parse(row.suggestions) as StoredSuggestion[];

/** Those that would still change something. */
export function suggestionsOf(row: Stored, fields: Changeable): Suggestion[] {
  const suggestions = readSuggestions(row);
  if (suggestions.length === 0) return [];
  const isDismissed = dismissalOf(row);
  return suggestions
    .filter((suggestion) => !isDismissed(suggestion) && withChange(fields, suggestion.change) !== null)
    .map((suggestion) => ({ key: suggestion.key, text: describe(suggestion), change: suggestion.change, marked: suggestion.marked }));
}

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
  subreddits: fields.streams.flatMap(({ kind, name }) => streamKindOf(kind).communityOf?.(name) ?? []),
  languages: fields.languages,
  includeComments: includesComments(fields.streams),
  weights: fields.weights,
  postFloor: fields.postFloor,
  leadThreshold: fields.leadThreshold,
  leadsPerDay: fields.leadsPerDay,
});
