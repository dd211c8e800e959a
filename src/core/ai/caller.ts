import type { AiPurpose } from '#shared/ai.ts';
import type { Sleep } from '#core/platform/clock.ts';
import type { Slots } from '#core/platform/slots.ts';
import type { Health } from './health.ts';
import type { Reservation } from './ledger/budget-queries.ts';
import { type Budget, maxTokensOf } from './ledger/budget.ts';
import type { LedgerEntry, Spender } from './ledger/entry.ts';
import { AiFailure, type AiProvider, type FailureKind, type Generated, type AiModels, maxForms } from './provider.ts';
import { type Asking, thinkingRoom, type Ways } from './ways.ts';

interface Question {
  purpose: AiPurpose;
  /** `strong` falls back to `small` if no strong model is configured. */
  size: 'small' | 'strong';
  system: string;
  prompt: string;
  schema: Record<string, unknown>;
  /** Limit of the answer, in tokens. */
  maxTokens: number;
  spender: Spender;
  /** Number of posts and comments in the request. */
  items: number;
  /** Whether the answer is at least partly usable; repeated unusable answers pause the model for the user. */
  isUsable: (text: string) => boolean;
  signal: AbortSignal;
}

export interface Reply {
  text: string;
  model: string;
  /** ID of the ledger entry. */
  entryId: number;
}

/**
 * Why no model is asked. `off`: none is configured. `budget`: the instance's daily limit is reached, `user-budget`: the
 * user's. `too-large`: the request exceeds the limit of a single call. `down`: the provider doesn't answer.
 */
export type Unavailability = 'off' | 'budget' | 'user-budget' | 'too-large' | 'down';

/** No model was asked; the message gives the reason and may be shown to users. */
export class AiUnavailable extends Error {
  override readonly name = 'AiUnavailable';
  readonly reason: Unavailability;
  /** UTC ms from which it may work again. */
  readonly until: number;
  constructor(message: string, reason: Unavailability, until: number) {
    super(message);
    this.reason = reason;
    this.until = until;
  }
}

interface AttemptOptions {
  provider: AiProvider;
  budget: Budget;
  health: Health;
  ways: Ways;
  /** Cost in the currency of the configured prices; null if the model has no price. */
  costOf: (used: { model: string; tokensIn: number; tokensOut: number }) => number | null;
  /** For monitoring: `ok`, `unusable`, or why a request failed. */
  onEnded?: (result: ModelResult) => void;
}

/** How a request to a model can end. */
export const modelResults = [
  'ok',
  'unusable',
  'canceled',
  'unreachable',
  'timeout',
  'limited',
  'server',
  'refused',
  'garbled',
  'unfit',
] as const;
type ModelResult = (typeof modelResults)[number] | Extract<FailureKind, 'form'>;

type Used = Pick<LedgerEntry, 'tokensIn' | 'tokensOut' | 'failure'>;

interface Ready {
  held: Reservation;
  /** Null: how to ask the model is found out with the first request. */
  known: Asking | null;
}

/**
 * Sends one request if the provider is up, reserves its tokens first, and settles the reservation however it ends. Before the first
 * request to a model, finds out how to ask it; like all tests, that isn't counted.
 */
function createAttempt({ provider, budget, health, ways, costOf, onEnded = () => undefined }: AttemptOptions) {
  async function reserve(question: Question, room: number): Promise<Reservation> {
    const held = await budget.reserve(question.spender.userId, maxTokensIn(question) + question.maxTokens + room);
    if ('refused' in held) throw new AiUnavailable(held.message, held.refused, held.until);
    return held;
  }

  function settle(held: Reservation, { question, model, used }: { question: Question; model: string; used: Used }): Promise<number> {
    const { purpose, spender, items } = question;
    const cost = costOf({ model, ...used });
    return budget.settle(held, { ...used, cost, provider: provider.id, model, purpose, items, leadId: null, ...spender });
  }

  async function generate(question: Question, model: string, known: Asking | null): Promise<Generated> {
    const { system, prompt, schema, maxTokens, signal } = question;
    const { way, room } = known ?? (await ways.find(model, signal));
    return provider.generate({ model, system, prompt, schema, maxTokens: maxTokens + room, way, signal });
  }

  async function send(question: Question, model: string, { held, known }: Ready): Promise<Reply> {
    const asker = question.spender.userId ?? '';
    let generated: Generated;
    try {
      generated = await generate(question, model, known);
    } catch (error) {
      if (error instanceof AiFailure && error.kind !== 'form') health.failed(error, asker);
      else health.ended();
      const free = error instanceof AiFailure && !error.mayHaveCost;
      const failure = error instanceof AiFailure ? error.kind : 'canceled';
      onEnded(failure);
      await settle(held, { question, model, used: { tokensIn: free ? 0 : held.tokens, tokensOut: 0, failure } });
      throw error;
    }
    const usable = question.isUsable(generated.text);
    if (usable) health.succeeded(asker);
    else health.unusable(asker);
    await ways.note(model, usable);
    onEnded(usable ? 'ok' : 'unusable');
    const entryId = await settle(held, { question, model, used: { ...countsOf(generated, question), failure: '' } });
    return { text: generated.text, model, entryId };
  }

  return async (question: Question, model: string): Promise<Reply> => {
    const blocked = health.admit(question.spender.userId ?? '');
    if (blocked) throw new AiUnavailable(health.state().message, 'down', blocked.openUntil);
    let ready: Ready;
    try {
      const known = await ways.read(model);
      ready = { known, held: await reserve(question, known?.room ?? thinkingRoom) };
    } catch (error) {
      health.ended();
      throw error;
    }
    return send(question, model, ready);
  };
}

