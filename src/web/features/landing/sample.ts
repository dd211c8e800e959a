import type { Evidence } from '#shared/scoring.ts';
import type { Reason } from '#web/ui/why.tsx';

const body =
  'Six active clients right now and every one of them is billed in a different way. So I’m looking for something that sends invoices, takes deposits and chases people politely without me having to think about it.';

function quote(text: string, why: Evidence['why']): Evidence {
  const start = body.indexOf(text);
  return { text, start, end: start + text.length, field: 'body', why };
}

/** An invented lead: neither the post nor the person exists. */
export const sample = {
  score: 93,
  title: 'Six clients, six spreadsheets, two of them 60 days late. What do you all use?',
  subreddit: 'r/freelance',
  author: 'u/graphite_otter',
  age: '38 min ago',
  body,
  evidence: [
    quote('Six active clients right now and every one of them is billed in a different way', 'fit'),
    quote('I’m looking for something that sends invoices, takes deposits and chases people politely', 'intent'),
  ],
  reasons: [
    { name: 'intent', points: 29, max: 30, message: 'Buying: looking for, would pay' },
    { name: 'fit', points: 28, max: 30, message: 'Exact: freelancer, six clients' },
    { name: 'relevance', points: 11, max: 12, message: 'Four of your five pain points' },
    { name: 'urgency', points: 7, max: 8, message: 'Soon: before the month ends' },
  ] satisfies Reason[],
};
