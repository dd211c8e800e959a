import type { Now } from '#core/platform/clock.ts';
import type { Config } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { limitReached, averageTokens } from './ledger/budget.ts';
import { readHeld } from './ledger/budget-queries.ts';
import { dayOf } from './ledger/entry.ts';
import { readLastAnswer } from './ledger/spend-queries.ts';

export interface LedgerState {
  /** The daily limit that all users have reached; null if calls can be made. */
  spent: string | null;
  /** UTC ms. */
  lastAnswerAt: number | null;
}

/** What the ledger says about the model, for a process that doesn't call it. */
export async function readLedgerState(db: Db, { ai, now }: Pick<Config, 'ai'> & { now: Now }): Promise<LedgerState> {
  const held = await readHeld(db, dayOf(now()), { userId: null, now: now(), callsPerDay: ai.limits.callsPerDay });
  const limit = limitReached(held, { userId: null, tokens: averageTokens(held), ceilings: ai.limits });
  return { spent: limit?.message ?? null, lastAnswerAt: await readLastAnswer(db) };
}
