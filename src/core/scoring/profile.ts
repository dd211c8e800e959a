import type { PriceRange, Rule } from '#shared/campaigns.ts';
import type { Weights } from '#shared/scoring.ts';

/** What the scorer knows of a campaign: the part of it that says who it looks for. */
export interface ScoringCampaign {
  id: string;
  /** Whose it is; absent: nobody else's. */
  owner?: string;
  offering: string;
  idealCustomer: string;
  description: string;
  painPoints: readonly string[];
  /** What the offering does not include. */
  exclusions?: readonly string[];
  /** Where it is available; empty: anywhere. */
  regions?: readonly string[];
  priceRange?: PriceRange | null;
  rules: readonly Rule[];
  /** Texts of rules that match nothing at present, though they still say what it looks for. */
  paused?: ReadonlySet<string>;
  excludes: readonly string[];
  subreddits: readonly string[];
  languages: readonly string[];
  includeComments: boolean;
  weights: Weights;
  postFloor: number;
  leadThreshold: number;
}
