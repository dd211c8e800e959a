import type { Sleep } from '#core/platform/clock.ts';
import type { Slots } from '#core/platform/slots.ts';
import type { Health } from './health.ts';
import type { Reservation } from './ledger/budget-queries.ts';
import { type Budget, maxTokensOf } from './ledger/budget.ts';
import type { LedgerEntry } from './ledger/entry.ts';
import { AiFailure, type AiProvider, type FailureKind, type Generated, type AiModels } from './provider.ts';
import { AiUnavailable, type Question, type Reply } from './question.ts';

interface AttemptOptions {
  provider: AiProvider;
  budget: Budget;
  health: Health;
  /** Cost in the currency of the configured prices; null if the model has no price. */
  priceOf: (model: string, tokensIn: number, tokensOut: number) => number | null;
  /** For monitoring: `ok`, `unusable`, or why a request failed. */
  onEnded?: (result: ModelResult) => void;
}

/** How a request to a model can end. */
export const modelResults = ['ok', 'unusable', 'canceled', 'unreachable', 'timeout', 'limited', 'server', 'refused', 'garbled'] as const;
type ModelResult = (typeof modelResults)[number] | Extract<FailureKind, 'form'>;

type Used = Pick<LedgerEntry, 'tokensIn' | 'tokensOut' | 'failure'>;

/** Sends one request if the provider is up, reserves its tokens first, and settles the reservation however it ends. */
function createAttempt({ provider, budget, health, priceOf, onEnded = () => undefined }: AttemptOptions) {
  async function reserve({ spender, system, prompt, schema, maxTokens }: Question): Promise<Reservation> {
    const held = await budget.reserve(spender.userId, maxTokensOf(system, prompt, JSON.stringify(schema)) + maxTokens);
    if ('refused' in held) throw new AiUnavailable(held.message, held.refused, held.until);
    return held;
  }

  function settle(held: Reservation, { question, model, used }: { question: Question; model: string; used: Used }): Promise<number> {
    const { purpose, spender, items } = question;
    const cost = priceOf(model, used.tokensIn, used.tokensOut);
    return budget.settle(held, { ...used, cost, provider: provider.id, model, purpose, items, leadId: null, ...spender });
  }

  async function send(question: Question, model: string, held: Reservation): Promise<Reply> {
    const { system, prompt, schema, maxTokens, signal, isUsable } = question;
    const asker = question.spender.userId ?? '';
    let generated: Generated;
    try {
      generated = await provider.generate({ model, system, prompt, schema, maxTokens, signal });
    } catch (error) {
      if (error instanceof AiFailure && error.kind !== 'form') health.failed(error, asker);
      else health.ended();
      const free = error instanceof AiFailure && !error.mayHaveCost;
      const failure = error instanceof AiFailure ? error.kind : 'canceled';
      onEnded(failure);
      await settle(held, { question, model, used: { tokensIn: free ? 0 : held.tokens, tokensOut: 0, failure } });
      throw error;
    }
    const usable = isUsable(generated.text);
    if (usable) health.succeeded(asker);
    else health.unusable(asker);
    onEnded(usable ? 'ok' : 'unusable');
    const entryId = await settle(held, { question, model, used: { ...countsOf(generated, question, held), failure: '' } });
    return { text: generated.text, model, entryId };
  }

  return async (question: Question, model: string): Promise<Reply> => {
    const blocked = health.admit(question.spender.userId ?? '');
    if (blocked) throw new AiUnavailable(health.state().message, 'down', blocked.openUntil);
    let held: Reservation;
    try {
      held = await reserve(question);
    } catch (error) {
      health.ended();
      throw error;
    }
    return send(question, model, held);
  };
}

/** If the server reports no counts, uses the reserved tokens for the prompt and the byte length for the answer. */
function countsOf({ text, tokensIn, tokensOut }: Generated, { maxTokens }: Question, held: Reservation): Omit<Used, 'failure'> {
  return { tokensIn: tokensIn ?? held.tokens - maxTokens, tokensOut: tokensOut ?? Math.min(maxTokens, maxTokensOf(text)) };
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
  /** Throws `AiUnavailable` if no model was asked, `AiFailure` if all attempts failed, or the signal's reason. */
  ask(question: Question): Promise<Reply>;
}

const tries = 3;
const firstBackoffMs = 500;
/** If a server asks for a longer wait, give up until the next run. */
const longestWaitMs = 60_000;
/** Two response formats, the token limit, and the temperature. They don't count as attempts: nothing was generated. */
const maxForms = 4;

/** Asks the model with a concurrency limit, a budget, and retries. */
export function createCaller({ slots, sleep, random, ...options }: Options): Caller {
  const { models, id } = options.provider;
  const attempt = createAttempt(options);

  async function ask(question: Question): Promise<Reply> {
    const model = (question.size === 'strong' ? models.strong : null) ?? models.small;
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
    ask: (question) => slots.run(question.spender.userId ?? '', () => ask(question), question.signal),
  };
}
