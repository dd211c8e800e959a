import type { FetchedItem } from '#core/platform/item.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';

export type Ranker = (item: FetchedItem) => number;

const intentPhrases = [
  'looking for',
  'recommend',
  'alternative to',
  'any suggestions',
  'best tool',
  'which tool',
  'need a',
  'need help',
  'how do i',
  'how can i',
  'what do you use',
  'anyone use',
  'switching from',
  'is there a',
  'worth it',
  'any advice',
  'suggest',
  'budget',
  'compare',
  'vs',
];
const troublePhrases = ['problem', 'struggling', 'frustrated', 'hate', 'annoying', 'issue', 'stuck', 'help'];
const jobPhrases = ['hiring', 'job', 'tutorial', 'learn', 'meme'];

const holds = (text: string, phrase: string): boolean => new RegExp(`\\b${RegExp.escape(phrase)}`, 'i').test(text);
const countIn = (phrases: readonly string[], text: string): number => phrases.filter((phrase) => holds(text, phrase)).length;
const termsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9']{3,}/g) ?? [];
const rulesOf = (campaign: ScoringCampaign): string[] => campaign.rules.map(({ text }) => text);
const textOf = ({ title, body }: FetchedItem): string => `${title} ${body}`;

/** Rankings published by other lead finders, as far as text, votes, and comment counts allow. */
export const published: Record<string, (campaign: ScoringCampaign, items: readonly FetchedItem[]) => Ranker> = {
  'keyword hits (F5Bot)': (campaign) => (item) => countIn(rulesOf(campaign), textOf(item)),
  'RedProwler prefilter': (campaign) => (item) => {
    const votes = item.score ?? 0;
    const comments = item.numComments ?? 0;
    const sum =
      0.1 * countIn(rulesOf(campaign), textOf(item)) +
      0.08 * countIn(intentPhrases, textOf(item)) +
      (textOf(item).includes('?') ? 0.05 : 0) +
      (votes >= 50 ? 0.06 : votes >= 10 ? 0.03 : 0) +
      (comments >= 20 ? 0.05 : comments >= 5 ? 0.02 : 0);
    return Math.min(0.5, sum);
  },
  'RedLead rules': (campaign) => (item) =>
    (countIn(rulesOf(campaign), item.title) > 0 ? 30 : 0) +
    20 * countIn(intentPhrases, item.title) +
    15 * countIn(troublePhrases, textOf(item)) +
    (countIn(rulesOf(campaign), item.body) > 0 ? 15 : 0) -
    30 * countIn(jobPhrases, textOf(item)) +
    ((item.numComments ?? 0) > 5 ? 5 : 0),
  'BM25 of the offering': bm25,
};

function bm25(campaign: ScoringCampaign, items: readonly FetchedItem[]): Ranker {
  const documentOf = ({ title, body }: FetchedItem): string[] => [...termsOf(title), ...termsOf(title), ...termsOf(body)];
  const frequency = new Map<string, number>();
  let total = 0;
  for (const item of items) {
    const words = documentOf(item);
    total += words.length;
    for (const word of new Set(words)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  const average = total / items.length;
  const query = new Set(termsOf(`${campaign.offering} ${campaign.idealCustomer} ${rulesOf(campaign).join(' ')}`));
  return (item) => {
    const words = documentOf(item);
    const counts = new Map<string, number>();
    for (const word of words) if (query.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    let score = 0;
    for (const [word, count] of counts) {
      const holding = frequency.get(word) ?? 0;
      const rarity = Math.log(1 + (items.length - holding + 0.5) / (holding + 0.5));
      score += (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * words.length) / average));
    }
    return score;
  };
}
