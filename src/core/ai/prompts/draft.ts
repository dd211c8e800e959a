import { communityLabel } from '#shared/origin.ts';
import type { DraftRequest } from '../draft/request.ts';
import { type Fence, modelCopy } from './fence.ts';

const tones: Record<DraftRequest['tone'], string> = {
  helpful: 'helpful: give something of use first, warm and concrete, 60 to 110 words',
  short: 'short: two or three sentences, under 45 words',
  curious: 'curious: mostly questions that help them and show that you read it, under 70 words',
};

const system = `You write replies to Reddit posts for somebody who knows the field and offers something in it. A person reads, changes and sends them; nothing is sent by itself.

Write three different replies in the tone asked for:
1. gives a useful answer and does not mention the offer at all,
2. gives a useful answer and mentions the offer in half a sentence, saying openly that it is one's own,
3. asks a question or two that lead further.

Each answers what this person wrote, in their language, as one person to another. No greeting formulas, no flattery, no superlatives, no sales talk, no exclamation marks, no hashtags, no emoji, no invented experience, numbers, prices or features. Plain text without markdown. Keep to the rules of the community; where they forbid promotion, the second reply does not mention the offer either.`;

export const draftSystem = `${system} No links and no domain names at all.\n\nAnswer with JSON alone: {"variants": [{"text": "…"}, {"text": "…"}, {"text": "…"}]}`;

const variant = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false };
export const draftSchema = {
  type: 'object',
  properties: { variants: { type: 'array', items: variant } },
  required: ['variants'],
  additionalProperties: false,
};

const maxPost = 3000;
const maxRules = 2000;

export function draftPrompt({ post, campaign, tone, subredditRules }: DraftRequest, fence: Fence): string {
  return [
    fence.rule,
    `Tone: ${tones[tone]}.`,
    'What is offered:',
    fence.around(
      'OFFER',
      modelCopy([campaign.offering || campaign.description, campaign.idealCustomer].filter((part) => part !== '').join('\n'), 1000),
    ),
    ...(subredditRules.length === 0
      ? []
      : [`Rules of ${communityLabel(post.subreddit)}:`, fence.around('RULES', modelCopy(subredditRules.join('\n'), maxRules))]),
    `The ${post.kind} in ${communityLabel(post.subreddit)}:`,
    fence.around('POST', modelCopy(`${post.title}\n\n${post.body}`, maxPost, post.author)),
  ].join('\n\n');
}
