import type { HeardItem } from '#core/platform/item.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import { type Fence, modelCopy } from './fence.ts';

/** Goes into the reuse key: change it with every change of meaning in this file. */
export const judgePromptVersion = 'judge-1';

const mostTitle = 300;
const mostBody = 1600;
const mostField = 800;

/** What a campaign says of itself, as prompts show it. Written by its user, or read from a web page: also fenced. */
export function profileText({ offering, description, idealCustomer, painPoints }: ScoringCampaign): string {
  const offered = offering === '' ? description : offering;
  return [
    `Offered: ${modelCopy(offered, mostField) || 'not said'}`,
    ...(idealCustomer === '' ? [] : [`For: ${modelCopy(idealCustomer, mostField)}`]),
    ...(painPoints.length === 0
      ? []
      : [
          `Pains it takes away: ${painPoints
            .slice(0, 12)
            .map((pain) => modelCopy(pain, 200))
            .join('; ')}`,
        ]),
  ].join('\n');
}

/** What the model gets to see of an item: no author, no names, no hidden characters. Also what its reuse key is made of. */
export function itemText({ kind, subreddit, title, body, author }: HeardItem): string {
  const about = kind === 'comment' ? 'Comment in the thread' : 'Post';
  return `r/${subreddit} · ${about}: ${modelCopy(title, mostTitle, author)}\n${modelCopy(body, mostBody, author)}`.trimEnd();
}

export const judgeSystem = `You read discussions for somebody who offers something, and say which of them are by people who could become customers. You judge soberly: most discussions are not.

For every item answer with these fields:
- id: the item's id, copied.
- intent: what its author wants. "none": nothing this could serve. "curious": talks about the field. "problem": has a problem that the offer solves, without asking for a solution. "seeking": asks for a solution, recommendation or help that the offer is. "buying": compares, asks for prices, or is about to choose or hire.
- fit: how well the offer serves this author. "none": it does not. "partial": a part of it, or a neighbouring need. "good": it does. "exact": it is what they describe.
- urgency: "none", "soon" (days, a date, growing pressure) or "now" (at once, today, it is costing them).
- role: "customer": has the need. "seller": offers, promotes, recruits or shares own work. "other": news, jokes, general talk.
- pains: up to 3 troubles they name, in a few words each.
- quotes: up to 3 passages that decided it, copied letter by letter from the item, each under 200 characters. Empty when nothing speaks for a need.
- reason: one plain sentence of at most 110 characters for a busy reader. No names, no links.

Advice given to others, success stories, offers of services and job adverts are not needs. A question that is already solved is "curious" at most. When in doubt take the lower category.`;

export interface BatchEntry {
  id: string;
  item: HeardItem;
}

export function judgePrompt(campaign: ScoringCampaign, entries: readonly BatchEntry[], fence: Fence): string {
  return [
    fence.rule,
    'The offer:',
    fence.around('OFFER', profileText(campaign)),
    `The ${entries.length} items:`,
    ...entries.map(({ id, item }) => fence.around(`ITEM ${id}`, itemText(item))),
    `Answer with JSON alone: {"items": [one object for each of ${entries.map(({ id }) => id).join(', ')}]}.`,
  ].join('\n\n');
}

/** Sent once, when an answer could not be used for some items. */
export const repairNote =
  'An earlier answer for these items could not be used: it was not valid JSON, left items out, or used other words than the listed ones. Answer again, exactly in the form asked for.';
