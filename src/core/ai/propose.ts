import * as z from 'zod';
import { type CampaignInput, campaignInputSchema, type Proposal } from '#shared/campaigns.ts';
import { languageName } from '#shared/languages.ts';
import { streamKindOf } from '#shared/sources.ts';
import { readSubredditName } from '#shared/stream-names.ts';
import { withOnly } from '#shared/streams.ts';
import { AppError } from '#core/platform/errors.ts';
import { findSubreddit } from '#core/reddit/catalog/catalog.ts';
import { plainLine, readJson } from './answers/read-json.ts';
import { askTwice, type ModelClient } from './caller.ts';
import { type Fence, modelCopy, createFence } from './prompts/fence.ts';
import { proposeBuiltIn } from './proposal/built-in.ts';
import { chooseTrades } from './proposal/choose-trades.ts';
import type { ProposedStream } from './proposal/from-trades.ts';
import { readLanguage } from './proposal/language.ts';
import { isUsefulRule } from './proposal/rules.ts';
import type { ProposalSource } from './proposal/source.ts';
import type { Trade } from '#core/trades/trades.ts';

const proposeSystem = `You set up listening on Reddit for somebody who offers something: which words to look for, and where, so that people who need the offer are found while they talk about their need.

Answer with one JSON object with these fields:
- name: a name for the campaign, at most 6 words.
- offering: what is offered, for whom it does what, in 1 to 3 plain sentences.
- idealCustomer: who needs it, in 1 or 2 sentences.
- painPoints: 3 to 8 troubles such people describe, in their own words, each under 12 words.
- rules: 3 to 6 objects {"text", "why"}. A rule is a line of words that must all stand in a post. "a phrase" in double quotes, OR between alternatives, NOT before a word that must not be there, brackets, and a star at the end of a word (invoic*). Write what people in need write, not what sellers write. At most three alternatives in a rule. Mix narrow and wider rules; no everyday or ambiguous word alone, and never the offer's own name: people in need do not know it.
- subreddits: 4 to 8 objects {"name", "why"}: existing communities where such people ask, without "r/".
- excludes: 0 to 8 words or phrases that mark posts to leave out, such as other meanings of the words.

Write in the language of the description, unless they say that their customers write another. No names of persons, no links.`;

const textSchema = { type: 'string' };
const texts = { type: 'array', items: textSchema };
const withReason = (field: string) => ({
  type: 'array',
  items: { type: 'object', properties: { [field]: textSchema, why: textSchema }, required: [field, 'why'], additionalProperties: false },
});
const properties = {
  name: textSchema,
  offering: textSchema,
  idealCustomer: textSchema,
  painPoints: texts,
  rules: withReason('text'),
  subreddits: withReason('name'),
  excludes: texts,
};
const proposeSchema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };

const maxDescription = 3000;
const maxPage = 1500;

function proposePrompt(
  { description, pages, language, regions, competitors }: ProposalSource,
  trades: readonly Trade[],
  fence: Fence,
): string {
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
    ...(regions && regions.length > 0 ? ['Where they work:', fence.around('PLACES', modelCopy(regions.join(', '), maxAnswer))] : []),
    ...(competitors && competitors.length > 0
      ? ['With whom they compete:', fence.around('COMPETITORS', modelCopy(competitors.join(', '), maxAnswer))]
      : []),
    ...trades.map(describeTrade),
    ...(language ? [`Their customers write in ${languageName(language)}: write all fields in it.`] : []),
    'Answer with the JSON object alone.',
  ].join('\n\n');
}

const maxAnswer = 700;

/** Material from which the model takes what fits. */
const describeTrade = ({ name, buyers, problems, leaves, rules, communities, excludes, neighbors }: Trade): string =>
  [
    `What is known about customers of this trade, ${name}. Take over what fits the offer, and leave out the rest:`,
    `- who buys: ${buyers.join('; ')}`,
    `- what they write: ${problems.join('; ')}`,
    ...(leaves.length > 0 ? [`- what they use or do instead: ${leaves.join('; ')}`] : []),
    `- rules: ${rules.join(' | ')}`,
    `- communities: ${communities.join(', ')}`,
    `- excludes: ${excludes.join('; ')}`,
    `- needs that are something else: ${neighbors.join('; ')}`,
  ].join('\n');

const line = (max: number) => z.preprocess((value) => (typeof value === 'string' ? plainLine(value, max) : ''), z.string());
const list = <T extends z.ZodType>(entry: T) =>
  z.preprocess((value) => (Array.isArray(value) ? value.slice(0, 30).filter((each) => entry.safeParse(each).success) : []), z.array(entry));

const answerSchema = z.object({
  name: line(120),
  offering: line(1000).refine((text) => text !== ''),
  idealCustomer: line(1000),
  painPoints: list(z.string()).transform((given) => given.map((pain) => plainLine(pain, 200)).filter((pain) => pain !== '')),
  rules: list(z.object({ text: z.string(), why: line(200) })),
  subreddits: list(z.object({ name: z.string(), why: line(200) })),
  excludes: list(z.string()).transform((words) => words.map((word) => plainLine(word, 120)).filter((word) => word !== '')),
});
type ModelAnswer = z.output<typeof answerSchema>;

