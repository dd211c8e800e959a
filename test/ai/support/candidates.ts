import { defaultWeights, type Assessment } from '#shared/scoring.ts';
import type { Candidate } from '#core/ai/score/candidate.ts';
import { type FetchedItem, textOnly } from '#core/platform/item.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';

export const campaign: ScoringCampaign = {
  id: '1',
  offering: 'Invoicing software that chases late payers for freelancers',
  idealCustomer: 'Freelancers who write their own invoices',
  description: '',
  painPoints: ['clients pay late'],
  rules: [],
  excludes: [],
  subreddits: ['freelance'],
  languages: [],
  includeComments: true,
  weights: defaultWeights,
  postFloor: 25,
  leadThreshold: null,
  leadsPerDay: 5,
};

export function anItem(number: number, text: Partial<FetchedItem> = {}): FetchedItem {
  return {
    ...textOnly,
    fullname: `t3_item${number}`,
    kind: 'post',
    subreddit: 'freelance',
    author: `writer_${number}`,
    title: `Question ${number} about late payers`,
    body: `I am looking for a tool that reminds clients of invoice ${number}. What do you use?`,
    createdAt: Date.UTC(2026, 10, 21, 9),
    score: 3,
    numComments: 2,
    ...text,
  };
}

/** About 62 points with these weights: near enough to the threshold for a model to decide. */
export const midway: Assessment = {
  components: { intent: 0.5, fit: 0.5, relevance: 0.6, urgency: 0, reachability: 1, recency: 0.9, saturation: 0.9 },
  role: 'customer',
  solved: false,
  fitNone: false,
  evidence: [],
  reason: 'Looks for something to use or buy',
};

export const aCandidate = (number: number, text: Partial<FetchedItem> = {}, assessment: Assessment = midway): Candidate => ({
  campaign,
  userId: null,
  item: anItem(number, text),
  assessment,
});

export const someCandidates = (count: number): Candidate[] => Array.from({ length: count }, (_, index) => aCandidate(index + 1));
