import { describePriceRange } from '#shared/price-range.ts';
import { communityLabel } from '#shared/labels.ts';
import { unknownTime, type FetchedItem } from '#core/platform/item.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import { type Fence, modelCopy } from './fence.ts';

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

/** Part of the reuse key: change it whenever the meaning of a prompt or an example changes. */
export const scorePromptVersion = 'score-4';

const maxTitle = 300;
const maxBody = 1600;
const maxField = 800;
const maxEntry = 200;
const maxEntries = 12;

const listed = (label: string, entries: readonly string[] = []): string[] =>
  entries.length === 0
    ? []
    : [
        `${label}: ${entries
          .slice(0, maxEntries)
          .map((entry) => modelCopy(entry, maxEntry))
          .join('; ')}`,
      ];

/** The campaign's profile for prompts. Written by a user or read from a web page, so it is fenced as well. */
export function profileText(campaign: ScoringCampaign): string {
  const { offering, description, idealCustomer, painPoints, exclusions, regions, priceRange } = campaign;
  return [
    `Offered: ${modelCopy(offering === '' ? description : offering, maxField) || 'not stated'}`,
    ...(idealCustomer === '' ? [] : [`For: ${modelCopy(idealCustomer, maxField)}`]),
    ...listed('Problems it solves', painPoints),
    ...listed('Not included', exclusions),
    ...listed('Available only in', regions),
    ...(priceRange ? [`Price: ${describePriceRange(priceRange)}`] : []),
  ].join('\n');
}

const latestTime = 8.64e15;
/** Imported items may carry any timestamp. */
const dayOf = (time: number): string =>
  time === unknownTime ? 'an unknown day' : new Date(Math.max(0, Math.min(time, latestTime))).toISOString().slice(0, 10);

/** An item as the model sees it: without author, usernames, and hidden characters. Part of the reuse key. */
export function itemText({ kind, subreddit, title, body, author, createdAt }: FetchedItem): string {
  const head = `${communityLabel(subreddit)} · ${kind} of ${dayOf(createdAt)}`;
  const [shownTitle, shownBody] = [modelCopy(title, maxTitle, author), modelCopy(body, maxBody, author)];
  if (kind === 'comment')
    return `${head}\nThread title, written by someone else: ${shownTitle}\nThe comment itself: ${shownBody}`.trimEnd();
  return `${head}\nTitle: ${shownTitle}\n${shownBody === '' ? '(The title is the whole post.)' : shownBody}`;
}

export const scoreSystem = `You read discussions for somebody who offers something, and decide which authors could become customers. Most could not. Collect the evidence first and decide last.

For every item give one object with these fields, in this order:
- id: the item's id, copied.
- quotes: up to 3 passages that show what the author wants or needs, copied letter by letter from their own text, each under 200 characters. Empty when nothing shows a need.
- problems: up to 3 problems the author has, a few words each.
- role: "customer": has a need of their own, or looks for someone close to them or their employer. "seller": offers, promotes, recruits or shows own work, also with a question as bait. "other": gives advice, reports, jokes, teaches, or tells of what others need.
- intent: what the author wants, whatever it is about and whether or not the offer serves it. "none": nothing. "curious": talks about or studies a field; has already bought, hired, solved or given up; or the date of the need has passed. "problem": has an unsolved problem and does not ask for a solution. "seeking": asks for a product, a service, a recommendation or help. "buying": compares named options, asks for prices or quotes, or is about to choose or hire.
- fit: whether the offer serves what this author wants. Test in this order:
  "none": they want something else, or a condition they state rules the offer out: another region, a budget far from the price, something listed as not included, only free, only do-it-yourself.
  "partial": it serves a side of the need or a neighboring need, or a stated condition may rule it out.
  "good": it would solve the need they describe, even if they do not name this kind of offer.
  "exact": they ask for this kind of offer, and nothing they state speaks against it.
- urgency: "now": today, at once, or it costs them money already. "soon": a date or a deadline within weeks of today, or growing pressure. Otherwise "none", always for needs that are months old.
- reason: one plain sentence of at most 110 characters: who needs what, with the constraint they state. Not the title again. No names, no links.

Rules:
- A title can be a complete request. A missing body is no sign against it.
- Of a comment, only the comment's own words count. Its author did not write the thread title; use the title to understand "same here" or "it", never as this author's need, and never quote it. Answers, thanks, jokes, bots and moderators have no need.
- A question about the field is not yet a request for the offer. A request for a neighboring thing has fit "partial" at most.
- Write problems and reason in the language of the offer, whatever language the item is in. Quotes stay as they are.
- Go by what is written, not what could also be true. When two categories are equally likely, take the lower one.

Examples for four other offers:
${scoringExamples}`;

export interface BatchEntry {
  id: string;
  item: FetchedItem;
}

interface Batch {
  campaign: ScoringCampaign;
  entries: readonly BatchEntry[];
  /** UTC ms. Not part of the reuse key: answers would expire every day. */
  today: number;
}

export function scorePrompt({ campaign, entries, today }: Batch, fence: Fence): string {
  return [
    fence.rule,
    'The offer:',
    fence.around('OFFER', profileText(campaign)),
    `Today is ${dayOf(today)}. The items:`,
    ...entries.map(({ id, item }) => fence.around(`ITEM ${id}`, itemText(item))),
    `Answer with JSON alone: {"items": [one object for each of ${entries.map(({ id }) => id).join(', ')}]}.`,
  ].join('\n\n');
}

/** End of the second request if the first answer was unusable for some items. */
export const repairNote =
  'An earlier answer for these items could not be used: it was not valid JSON, left items out, or used other words than the listed ones. Answer again, exactly in the form asked for.';
