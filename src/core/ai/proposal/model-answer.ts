import * as z from 'zod';
import { type CampaignInput, campaignInputSchema, type Proposal, subredditNameSchema } from '#shared/campaigns.ts';
import { findSubreddit } from '#core/reddit/catalog/catalog.ts';
import { plainLine } from '../answers/plain.ts';
import { readJson } from '../answers/read-json.ts';
import { readLanguage } from './language.ts';
import { isUsefulRule } from './rules.ts';

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
export function readProposal(text: string): ModelAnswer | null {
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
export function mergeProposal(answer: ModelAnswer, builtIn: Proposal): Proposal {
  const named = answer.subreddits.flatMap(({ name, why }) => {
    const parsed = subredditNameSchema.safeParse(name);
    const known = parsed.success ? findSubreddit(parsed.data) : undefined;
    if (!parsed.success) return [];
    return [{ name: known?.name ?? parsed.data, why: known ? why : `${why} (not in our catalog: check that it exists)`.trim() }];
  });
  const filling = builtIn.draft.subreddits.map((name, index) => ({ name, why: whyOf(builtIn, `subreddits.${index}`) }));
  const chosen = firstOfEach([...named, ...(named.length < minSubreddits ? filling : [])], ({ name }) => name).slice(0, maxSubreddits);
  const draft: CampaignInput = campaignInputSchema.parse({
    ...builtIn.draft,
    name: answer.name || builtIn.draft.name,
    offering: answer.offering,
    idealCustomer: answer.idealCustomer || builtIn.draft.idealCustomer,
    painPoints: answer.painPoints.length > 0 ? answer.painPoints : builtIn.draft.painPoints,
    rules: answer.rules.map(({ text }) => ({ text })),
    subreddits: chosen.map(({ name }) => name),
    excludes: answer.excludes,
    searchEverywhere: chosen.length === 0,
  });
  const reasons = [
    { part: 'offering', why: 'Put into words by the model' },
    ...(draft.idealCustomer === '' ? [] : [{ part: 'idealCustomer', why: 'Who has the need, as the model sees it' }]),
    ...draft.painPoints.map((_, index) => ({ part: `painPoints.${index}`, why: 'What such people complain about' })),
    ...answer.rules.map(({ why }, index) => ({ part: `rules.${index}`, why: why || 'What people in need write' })),
    ...chosen.map(({ why }, index) => ({ part: `subreddits.${index}`, why: why || 'Such people ask here' })),
    ...draft.excludes.map((_, index) => ({ part: `excludes.${index}`, why: 'Marks posts about something else' })),
    ...(draft.hackerNews ? [{ part: 'hackerNews', why: whyOf(builtIn, 'hackerNews') }] : []),
  ];
  return { draft, reasons };
}

const whyOf = ({ reasons }: Proposal, part: string): string => reasons.find((reason) => reason.part === part)?.why ?? '';
