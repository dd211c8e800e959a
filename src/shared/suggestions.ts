import * as z from 'zod';
import { campaignSchema, type CampaignInput, campaignLimits, ruleSchema } from './campaigns.ts';
import { idParams, idSchema } from './common.ts';
import { defineRoute } from './route.ts';
import { streamKinds } from './sources.ts';
import type { CampaignStream } from './streams.ts';

const campaignChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exclude'), words: z.string() }),
  z.object({ kind: z.literal('rule'), words: z.string() }),
  z.object({ kind: z.literal('dropRule'), rule: ruleSchema.shape.text }),
  z.object({ kind: z.literal('dropStream'), stream: z.object({ kind: z.enum(streamKinds.map(({ kind }) => kind)), name: z.string() }) }),
]);
/** One change of a campaign that is made, and undone, without touching anything else in it. */
export type CampaignChange = z.output<typeof campaignChangeSchema>;

export type Changeable = Pick<CampaignInput, 'excludes' | 'rules' | 'streams'>;

const operators = new Set(['AND', 'OR', 'NOT']);
/** The rule that finds these words: one word with its plural, several as a phrase. */
export const ruleOf = (words: string): string => (/^[\p{L}\p{N}]+$/u.test(words) && !operators.has(words) ? words : `"${words}"`);

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
type StreamName = Pick<CampaignStream, 'kind' | 'name'>;
const isStream = (a: StreamName, b: StreamName): boolean => a.kind === b.kind && same(a.name, b.name);
const orNull = <T>(before: readonly T[], after: T[]): T[] | null => (after.length === before.length ? null : after);

/** The list of the campaign that a change touches, changed; null if that changes nothing, or the list is full. */
export function withChange({ excludes, rules, streams }: Changeable, change: CampaignChange): Partial<Changeable> | null {
  if (change.kind === 'exclude') {
    const isPossible = excludes.length < campaignLimits.excludes && !excludes.some((word) => same(word, change.words));
    return isPossible ? { excludes: [...excludes, change.words] } : null;
  }
  if (change.kind === 'rule') {
    const text = ruleOf(change.words);
    const isPossible = rules.length < campaignLimits.rules && !rules.some((rule) => same(rule.text, text));
    return isPossible ? { rules: [...rules, { text }] } : null;
  }
  if (change.kind === 'dropRule') {
    const left = orNull(
      rules,
      rules.filter(({ text }) => text !== change.rule),
    );
    return left && { rules: left };
  }
  const left = orNull(
    streams,
    streams.filter((stream) => !isStream(stream, change.stream)),
  );
  return left && { streams: left };
}

/** The list without the change: other changes that were made meanwhile stay. `before` is the campaign without it. */
export function withoutChange(now: Changeable, change: CampaignChange, before: Changeable): Partial<Changeable> {
  if (change.kind === 'exclude') return { excludes: now.excludes.filter((word) => !same(word, change.words)) };
  if (change.kind === 'rule') return { rules: now.rules.filter(({ text }) => !same(text, ruleOf(change.words))) };
  if (change.kind === 'dropRule') return { rules: restored(now.rules, before.rules, ({ text }) => text === change.rule) };
  return { streams: restored(now.streams, before.streams, (stream) => isStream(stream, change.stream)) };
}

/** What was dropped, back at its place. */
function restored<T>(now: readonly T[], before: readonly T[], isDropped: (entry: T) => boolean): T[] {
  if (now.some(isDropped)) return [...now];
  const at = before.findIndex(isDropped);
  return at === -1 ? [...now] : now.toSpliced(at, 0, ...before.filter(isDropped));
}

/** A change to a campaign that its feedback suggests. */
const suggestionSchema = z.object({
  /** Stays the same for the same change. */
  key: z.string(),
  /** What the feedback shows, and what to change: one or two sentences. May quote posts, so it is untrusted. */
  text: z.string(),
  change: campaignChangeSchema,
  /** Number of marked posts that agree. */
  marked: z.number().int(),
});
export type Suggestion = z.output<typeof suggestionSchema>;
const suggestionsSchema = z.object({ items: z.array(suggestionSchema) });
export type Suggestions = z.output<typeof suggestionsSchema>;

const keyParams = z.object({ id: idSchema, name: z.string().regex(/^[0-9a-f]{16}$/, 'Invalid key') });

export const suggestionRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/campaigns/:id/suggestions',
    access: 'user',
    tokens: 'read',
    summary: 'Changes to a campaign that your feedback suggests',
    params: idParams,
    response: suggestionsSchema,
  }),
  accept: defineRoute({
    method: 'POST',
    path: '/campaigns/:id/suggestions/:name/accept',
    access: 'user',
    tokens: 'write',
    summary: 'Make a suggested change',
    params: keyParams,
    response: campaignSchema,
  }),
  dismiss: defineRoute({
    method: 'POST',
    path: '/campaigns/:id/suggestions/:name/dismiss',
    access: 'user',
    tokens: 'write',
    summary: 'Stop suggesting a change, unless twice as many marked posts agree',
    params: keyParams,
    response: suggestionsSchema,
  }),
  restore: defineRoute({
    method: 'DELETE',
    path: '/campaigns/:id/suggestions/:name/dismiss',
    access: 'user',
    tokens: 'write',
    summary: 'Suggest a change again',
    params: keyParams,
    response: suggestionsSchema,
  }),
};
