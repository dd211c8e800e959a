import type { FetchedItem } from '#core/platform/item.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';

const termsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9']{3,}/g) ?? [];
const documentOf = ({ title, body }: FetchedItem): string[] => [...termsOf(title), ...termsOf(title), ...termsOf(body)];

/** Scores items by what a campaign says of itself, titles counted twice; rarity is counted in `items`. */
export function rankByBm25({ offering, idealCustomer, rules }: ScoringCampaign, items: readonly FetchedItem[]): number[] {
  const documents = items.map(documentOf);
  const frequency = new Map<string, number>();
  for (const words of documents) for (const word of new Set(words)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const average = documents.reduce((sum, words) => sum + words.length, 0) / items.length;
  const query = new Set(termsOf(`${offering} ${idealCustomer} ${rules.map(({ text }) => text).join(' ')}`));
  return documents.map((words) => {
    const counts = new Map<string, number>();
    for (const word of words) if (query.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    let score = 0;
    for (const [word, count] of counts) {
      const holding = frequency.get(word) ?? 0;
      const rarity = Math.log(1 + (items.length - holding + 0.5) / (holding + 0.5));
      score += (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * words.length) / average));
    }
    return score;
  });
}
