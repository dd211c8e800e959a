import type { UserSettings } from '#shared/auth.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import type { Spender } from '../ledger/entry.ts';

export type Tone = NonNullable<UserSettings['defaultTone']>;

export interface DraftRequest {
  post: Pick<FetchedItem, 'kind' | 'subreddit' | 'author' | 'title' | 'body'>;
  campaign: Pick<ScoringCampaign, 'offering' | 'description' | 'idealCustomer' | 'painPoints'>;
  tone: Tone;
  /** The subreddit's own rules; empty if unknown. */
  subredditRules: readonly string[];
  spender: Spender;
  signal: AbortSignal;
}

export interface Draft {
  /** Kind of reply, shown to the user. */
  label: string;
  text: string;
}

export const draftLabels = ['Answer only', 'Answer and mention', 'A question'] as const;
