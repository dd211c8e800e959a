import type { Now } from '#core/platform/clock.ts';
import type { Config } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import {
  type Ceilings,
  deleteExpired,
  type Held,
  insertReservation,
  readHeld,
  type Reservation,
  settleReservation,
} from './budget-queries.ts';
import { dayOf, type LedgerEntry, nextDay, type SubjectReader } from './entry.ts';
import { readLastAnswer } from './spend-queries.ts';

export interface Refused {
  refused: 'too-large' | 'budget' | 'user-budget';
  message: string;
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

interface Asked {
  userId: string | null;
  tokens: number;
  ceilings: Ceilings;
}

/** The limit that a call would exceed. */
export function limitReached(held: Held, { userId, tokens, ceilings }: Asked): Pick<Refused, 'refused' | 'message'> | null {
  const { callsPerDay, tokensPerDay, tokensPerUserDay } = ceilings;
  if (held.calls + 1 > callsPerDay) return { refused: 'budget', message: `Today's AI budget is spent (${callsPerDay} calls)` };
  if (userId !== null && held.userCalls + 1 > held.userShare)
    return { refused: 'user-budget', message: "Your share of today's AI calls is spent. The rest is kept for other users" };
  if (userId !== null && held.userTokens + tokens > tokensPerUserDay)
    return { refused: 'user-budget', message: `Your AI budget for today is spent (${tokensPerUserDay} tokens)` };
  if (userId !== null && held.planLimit !== null && held.planCalls + 1 > held.planLimit)
    return { refused: 'user-budget', message: `Your plan's AI budget for today is spent (${held.planLimit} calls)` };
  return held.tokens + tokens > tokensPerDay ? { refused: 'budget', message: `Today's AI budget is spent (${tokensPerDay} tokens)` } : null;
}

/** Tokens of the next call, if it is like those of today. */
export const averageTokens = ({ tokens, calls }: Held): number => (calls === 0 ? 1 : Math.ceil(tokens / calls));

/**
 * Tokens are reserved in the database before each call and settled after it, so that parallel jobs and processes stay
 * within the daily limits. A crash leaves at worst a reservation that expires.
 */
export function createBudget({ db, now, ceilings, longestCallMs, findExisting }: BudgetDeps) {
  const holdMs = 2 * longestCallMs + 60_000;

  /** Refusals of this day: for '' those that affect everyone, otherwise a user's. */
  const refusals = new Map<string, Refused>();

  const readHeldBy = (userId: string | null, at: number) => readHeld(db, dayOf(at), { userId, now: at, callsPerDay: ceilings.callsPerDay });

  async function refusal(userId: string | null, tokens: number): Promise<Refused> {
    const at = now();
    const held = await readHeldBy(userId, at);
    const limit = limitReached(held, { userId, tokens, ceilings }) ?? { refused: 'budget', message: "Today's AI budget is spent" };
    const refused: Refused = { ...limit, until: nextDay(at) };
    refusals.set(refused.refused === 'user-budget' ? (userId ?? '') : '', refused);
    return refused;
  }

  /** Running calls of this process. Each will give back most of its reservation, so wait for one before refusing. */
  const underWay = new Map<number, PromiseWithResolvers<void>>();

  return {
    /** Reserves `tokens` (an upper bound of input and output), or returns the limit that prevents it. */
    async reserve(userId: string | null, tokens: number): Promise<Reservation | Refused> {
      if (tokens > ceilings.tokensPerCall) {
        return { refused: 'too-large', message: `One AI call may use ${ceilings.tokensPerCall} tokens`, until: Infinity };
      }
      for (;;) {
        const at = now();
        const wanted = { day: dayOf(at), userId, tokens, expiresAt: at + holdMs };
        const id = await insertReservation(db, { ...wanted, now: at }, ceilings);
        if (id !== null) {
          underWay.set(id, Promise.withResolvers());
          refusals.delete('');
          refusals.delete(userId ?? '');
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
    /** The limit that prevents further calls on this day; null if there is none. Knows the calls of other processes, too. */
    async spent(userId: string | null): Promise<Refused | null> {
      const at = now();
      const refused = [refusals.get(''), refusals.get(userId ?? '')].find((known) => known !== undefined && known.until > at);
      if (refused) return refused;
      const held = await readHeldBy(userId, at);
      const limit = limitReached(held, { userId, tokens: averageTokens(held), ceilings });
      return limit && { ...limit, until: nextDay(at) };
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
