import * as z from 'zod';
import { readJson, plainLine } from '../answers/read-json.ts';

export const intents = ['none', 'curious', 'problem', 'seeking', 'buying'] as const;
export const fits = ['none', 'partial', 'good', 'exact'] as const;
export const urgencies = ['none', 'soon', 'now'] as const;
const roles = ['customer', 'seller', 'other'] as const;

const longestReason = 120;
const maxQuotes = 5;
const maxProblems = 5;

const word = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.preprocess((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value), z.enum(words));
const lines = (maxCount: number, longest: number) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? value.filter((line) => typeof line === 'string').slice(0, maxCount) : []),
    z.array(z.string().transform((line) => line.slice(0, longest))),
  );

/** Answer for one item. Invalid categories reject it; other invalid fields are dropped. */
const itemSchema = z.object({
  id: z.string(),
  intent: word(intents),
  fit: word(fits),
  urgency: word(urgencies),
  role: word(roles),
  problems: lines(maxProblems, 200).transform((problems) => problems.map((pain) => plainLine(pain, 80)).filter((pain) => pain !== '')),
  quotes: lines(maxQuotes, 400),
  reason: z.preprocess((value) => (typeof value === 'string' ? plainLine(value, longestReason) : ''), z.string()),
});
type ItemAnswer = z.output<typeof itemSchema>;
export type Answer = Omit<ItemAnswer, 'id'>;

const tokensPerItem = 220;
const tokensBesides = 100;
/** Limit of an answer about so many items. */
export const tokensFor = (items: number): number => tokensBesides + tokensPerItem * items;

/** JSON schema for the server: these IDs, these categories, and the evidence before the conclusion. */
export function answerSchema(ids: readonly string[]): Record<string, unknown> {
  const text = { type: 'string' };
  const properties = {
    id: { type: 'string', enum: ids },
    quotes: { type: 'array', items: text },
    problems: { type: 'array', items: text },
    role: { type: 'string', enum: roles },
    intent: { type: 'string', enum: intents },
    fit: { type: 'string', enum: fits },
    urgency: { type: 'string', enum: urgencies },
    reason: text,
  };
  const item = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  return { type: 'object', properties: { items: { type: 'array', items: item } }, required: ['items'], additionalProperties: false };
}

/**
 * The usable answers in model output, by ID. IDs that weren't requested are ignored. An ID that is answered twice counts
 * as unanswered, because one of the answers may have been injected by a post.
 */
export function readAnswers(text: string, ids: readonly string[]): Map<string, Answer> {
  const wanted = new Set(ids);
  const answers = new Map<string, Answer>();
  const seen = new Set<string>();
  for (const entry of entriesIn(readJson(text))) {
    const parsed = itemSchema.safeParse(entry);
    if (!parsed.success || !wanted.has(parsed.data.id)) continue;
    const { id, ...answer } = parsed.data;
    if (seen.has(id)) answers.delete(id);
    else answers.set(id, answer);
    seen.add(id);
  }
  return answers;
}

/** Without an enforced schema, some models answer with a bare array or a single object. */
function entriesIn(json: unknown): unknown[] {
  if (Array.isArray(json)) return json;
  if (typeof json !== 'object' || json === null) return [];
  if ('items' in json && Array.isArray(json.items)) return json.items;
  return [json];
}