/** The usable parts of a model's proposal; null if it has no offering or no usable rule. */
function readProposal(text: string): ModelAnswer | null {
  const parsed = answerSchema.safeParse(readJson(text));
  if (!parsed.success) return null;
  const language = readLanguage();
  const rules = parsed.data.rules.flatMap(({ text: rule, why }) => {
    const trimmed = rule.trim();
    return isUsefulRule(trimmed, language) ? [{ text: trimmed, why }] : [];
  });
  return rules.length === 0 ? null : { ...parsed.data, rules: firstOfEach(rules, ({ text: rule }) => rule).slice(0, maxRules) };
}

function firstOfEach<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
  const keys = entries.map((entry) => keyOf(entry).toLowerCase());
  return entries.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

const minSubreddits = 4;
const maxSubreddits = 8;
/** Few enough to read at a glance. */
const maxRules = 6;

/** Turns the model's proposal into a campaign and fills gaps from the built-in proposal. */
function mergeProposal(answer: ModelAnswer, builtIn: Proposal): Proposal {
  const named = answer.subreddits.flatMap(({ name, why }) => {
    const read = readSubredditName(name);
    if ('problem' in read) return [];
    const known = findSubreddit(read.name);
    return [{ name: known?.name ?? read.name, why: known ? why : `${why} (not in our catalog: check that it exists)`.trim() }];
  });
  const proposed = builtIn.draft.streams.map((stream, index) => ({ stream, why: whyOf(builtIn, `streams.${index}`) }));
  const filling = proposed.flatMap(({ stream: { kind, name }, why }) => (kind === 'subreddit' ? [{ name, why }] : []));
  const chosen = firstOfEach([...named, ...(named.length < minSubreddits ? filling : [])], ({ name }) => name).slice(0, maxSubreddits);
  const streams: ProposedStream[] = [
    ...chosen.map(({ name, why }) => ({ stream: { kind: 'subreddit' as const, name }, why: why || 'These people ask here' })),
    ...withOnly([], 'search', chosen.length === 0).map((stream) => ({
      stream,
      why: 'The model knows no subreddit for this; search covers all of Reddit',
    })),
    ...proposed.filter(({ stream }) => streamKindOf(stream.kind).source !== 'reddit'),
  ];
  const draft: CampaignInput = campaignInputSchema.parse({
    ...builtIn.draft,
    name: answer.name || builtIn.draft.name,
    offering: answer.offering,
    idealCustomer: answer.idealCustomer || builtIn.draft.idealCustomer,
    painPoints: answer.painPoints.length > 0 ? answer.painPoints : builtIn.draft.painPoints,
    rules: answer.rules.map(({ text }) => ({ text })),
    streams: streams.map(({ stream }) => stream),
    excludes: answer.excludes,
  });
  const reasons = [
    { part: 'offering', why: 'Written by the model' },
    ...(draft.idealCustomer === '' ? [] : [{ part: 'idealCustomer', why: 'Who the model expects to need it' }]),
    ...draft.painPoints.map((_, index) => ({ part: `painPoints.${index}`, why: 'What these people complain about' })),
    ...answer.rules.map(({ why }, index) => ({ part: `rules.${index}`, why: why || 'What people in need write' })),
    ...streams.map(({ why }, index) => ({ part: `streams.${index}`, why })),
    ...draft.excludes.map((_, index) => ({ part: `excludes.${index}`, why: 'Common in posts about something else' })),
    { part: 'languages', why: builtIn.language ? whyOf(builtIn, 'languages') : unknownLanguage },
  ];
  return { ...builtIn, draft, reasons };
}

const unknownLanguage = "Earshot can't tell the language: the model chose it, and posts in all languages are read";
const whyOf = ({ reasons }: Proposal, part: string): string => reasons.find((reason) => reason.part === part)?.why ?? '';

export interface Proposed {
  proposal: Proposal;
  /** `builtin` or `ollama:qwen3:4b-instruct`. */
  by: string;
}

const answerTokens = 1500;

/**
 * Proposes a campaign with a reason for each part, by the model or, if there is none or it fails, by built-in rules.
 * Throws `invalid` if description and pages are empty, and the signal's reason.
 */
export function createPropose(client: ModelClient | null, isOff = false) {
  return async (source: ProposalSource, { userId, signal }: { userId: string | null; signal: AbortSignal }): Promise<Proposed> => {
    const isEmpty = source.description.trim() === '' && source.pages.every(({ title, text }) => `${title}${text}`.trim() === '');
    if (isEmpty)
      throw new AppError('invalid', 'Say what you offer, or give a website that can be read', {
        details: [{ path: 'description', message: 'Empty' }],
      });
    const trades = await chooseTrades(source, isOff);
    const builtIn = proposeBuiltIn(source, trades);
    const answer =
      client &&
      (await askTwice(client, {
        purpose: 'propose',
        system: proposeSystem,
        prompt: proposePrompt(source, trades.chosen, createFence(client.newToken())),
        schema: proposeSchema,
        maxTokens: answerTokens,
        spender: { userId, campaignId: null },
        signal,
        read: readProposal,
      }));
    return answer?.value ? { proposal: mergeProposal(answer.value, builtIn), by: answer.by } : { proposal: builtIn, by: 'builtin' };
  };
}
