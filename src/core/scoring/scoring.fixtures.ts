import { defaultWeights } from '#shared/scoring.ts';
import { type FetchedItem, textOnly } from '#core/platform/item.ts';
import type { ScoringCampaign } from './profile.ts';

/** A post about nothing in particular; pass what differs. */
export function makeItem(overrides: Partial<FetchedItem> = {}): FetchedItem {
  return {
    ...textOnly,
    fullname: 't3_made',
    kind: 'post',
    subreddit: 'dogs',
    author: 'somebody',
    title: 'A walk in the woods',
    body: 'It was a nice day and we went far.',
    createdAt: Date.UTC(2026, 10, 1),
    score: 1,
    numComments: 2,
    ...overrides,
  };
}

/** A campaign for dog training; pass what differs. */
export function makeCampaign(overrides: Partial<ScoringCampaign> = {}): ScoringCampaign {
  return {
    id: 'dogs',
    offering: 'Online training courses for puppies and difficult dogs: barking, biting, pulling on the leash, with a personal trainer.',
    idealCustomer: 'Dog owners with a new puppy or a dog that does not listen.',
    description: '',
    painPoints: ['the puppy bites', 'barking at night'],
    rules: [{ text: 'puppy' }, { text: 'dog trainer' }, { text: 'leash' }, { text: 'bark*' }],
    excludes: [],
    subreddits: ['dogs'],
    languages: [],
    includeComments: true,
    weights: defaultWeights,
    postFloor: 25,
    leadThreshold: 70,
    leadsPerDay: 5,
    ...overrides,
  };
}
