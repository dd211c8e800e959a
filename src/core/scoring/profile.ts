import type { Rule } from '#shared/campaigns.ts';
import type { PriceRange } from '#shared/price-range.ts';
import type { Weights } from '#shared/scoring.ts';

/** The part of a campaign that the scorer uses. */
export interface ScoringCampaign {
  id: string;
  /** User id of the owner; absent: not shared with any other campaign. */
  owner?: string;
  /** Absent where a text alone says what is offered. */
  name?: string;
  offering: string;
  idealCustomer: string;
  description: string;
  painPoints: readonly string[];
  /** What the offering doesn't include. */
  exclusions?: readonly string[];
  /** Where the offering is available; empty: anywhere. */
  regions?: readonly string[];
  priceRange?: PriceRange | null;
  rules: readonly Rule[];
  /** Paused rules: they match nothing, but still describe what the campaign looks for. */
  paused?: ReadonlySet<string>;
  excludes: readonly string[];
  subreddits: readonly string[];
  languages: readonly string[];
  includeComments: boolean;
  weights: Weights;
  postFloor: number;
  /** Null: the best `leadsPerDay` of a day are leads. */
  leadThreshold: number | null;
  leadsPerDay: number;
}
