interface Example {
  offer: string;
  item: string;
  answer: Record<'quotes' | 'problems', string[]> & Record<'role' | 'intent' | 'fit' | 'urgency' | 'reason', string>;
}

/** Invented, from industries that aren't in the evaluation set: one per fit, among them a comment and an author who has already decided. */
const examples: Example[] = [
  {
    offer: 'Offered: piano tuning at home. Available only in: Leeds. Price: up to GBP 90',
    item: 'r/Leeds · post of 2026-03-02 (today is 2026-03-04) · Title: Anyone know a good piano tuner?',
    answer: {
      quotes: ['Anyone know a good piano tuner?'],
      problems: [],
      role: 'customer',
      intent: 'seeking',
      fit: 'exact',
      urgency: 'none',
      reason: 'Looks for a piano tuner in Leeds',
    },
  },
  {
    offer: 'Offered: software that plans the routes of window cleaners. Not included: accounting',
    item: 'r/smallbusiness · post · Title: How do you all keep up? Body: Three vans, 60 houses a week, and I spend every Sunday night shuffling addresses on a map. Got quotes for new ladders too.',
    answer: {
      quotes: ['I spend every Sunday night shuffling addresses on a map'],
      problems: ['planning routes by hand every week'],
      role: 'customer',
      intent: 'problem',
      fit: 'good',
      urgency: 'none',
      reason: 'Plans routes for three vans by hand every Sunday night',
    },
  },
  {
    offer: 'Offered: beekeeping courses for beginners',
    item: 'r/Beekeeping · comment · Thread title, written by someone else: Which beginner course should I take? · The comment itself: I did the county one last spring and loved it. Now I just need a second-hand extractor, any tips?',
    answer: {
      quotes: ['Now I just need a second-hand extractor, any tips?'],
      problems: [],
      role: 'customer',
      intent: 'seeking',
      fit: 'none',
      urgency: 'none',
      reason: 'Has done a course; now wants a used extractor',
    },
  },
  {
    offer: 'Offered: repairs of outboard engines. Available only in: Florida',
    item: 'r/boating · post · Title: Engine quit again. Body: Second time this month. Paid a mechanic in Tampa yesterday and it runs now, just venting. My neighbor needs someone for his gearbox, maybe I give him the number.',
    answer: {
      quotes: ['Paid a mechanic in Tampa yesterday and it runs now'],
      problems: ['engine quit twice in a month'],
      role: 'other',
      intent: 'curious',
      fit: 'partial',
      urgency: 'none',
      reason: 'Engine already repaired; only a neighbor may need gearbox work',
    },
  },
];

export const scoringExamples = examples.map(({ offer, item, answer }) => `${offer}\n${item}\n→ ${JSON.stringify(answer)}`).join('\n\n');
