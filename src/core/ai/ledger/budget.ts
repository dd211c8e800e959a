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
  /** Upper bound of a call's duration: a much older reservation belongs to a crashed process. */
  longestCallMs: number;
}

/**
 * Tokens are reserved in the database before each call and settled after it, so that parallel jobs and processes stay
 * within the daily limits. A crash leaves at worst a reservation that expires.
 */
export function createBudget({ db, now, ceilings, longestCallMs, findExisting }: BudgetDeps) {
  const holdMs = 2 * longestCallMs + 60_000;

  async function refusal(userId: string | null, tokens: number): Promise<Refused> {
    const at = now();
    const held = await readHeld(db, dayOf(at), { userId, now: at, callsPerDay: ceilings.callsPerDay });
    const until = nextDay(at);
    if (held.calls + 1 > ceilings.callsPerDay)
      return { refused: 'budget', words: `All ${ceilings.callsPerDay} AI calls of today are made`, until };
    if (userId !== null && held.userCalls + 1 > held.userShare)
      return { refused: 'user-budget', words: "Your share of today's AI calls is used; the others’ is kept for them", until };
    if (userId !== null && held.userTokens + tokens > ceilings.tokensPerUserDay)
      return { refused: 'user-budget', words: 'Your AI tokens of today are spent', until };
    if (userId !== null && held.planLimit !== null && held.planCalls + 1 > held.planLimit)
      return { refused: 'user-budget', words: `All ${held.planLimit} AI calls of your plan for today are made`, until };
    return { refused: 'budget', words: 'The AI tokens of today are spent', until };
  }

  /** Running calls of this process. Each will give back most of its reservation, so wait for one before refusing. */
  const underWay = new Map<number, PromiseWithResolvers<void>>();

  return {
    /** Reserves `tokens` (an upper bound of input and output), or returns the limit that prevents it. */
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
    /** Replaces the reservation with the actual use, on the day of the reservation. Returns the ledger entry's ID. */
    async settle(reservation: Reservation, used: Omit<LedgerEntry, 'at' | 'day'>): Promise<number> {
      try {
        return await settleReservation(db, { id: reservation.id, entry: { ...used, at: now(), day: reservation.day }, findExisting });
      } finally {
        underWay.get(reservation.id)?.resolve();
        underWay.delete(reservation.id);
      }
    },
    /** Deletes expired reservations, which no longer count. Returns how many. */
    sweep: () => deleteExpired(db, now()),
  };
}
export type Budget = ReturnType<typeof createBudget>;

/**
 * Upper bound of a text's tokens: no token is shorter than a byte. An exact count would need each model's own
 * tokenizer; the surplus is given back on settlement.
 */
export function maxTokensOf(...texts: string[]): number {
  const perMessage = 32;
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + perMessage, 0);
}
