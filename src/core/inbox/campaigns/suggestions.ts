import { type Changeable, type CampaignChange, withChange } from '#shared/campaign-change.ts';
import { fetchedKinds } from '#shared/sources.ts';
import type { Suggestion } from '#shared/suggestions.ts';
import type { CampaignsRow } from '../tables.ts';

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
  const stored = readSuggestions(row);
  if (stored.length === 0) return [];
  const isDismissed = dismissalOf(row);
  return stored
    .filter((suggestion) => !isDismissed(suggestion) && withChange(fields, suggestion.change) !== null)
    .map((suggestion) => ({ key: suggestion.key, text: describe(suggestion), change: suggestion.change, marked: suggestion.marked }));
}
