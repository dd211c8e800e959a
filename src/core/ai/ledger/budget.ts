import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { type Ceilings, deleteExpired, insertReservation, readHeld, type Reservation, settleReservation } from './budget-queries.ts';
import { dayOf, type LedgerEntry, nextDay } from './entry.ts';
import type { SubjectReader } from './subjects.ts';

export interface Refused {
  refused: 'too-large' | 'budget' | 'user-budget';
  words: string;
  /** UTC ms. */
  until: number;
}

export interface BudgetDeps extends Pick<SubjectReader, 'findExisting'> {
  db: Db;
  now: Now;
  ceilings: Ceilings & { tokensPerCall: number };
  /** How long a call can last: a reservation that is much older belongs to a process that is no more. */
  longestCallMs: number;
}

/**
 * Tokens are held in the database before each call and settled after it, so that jobs and processes side by side
 * never spend more than the day allows, and a crash leaves at worst a hold that expires.
 */
export function createBudget({ db, now, ceilings, longestCallMs, findExisting }: BudgetDeps) {
  const holdMs = 2 * longestCallMs + 60_000;

  async function refusal(userId: string | null, tokens: number): Promise<Refused> {
    const at = now();
    const held = await readHeld(db, dayOf(at), { userId, now: at });
    const until = nextDay(at);
    if (held.calls + 1 > ceilings.callsPerDay)
      return { refused: 'budget', words: `All ${ceilings.callsPerDay} AI calls of today are made`, until };
    if (userId !== null && held.userTokens + tokens > ceilings.tokensPerUserDay)
      return { refused: 'user-budget', words: 'Your AI tokens of today are spent', until };
    if (userId !== null && held.planLimit !== null && held.planCalls + 1 > held.planLimit)
      return { refused: 'user-budget', words: `All ${held.planLimit} AI calls of your plan for today are made`, until };
    return { refused: 'budget', words: 'The AI tokens of today are spent', until };
  }

  /** Calls of this process under way: each gives most of what it holds back, so a refusal meanwhile is not the last word. */
  const underWay = new Map<number, PromiseWithResolvers<void>>();

  return {
    /** Holds `tokens` (an upper bound of what the call can use, in and out), or says which ceiling is in the way. */
    async reserve(userId: string | null, tokens: number): Promise<Reservation | Refused> {
      if (tokens > ceilings.tokensPerCall) {
        return { refused: 'too-large', words: `One AI call may use ${ceilings.tokensPerCall} tokens`, until: Infinity };
      }
      for (;;) {
        const at = now();
        const wanted = { day: dayOf(at), userId, tokens, expiresAt: at + holdMs };
        const id = await insertReservation(db, { ...wanted, now: at }, ceilings);
        if (id !== null) {
          underWay.set(id, Promise.withResolvers());
          return { id, ...wanted };
        }
        if (underWay.size === 0) return refusal(userId, tokens);
        await Promise.race([...underWay.values()].map(({ promise }) => promise));
      }
    },
    /** Replaces the hold by what was used, on the day it was held for. The ledger's id. */
    async settle(reservation: Reservation, used: Omit<LedgerEntry, 'at' | 'day'>): Promise<number> {
      try {
        return await settleReservation(db, { id: reservation.id, entry: { ...used, at: now(), day: reservation.day }, findExisting });
      } finally {
        underWay.get(reservation.id)?.resolve();
        underWay.delete(reservation.id);
      }
    },
    /** Removes holds of crashed processes; they have not counted since they expired. */
    sweep: () => deleteExpired(db, now()),
  };
}
export type Budget = ReturnType<typeof createBudget>;

/**
 * Tokens that this text can be at most: tokenizers work on bytes and no token is shorter than one. A true count
 * would need every model's own tokenizer; the surplus is given back when the call is settled.
 */
export function maxTokensOf(...texts: string[]): number {
  const perMessage = 32;
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + perMessage, 0);
}
