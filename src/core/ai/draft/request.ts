import type { UserSettings } from '#shared/auth.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import type { Spender } from '../ledger/entry.ts';
import { visibleText } from '../prompts/visible.ts';

const markdownLink = /!?\[([^\][]{0,1000})\]\(([^)]{0,2000})\)/g;
const address = /(?:\b[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.|\bmailto:)[^\s<>"')\]]+|\b[a-z0-9][\w.+-]{0,64}@[a-z0-9-]{1,63}\.[a-z]{2,20}\b/gi;
/** Reddit turns domain names without a scheme into links, too. */
const domain =
  /(?<![\w@./-])(?:[a-z0-9-]+\.)+(?:com|net|org|io|app|dev|co|ai|me|biz|info|shop|store|online|site|tech|cloud|so|gg|xyz|ly|to|de|uk|eu|fr|nl|ca|us|in|au)(?:\/[^\s<>"')\]]*)?(?![\w-])/gi;

/** Removes addresses; keeps the label of a Markdown link. */
export function withoutLinks(text: string): string {
  return visibleText(text)
    .replaceAll(markdownLink, '$1')
    .replaceAll(address, (found) => /[.,;:!?]+$/.exec(found)?.[0] ?? '')
    .replaceAll(domain, '')
    .replaceAll(/<[^<>\n]{0,80}>/g, '')
    .replaceAll(/\(\s*\)/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ +([.,;:!?])/g, '$1')
    .trim();
}

/** A gap left to fill in, such as "[your name]" or "{{product}}". */
export const gap =
  /\[[^\][\n]{0,30}(?:\b(?:your|my|insert|note|here|e\.g|links?|product|company|website|url|price|amount|number|dein|ihr|firma|produkt|preis|votre|nombre|nom)|name)\b[^\][\n]{0,60}\](?!\()|\{\{?[^{}\n]{1,60}\}\}?/iu;

export type Tone = NonNullable<UserSettings['defaultTone']>;

export interface DraftRequest {
  post: Pick<FetchedItem, 'kind' | 'subreddit' | 'author' | 'title' | 'body'>;
  campaign: Pick<ScoringCampaign, 'offering' | 'description' | 'idealCustomer'>;
  /** The only numbers, prices, names and promises that a draft may state; empty if unknown. */
  facts: string;
  /** How the user writes; empty if unknown. */
  voice: string;
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
