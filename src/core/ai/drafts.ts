import * as z from 'zod';
import type { UserSettings } from '#shared/auth.ts';
import { communityLabel } from '#shared/labels.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import { cleanText } from '#core/text/clean.ts';
import { readJson } from './answers/read-json.ts';
import { askTwice, type ModelClient } from './caller.ts';
import type { Spender } from './ledger/entry.ts';
import { type Fence, modelCopy, createFence } from './prompts/fence.ts';
import { visibleText } from './prompts/visible.ts';

const markdownLink = /!?\[([^\][]{0,1000})\]\(([^)]{0,2000})\)/g;
const address = /(?:\b[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.|\bmailto:)[^\s<>"')\]]+|\b[a-z0-9][\w.+-]{0,64}@[a-z0-9-]{1,63}\.[a-z]{2,20}\b/gi;
/** Reddit turns domain names without a scheme into links, too. */
const domain =
  /(?<![\w@./-])(?:[a-z0-9-]+\.)+(?:com|net|org|io|app|dev|co|ai|me|biz|info|shop|store|online|site|tech|cloud|so|gg|xyz|ly|to|de|uk|eu|fr|nl|ca|us|in|au)(?:\/[^\s<>"')\]]*)?(?![\w-])/gi;

/** Removes addresses; keeps the label of a Markdown link. */
export function withoutLinks(text: string): string {
  return visibleText(text)
    .replaceAll(markdownLink, '$1')
    .replaceAll(address, (found) => /[.,;:!?]+$/.exec(found)?.[0] ?? '')
    .replaceAll(domain, '')
    .replaceAll(/<[^<>\n]{0,80}>/g, '')
    .replaceAll(/\(\s*\)/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ +([.,;:!?])/g, '$1')
    .trim();
}

/** A gap left to fill in, such as "[your name]" or "{{product}}". */
export const gap =
  /\[[^\][\n]{0,30}(?:\b(?:your|my|insert|note|here|e\.g|links?|product|company|website|url|price|amount|number|dein|ihr|firma|produkt|preis|votre|nombre|nom)|name)\b[^\][\n]{0,60}\](?!\()|\{\{?[^{}\n]{1,60}\}\}?/iu;

type Tone = NonNullable<UserSettings['defaultTone']>;

export interface DraftRequest {
  post: Pick<FetchedItem, 'kind' | 'subreddit' | 'author' | 'title' | 'body'>;
  campaign: Pick<ScoringCampaign, 'offering' | 'description' | 'idealCustomer'>;
  /** The only numbers, prices, names and promises that a draft may state; empty if unknown. */
  facts: string;
  /** How the user writes; empty if unknown. */
  voice: string;
  tone: Tone;
  /** The subreddit's own rules; empty if unknown. */
  subredditRules: readonly string[];
  spender: Spender;
  signal: AbortSignal;
}

export interface Draft {
  /** Kind of reply, shown to the user. */
  label: string;
  text: string;
}

const draftLabels = ['Answer only', 'Answer and mention', 'A question'] as const;

const answerSchema = z.object({
  variants: z.array(z.union([z.object({ text: z.string() }), z.string().transform((text) => ({ text }))])).min(1),
});

const [shortest, longest] = [15, 1200];

/** Different replies without links or gaps, up to three; null if there is none. */
function readDrafts(text: string): Draft[] | null {
  const parsed = answerSchema.safeParse(readJson(text));
  if (!parsed.success) return null;
  const drafts = draftLabels.flatMap((label, index): Draft[] => {
    const written = parsed.data.variants[index]?.text ?? '';
    const clean = cleanText(withoutLinks(written.slice(0, 4 * longest)), longest);
    return clean.length < shortest || gap.test(clean) ? [] : [{ label, text: clean }];
  });
  const different = drafts.filter(({ text: draft }, index) => drafts.findIndex((other) => other.text === draft) === index);
  return different.length === 0 ? null : different;
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

Each answers what this person wrote, in their language, as one person to another. No greeting formulas, no flattery, no superlatives, no sales talk, no exclamation marks, no hashtags, no emoji, no invented experience. State no number, price, name, feature or promise of the offer that is not in the facts or the offer. Plain text without markdown and without gaps to fill in. Where it is said how the user writes, write like that; it wins over the tone. Keep to the rules of the community; where they forbid promotion, the second reply does not mention the offer either.`;

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

function draftPrompt({ post, campaign, facts, voice, tone, subredditRules }: DraftRequest, fence: Fence): string {
  return [
    fence.rule,
    `Tone: ${tones[tone]}.`,
    ...(voice === '' ? [] : ['How the user writes:', fence.around('VOICE', modelCopy(voice, maxRules))]),
    'What is offered:',
    fence.around(
      'OFFER',
      modelCopy([campaign.offering || campaign.description, campaign.idealCustomer].filter((part) => part !== '').join('\n'), 1000),
    ),
    ...(facts === '' ? [] : ['Facts about it:', fence.around('FACTS', modelCopy(facts, maxRules))]),
    ...(subredditRules.length === 0
      ? []
      : [`Rules of ${communityLabel(post.subreddit)}:`, fence.around('RULES', modelCopy(subredditRules.join('\n'), maxRules))]),
    `The ${post.kind} in ${communityLabel(post.subreddit)}:`,
    fence.around('POST', modelCopy(`${post.title}\n\n${post.body}`, maxPost, post.author)),
  ].join('\n\n');
}

interface Drafts {
  /** Up to three, none if the model wrote nothing usable; never sent automatically. */
  variants: Draft[];
  /** Such as `ollama:qwen3:4b-instruct`. */
  by: string;
}

const answerTokens = 900;

/** Drafts replies with the model; null if there is none, or none that answers. Throws only the signal's reason. */
export function createDrafts(client: ModelClient | null) {
  return async (request: DraftRequest): Promise<Drafts | null> => {
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
    return answer && { variants: answer.value ?? [], by: answer.by };
  };
}

const profileSchema = z.object({ profile: z.string() });
const describeSystem = `You describe how one person writes replies in forums, so that somebody else could write in the same way.

Say in plain English, in at most 120 words: length of the replies and of the sentences, how they begin and end, contractions, punctuation, lists or prose, questions, humor, how direct they are, and two or three turns of phrase that they often use, word for word. No names, no facts, no topics, no praise.

Answer with JSON alone: {"profile": "…"}`;
const describeSchema = { type: 'object', properties: { profile: { type: 'string' } }, required: ['profile'], additionalProperties: false };
const maxSamples = 12_000;

interface DescribeRequest extends Pick<DraftRequest, 'spender' | 'signal'> {
  texts: readonly string[];
}

/** Describes how the author of these texts writes; null without a model, or if it fails. Throws only the signal's reason. */
export function createDescribe(client: ModelClient | null) {
  return async ({ texts, spender, signal }: DescribeRequest): Promise<{ profile: string; by: string } | null> => {
    if (!client) return null;
    const fence = createFence(client.newToken());
    const read = (text: string): string | null => {
      const parsed = profileSchema.safeParse(readJson(text));
      const profile = parsed.success ? cleanText(withoutLinks(parsed.data.profile.slice(0, 4 * longest)), longest) : '';
      return profile.length < shortest ? null : profile;
    };
    const answer = await askTwice(client, {
      purpose: 'draft',
      system: describeSystem,
      prompt: `${fence.rule}\n\n${fence.around('REPLIES', modelCopy(texts.join('\n\n'), maxSamples))}`,
      schema: describeSchema,
      maxTokens: answerTokens,
      spender,
      signal,
      read,
    });
    return answer?.value ? { profile: answer.value, by: answer.by } : null;
  };
}
