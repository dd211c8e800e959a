import * as z from 'zod';
import { communityLabel } from '#shared/origin.ts';
import { cleanText } from '#core/text/clean.ts';
import { readJson } from './answers/read-json.ts';
import { askTwice, type ModelClient } from './ask-twice.ts';
import { withoutLinks, type Draft, draftLabels, type DraftRequest } from './draft/request.ts';
import { draftOutlines } from './draft/outline.ts';
import { type Fence, modelCopy, createFence } from './prompts/fence.ts';

const answerSchema = z.object({
  variants: z.array(z.union([z.object({ text: z.string() }), z.string().transform((text) => ({ text }))])).min(3),
});

const [shortest, longest] = [15, 1200];

/** Three different replies without links; null if the model wrote fewer. */
function readDrafts(text: string): Draft[] | null {
  const parsed = answerSchema.safeParse(readJson(text));
  if (!parsed.success) return null;
  const drafts = draftLabels.map((label, index) => {
    const written = parsed.data.variants[index]?.text ?? '';
    return { label, text: cleanText(withoutLinks(written.slice(0, 4 * longest)), longest) };
  });
  const isWhole =
    drafts.every(({ text: draft }) => draft.length >= shortest) && new Set(drafts.map(({ text: draft }) => draft)).size === drafts.length;
  return isWhole ? drafts : null;
}

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

const draftSystem = `${system} No links and no domain names at all.\n\nAnswer with JSON alone: {"variants": [{"text": "…"}, {"text": "…"}, {"text": "…"}]}`;

const variant = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false };
const draftSchema = {
  type: 'object',
  properties: { variants: { type: 'array', items: variant } },
  required: ['variants'],
  additionalProperties: false,
};

const maxPost = 3000;
const maxRules = 2000;

function draftPrompt({ post, campaign, tone, subredditRules }: DraftRequest, fence: Fence): string {
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

export interface Drafts {
  /** Three; never sent automatically. */
  variants: Draft[];
  /** `builtin` or `ollama:llama3.1`. */
  by: string;
}

const answerTokens = 900;

/** Drafts three replies with the model, or outlines them if there is none or it fails. Throws only the signal's reason. */
export function createDrafts(client: ModelClient | null) {
  return async (request: DraftRequest): Promise<Drafts> => {
    const answer =
      client &&
      (await askTwice(client, {
        purpose: 'draft',
        system: draftSystem,
        prompt: draftPrompt(request, createFence(client.newToken())),
        schema: draftSchema,
        maxTokens: answerTokens,
        spender: request.spender,
        signal: request.signal,
        read: (text) => readDrafts(text),
      }));
    return answer ? { variants: answer.value, by: answer.by } : { variants: draftOutlines(request), by: 'builtin' };
  };
}
