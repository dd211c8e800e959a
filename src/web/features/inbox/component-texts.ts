import type { ComponentName } from '#shared/scoring.ts';

export const componentWords: Record<ComponentName, string> = {
  intent: 'Intent',
  fit: 'Fit',
  relevance: 'Relevance',
  urgency: 'Urgency',
  reachability: 'Reachability',
  recency: 'Recency',
  saturation: 'Saturation',
};

/** What each component asks, for those who see it for the first time. */
export const componentHints: Record<ComponentName, string> = {
  intent: 'Does somebody look for a solution?',
  fit: 'Is it your customer and your offering?',
  relevance: 'Is it about your subject?',
  urgency: 'Is it needed soon?',
  reachability: 'Can you still answer there?',
  recency: 'How young is it?',
  saturation: 'How much room have other answers left?',
};
