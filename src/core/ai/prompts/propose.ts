import type { ProposalSource } from '../proposal/source.ts';
import { type Fence, modelCopy } from './fence.ts';

export const proposeSystem = `You set up listening on Reddit for somebody who offers something: which words to look for, and where, so that people who need the offer are found while they talk about their need.

Answer with one JSON object with these fields:
- name: a name for the campaign, at most 6 words.
- offering: what is offered, for whom it does what, in 1 to 3 plain sentences.
- idealCustomer: who needs it, in 1 or 2 sentences.
- painPoints: 3 to 8 troubles such people describe, in their own words, each under 12 words.
- rules: 3 to 6 objects {"text", "why"}. A rule is a line of words that must all stand in a post. "a phrase" in double quotes, OR between alternatives, NOT before a word that must not be there, brackets, and a star at the end of a word (invoic*). Write what people in need write, not what sellers write. At most three alternatives in a rule. Mix narrow and wider rules; no everyday or ambiguous word alone, and never the offer's own name: people in need do not know it.
- subreddits: 4 to 8 objects {"name", "why"}: existing communities where such people ask, without "r/".
- excludes: 0 to 8 words or phrases that mark posts to leave out, such as other meanings of the words.

Write in the language of the description. No names of persons, no links.`;

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const withReason = (field: string) => ({
  type: 'array',
  items: { type: 'object', properties: { [field]: text, why: text }, required: [field, 'why'], additionalProperties: false },
});
const properties = {
  name: text,
  offering: text,
  idealCustomer: text,
  painPoints: texts,
  rules: withReason('text'),
  subreddits: withReason('name'),
  excludes: texts,
};
export const proposeSchema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };

const maxDescription = 3000;
const maxPage = 1500;

export function proposePrompt({ description, pages }: ProposalSource, fence: Fence): string {
  const site = pages
    .slice(0, 5)
    .map(({ title, description: about, headings, text: body }, index) =>
      fence.around(
        `PAGE ${index + 1}`,
        modelCopy([title, about, headings.join(' · '), body].filter((part) => part !== '').join('\n'), maxPage),
      ),
    );
  return [
    fence.rule,
    ...(description.trim() === ''
      ? []
      : ['What they say they offer:', fence.around('DESCRIPTION', modelCopy(description, maxDescription))]),
    ...(site.length === 0 ? [] : ['Pages of their website:', ...site]),
    'Answer with the JSON object alone.',
  ].join('\n\n');
}
