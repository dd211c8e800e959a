import type { Health } from './health.ts';
import { type Budget, maxTokensOf } from './ledger/budget.ts';
import type { Reservation } from './ledger/budget-queries.ts';
import type { LedgerEntry } from './ledger/entry.ts';
import { AiFailure, type AiProvider, type Generated } from './provider.ts';
import { AiUnavailable, type Question, type Reply } from './question.ts';

export interface AttemptOptions {
  provider: AiProvider;
  budget: Budget;
  health: Health;
  /** Cost in the currency of the configured prices; null if the model has no price. */
  priceOf: (model: string, tokensIn: number, tokensOut: number) => number | null;
}

type Used = Pick<LedgerEntry, 'tokensIn' | 'tokensOut' | 'failure'>;

/** Sends one request if the provider is up, reserves its tokens first, and settles the reservation however it ends. */
export function createAttempt({ provider, budget, health, priceOf }: AttemptOptions) {
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
      await settle(held, { question, model, used: { tokensIn: free ? 0 : held.tokens, tokensOut: 0, failure } });
      throw error;
    }
    if (isUsable(generated.text)) health.succeeded(asker);
    else health.unusable(asker);
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
