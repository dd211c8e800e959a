import type { ComponentName } from '#shared/scoring.ts';

export const componentLabels: Record<ComponentName, string> = {
  intent: 'Intent',
  fit: 'Fit',
  relevance: 'Relevance',
  urgency: 'Urgency',
  reachability: 'Reachability',
  recency: 'Recency',
  saturation: 'Saturation',
};

/** What each component measures, as a question. */
export const componentHints: Record<ComponentName, string> = {
  intent: 'Are they looking for a solution?',
  fit: 'Are they your customer, and does your offer fit?',
  relevance: 'Is it on topic?',
  urgency: 'Do they need it soon?',
  reachability: 'Can you still reply?',
  recency: 'How recent is it?',
  saturation: 'Is there room for another reply?',
};