/** The schema may stand in the prompt as well. */
const maxTokensIn = ({ system, prompt, schema }: Question): number => maxTokensOf(system, prompt, JSON.stringify(schema));

/** If the server reports no counts, uses upper bounds. */
function countsOf({ text, tokensIn, tokensOut }: Generated, question: Question): Omit<Used, 'failure'> {
  return {
    tokensIn: tokensIn ?? maxTokensIn(question),
    tokensOut: tokensOut ?? Math.min(question.maxTokens + thinkingRoom, maxTokensOf(text)),
  };
}

interface Options extends AttemptOptions {
  /** How many calls run at once. */
  slots: Slots;
  sleep: Sleep;
  /** 0 to 1, for jitter. */
  random: () => number;
}

export interface Caller {
  providerId: string;
  models: AiModels;
  /** How many posts to ask the model about at once. */
  batchFor(size: Question['size'], signal: AbortSignal): Promise<number>;
  /** Throws `AiUnavailable` if no model was asked, `AiFailure` if all attempts failed, or the signal's reason. */
  ask(question: Question): Promise<Reply>;
}

const tries = 3;
const firstBackoffMs = 500;
/** If a server asks for a longer wait, give up until the next run. */
const longestWaitMs = 60_000;
/** Asks the model with a concurrency limit, a budget, and retries. */
export function createCaller({ slots, sleep, random, ...options }: Options): Caller {
  const { models, id } = options.provider;
  const attempt = createAttempt(options);
  const modelFor = (size: Question['size']): string => (size === 'strong' ? models.strong : null) ?? models.small;

  async function ask(question: Question): Promise<Reply> {
    const model = modelFor(question.size);
    let failures = 0;
    let forms = 0;
    for (;;) {
      try {
        return await attempt(question, model);
      } catch (error) {
        if (!(error instanceof AiFailure)) throw error;
        if (error.kind === 'form' && forms < maxForms) {
          forms += 1;
          continue;
        }
        failures += 1;
        const wait = error.waitMs ?? random() * firstBackoffMs * 2 ** failures;
        if (!error.passing || failures >= tries || wait > longestWaitMs) throw error;
        await sleep(wait, question.signal);
      }
    }
  }

  return {
    providerId: id,
    models,
    batchFor: (size, signal) => options.ways.batchFor(modelFor(size), signal),
    ask: (question) => slots.run(question.spender.userId ?? '', () => ask(question), question.signal),
  };
}

export interface ModelClient {
  caller: Caller;
  /** Unguessable, at least 16 letters and digits. */
  newToken: () => string;
}

interface Request<T> extends Omit<Question, 'size' | 'items' | 'isUsable'> {
  /** Null for an unusable answer. */
  read: (text: string) => T | null;
}

const again = 'An earlier answer could not be used. Answer exactly in the form asked for.';

/**
 * Asks the best model, and once more if the answer is unusable: then the value is null, and so it is if this question will never be
 * answered. Null if the model couldn't be asked, or didn't answer: it may later. Callers have a built-in alternative. Throws only the signal's reason.
 */
export async function askTwice<T>(
  { caller }: ModelClient,
  { read, ...question }: Request<T>,
): Promise<{ value: T | null; by: string } | null> {
  let by = '';
  for (const note of ['', `\n\n${again}`]) {
    try {
      const prompt = `${question.prompt}${note}`;
      const { text, model } = await caller.ask({
        ...question,
        prompt,
        size: 'strong',
        items: 0,
        isUsable: (answer) => read(answer) !== null,
      });
      const value = read(text);
      by = `${caller.providerId}:${model}`;
      if (value !== null) return { value, by };
    } catch (error) {
      if (isForGood(error)) return { value: null, by };
      if (error instanceof AiFailure || error instanceof AiUnavailable) return null;
      throw error;
    }
  }
  return { value: null, by };
}

/** Refusals of what was asked, such as one that is too long. */
const aboutQuestion: ReadonlySet<number | null> = new Set([400, 413, 422]);
const isForGood = (error: unknown): boolean =>
  error instanceof AiUnavailable
    ? error.reason === 'too-large'
    : error instanceof AiFailure && error.kind === 'refused' && aboutQuestion.has(error.status);
