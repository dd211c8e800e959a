import type { AiPurpose } from '#shared/ai.ts';
import type { Evidence } from '#shared/scoring.ts';
import type { Now } from '#core/platform/clock.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { withoutEdges } from '../answers/read-json.ts';
import { createFence } from '../prompts/fence.ts';
import { scorePrompt, scoreSystem, repairNote } from '../prompts/score.ts';
import { type Comparable, comparableText } from '../prompts/visible.ts';
import { AiFailure } from '../provider.ts';
import { AiUnavailable, type Caller } from '../caller.ts';
import { answerSchema, readAnswers, tokensFor } from './answer.ts';
import type { Candidate, KeptAnswer } from './candidate.ts';

/** A passage of an item in UTF-16 offsets, stored instead of its text, so that no text outlives the item. */
interface Span {
  field: 'title' | 'body';
  start: number;
  end: number;
}

type Item = Pick<FetchedItem, 'title' | 'body' | 'kind'>;

const shortestQuote = 4;
const edge = /["'“”\s]/;

/** Locates quotes in what the author wrote (for a comment, not the thread title). Quotes that aren't found are dropped. */
export function locateQuotes(quotes: readonly string[], item: Item): Span[] {
  if (quotes.length === 0) return [];
  const own = item.kind === 'comment' ? (['body'] as const) : (['title', 'body'] as const);
  const fields = own.map((field) => ({ field, comparable: comparableText(item[field]) }));
  const spans = quotes.flatMap((quote) => {
    const wanted = comparableText(withoutEdges(quote, { start: edge, end: edge })).text.trim();
    if (wanted.length < shortestQuote) return [];
    return fields.flatMap(({ field, comparable }) => findQuote(wanted, field, comparable)).slice(0, 1);
  });
  return spans.filter((span, index) => spans.findIndex((other) => other.field === span.field && other.start === span.start) === index);
}

function findQuote(wanted: string, field: Span['field'], { text, starts, ends }: Comparable): Span[] {
  const at = text.indexOf(wanted);
  const start = starts[at];
  const end = ends[at + wanted.length - 1];
  return start === undefined || end === undefined ? [] : [{ field, start, end }];
}

/** Turns spans into evidence for the component of overlapping built-in evidence, otherwise for the intent. */
export function evidenceOf(spans: readonly Span[], item: Item, known: readonly Evidence[]): Evidence[] {
  return spans.flatMap(({ field, start, end }) => {
    const text = item[field].slice(start, end);
    if (text.trim() === '') return [];
    const seen = known.find((other) => other.field === field && other.start < end && start < other.end);
    return [{ text, start, end, field, why: seen?.why ?? 'intent' }];
  });
}

interface Options {
  caller: Caller;
  /** Unguessable, at least 16 letters and digits. */
  newToken: () => string;
  now: Now;
}

interface Asking {
  size: 'small' | 'strong';
  purpose: AiPurpose;
  signal: AbortSignal;
  /** Called after each response, so that answers before a failure are kept. */
  onAnswers: (answers: Map<Candidate, KeptAnswer>, entryId: number) => Promise<void>;
}

/** Items without an answer. `stop`: further requests are pointless for all users or for this one. */
export interface Asked {
  unanswered: Candidate[];
  unreached: Candidate[];
  stop: 'all' | 'user' | null;
}

const maxFences = 500;

/**
 * The same boundary for all requests of a campaign, so that their beginnings are equal byte by byte: servers keep what they
 * worked out about a beginning. Its random part is removed from every text that it encloses.
 */
function createBoundaries(newToken: () => string) {
  const tokens = new Map<string, string>();
  return (campaignId: string): string => {
    if (tokens.size > maxFences) tokens.clear();
    const token = tokens.get(campaignId) ?? newToken();
    tokens.set(campaignId, token);
    return token;
  };
}

/** Asks about items of one campaign in one request. Returns those without an answer. */
function createAskOnce({ caller, newToken, now }: Options) {
  const boundaryOf = createBoundaries(newToken);

  return async (candidates: readonly Candidate[], asking: Asking, note = ''): Promise<Candidate[]> => {
    const [first] = candidates;
    if (!first) return [];
    const token = boundaryOf(first.campaign.id);
    const entries = candidates.map((candidate, index) => ({
      id: `${index + 1}-${token.slice(0, 6)}`,
      item: candidate.item,
      candidate,
    }));
    const ids = entries.map(({ id }) => id);
    const prompt = scorePrompt({ campaign: first.campaign, entries, today: now() }, createFence(token));
    const { text, entryId } = await caller.ask({
      purpose: asking.purpose,
      size: asking.size,
      signal: asking.signal,
      system: scoreSystem,
      prompt: note === '' ? prompt : `${prompt}\n\n${note}`,
      schema: answerSchema(ids),
      maxTokens: tokensFor(candidates.length),
      spender: { userId: first.userId, campaignId: first.campaign.id },
      items: candidates.length,
      isUsable: (answer) => readAnswers(answer, ids).size > 0,
    });
    const answers = readAnswers(text, ids);
    const found = entries.flatMap(({ id, candidate }) => {
      const answer = answers.get(id);
      return answer ? [[candidate, keptOf(answer, candidate)] as const] : [];
    });
    await asking.onAnswers(new Map(found), entryId);
    return entries.flatMap(({ id, candidate }) => (answers.has(id) ? [] : [candidate]));
  };
}

/** Asks about one batch: once, then again for missing items, then in halves. Throws only the signal's reason. */
export function createBatchAsker(options: Options) {
  const askOnce = createAskOnce(options);

  /** Like `askOnce`, but a refused request (one that is too long, for example) counts as unanswered, because a half may succeed. */
  async function askPart(candidates: readonly Candidate[], asking: Asking, note?: string): Promise<Candidate[]> {
    try {
      return await askOnce(candidates, asking, note);
    } catch (error) {
      if (error instanceof AiFailure && error.kind === 'refused') return [...candidates];
      if (error instanceof AiUnavailable && error.reason === 'too-large') return [...candidates];
      throw error;
    }
  }

  return async (batch: readonly Candidate[], asking: Asking): Promise<Asked> => {
    let missing = [...batch];
    try {
      missing = await askPart(missing, asking);
      if (missing.length > 0) missing = await askPart(missing, asking, repairNote);
      if (missing.length < 2) return { unanswered: missing, unreached: [], stop: null };
      const half = Math.ceil(missing.length / 2);
      const second = missing.slice(half);
      const left = await askPart(missing.slice(0, half), asking);
      missing = [...left, ...second];
      const right = await askPart(second, asking);
      return { unanswered: [...left, ...right], unreached: [], stop: null };
    } catch (error) {
      if (!(error instanceof AiFailure) && !(error instanceof AiUnavailable)) throw error;
      const isDone = error instanceof AiUnavailable;
      return { unanswered: [], unreached: missing, stop: isDone ? (error.reason === 'user-budget' ? 'user' : 'all') : null };
    }
  };
}

function keptOf({ quotes, ...answer }: NonNullable<ReturnType<ReturnType<typeof readAnswers>['get']>>, { item }: Candidate): KeptAnswer {
  return { ...answer, spans: locateQuotes(quotes, item) };
}
