import { type Campaign, type CampaignInput, campaignInputSchema, type CampaignUpdate, type Rule } from '#shared/campaigns.ts';
import { priceRangeSchema } from '#shared/price-range.ts';
import { componentNames, type Weights, weightsSchema } from '#shared/scoring.ts';
import { type StreamKindName, streamKindOf, streamKinds } from '#shared/sources.ts';
import type { CampaignStream } from '#shared/streams.ts';

/** A line of the editor: a rule that may still be empty. */
interface RuleLine {
  text: string;
  minScore?: number | undefined;
}

const withScore = (text: string, minScore: number | undefined): RuleLine => (minScore === undefined ? { text } : { text, minScore });

export const linesOfRules = (rules: readonly Rule[]): RuleLine[] => rules.map(({ text, minScore }) => withScore(text, minScore));

/** The rules to save; empty lines are dropped. */
export const rulesOfLines = (lines: readonly RuleLine[]): Rule[] =>
  lines.flatMap(({ text, minScore }) => (text.trim() === '' ? [] : [{ text: text.trim(), ...(minScore !== undefined && { minScore }) }]));

/** Adds a rule after the last line that isn't empty. */
export function withRule(lines: readonly RuleLine[], text: string): RuleLine[] {
  const last = lines.findLastIndex((line) => line.text.trim() !== '');
  return [...lines.slice(0, last + 1), { text }];
}

export const textOfLines = (lines: readonly RuleLine[]): string => lines.map(({ text }) => text).join('\n');

/** The lines after an edit of the whole text. Each rule keeps its own minimum score when lines are added or removed above it. */
export function editLines(before: readonly RuleLine[], text: string): RuleLine[] {
  const after = text.split('\n');
  let head = 0;
  while (head < Math.min(before.length, after.length) && before[head]?.text === after[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail)?.text === after.at(-1 - tail)) tail += 1;
  return after.map((line, index) => {
    const fromEnd = after.length - index;
    const old =
      index < head || fromEnd > tail ? before[index < before.length - tail || index < head ? index : -1] : before[before.length - fromEnd];
    return withScore(line, old?.minScore);
  });
}

/** The rules without errors. `faulty` holds 1-based line numbers. */
export const usableRules = (lines: readonly RuleLine[], faulty: ReadonlySet<number>): Rule[] =>
  rulesOfLines(lines.filter((_, index) => !faulty.has(index + 1)));

export interface CampaignDraft extends Omit<CampaignInput, 'rules'> {
  rules: RuleLine[];
}

export const emptyInput: CampaignInput = campaignInputSchema.parse({ name: '-', mode: 'manual' });
export const emptyDraft = (): CampaignDraft => ({ ...emptyInput, name: '', rules: [] });

export const draftOf = (input: CampaignInput): CampaignDraft => ({ ...input, rules: linesOfRules(input.rules) });
export const inputOf = (draft: CampaignDraft): CampaignInput => ({ ...draft, rules: rulesOfLines(draft.rules) });

/** The editable fields of a stored campaign. */
export function inputOfCampaign(campaign: Campaign): CampaignInput {
  const names = Object.keys(campaignInputSchema.shape) as (keyof CampaignInput)[];
  return Object.fromEntries(names.map((name) => [name, campaign[name]])) as unknown as CampaignInput;
}

const sameWeights = (a: Weights, b: Weights): boolean => componentNames.every((name) => Math.abs(a[name] - b[name]) < 0.0005);

/** The fields that differ from what is saved. */
export function changesOf(saved: CampaignInput, input: CampaignInput): CampaignUpdate {
  const names = Object.keys(saved) as (keyof CampaignInput)[];
  const changed = names.filter((name) =>
    name === 'weights' ? !sameWeights(saved.weights, input.weights) : JSON.stringify(saved[name]) !== JSON.stringify(input[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, input[name]]));
}

/** Serializes the unsaved changes; empty when there are none. Fields that weren't edited are left out, because they may change on the server meanwhile. */
export function textOfDraft(saved: CampaignInput, draft: CampaignDraft): string {
  const names = Object.keys(changesOf(saved, inputOf(draft))) as (keyof CampaignDraft)[];
  return names.length === 0 ? '' : JSON.stringify(Object.fromEntries(names.map((name) => [name, draft[name]])));
}

const hasText = (value: unknown, field: string): boolean =>
  typeof value === 'object' && value !== null && typeof (value as Record<string, unknown>)[field] === 'string';
const isStream = (value: unknown): boolean =>
  hasText(value, 'name') && streamKinds.some(({ kind }) => (value as CampaignStream).kind === kind);
/** Of the lists that hold more than texts. */
const isEntry: Readonly<Record<string, (value: unknown) => boolean>> = { rules: (value) => hasText(value, 'text'), streams: isStream };

/** A half-written value is fine; one of the wrong type would break the editor. */
function fits(name: string, value: unknown, before: unknown): boolean {
  if (name === 'weights') return weightsSchema.safeParse(value).success;
  if (name === 'leadThreshold') return value === null || typeof value === 'number';
  if (name === 'priceRange') return value === null || priceRangeSchema.safeParse(value).success;
  if (!Array.isArray(before)) return typeof value === typeof before;
  return Array.isArray(value) && value.every(isEntry[name] ?? ((entry) => typeof entry === 'string'));
}

/** The saved campaign with the changes from `textOfDraft` applied; null when there are none left. */
export function draftOfText(saved: CampaignInput, text: string | null): CampaignDraft | null {
  const draft = draftOf(saved);
  try {
    const kept = Object.entries((JSON.parse(text ?? '{}') ?? {}) as object);
    const usable = kept.filter(([name, value]) => name in draft && fits(name, value, draft[name as keyof CampaignDraft]));
    const restored: CampaignDraft = { ...draft, ...Object.fromEntries(usable) };
    return textOfDraft(saved, restored) === '' ? null : restored;
  } catch {
    return null;
  }
}

/** Turns "r/Freelance" and links to it into "Freelance", and so on for each kind of stream; null for an invalid name. */
export function normalizeName(kind: StreamKindName, text: string): string | null {
  const read = streamKindOf(kind).readName(text);
  return 'name' in read ? read.name : null;
}

export const normalizeLanguage = (text: string): string | null => (/^[a-z]{2,3}$/i.test(text) ? text.toLowerCase() : null);

export interface EditorPartProps {
  draft: CampaignDraft;
  onChange: (change: Partial<CampaignDraft>) => void;
  /** Field name → error message. */
  errors: Readonly<Record<string, string>>;
}
