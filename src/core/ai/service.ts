import { randomBytes } from 'node:crypto';
import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Bus } from '#core/platform/bus.ts';
import type { Now, Sleep } from '#core/platform/clock.ts';
import type { Config } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { Log } from '#core/platform/log.ts';
import { createCaller } from './caller.ts';
import { createDrafts } from './drafts.ts';
import { type AiState, createHealth } from './health.ts';
import { builtInResult, type Candidate } from './score/candidate.ts';
import { createReuse } from './score/reuse.ts';
import { createModelScore, type ModelRun } from './score-with-model.ts';
import { type BudgetDeps, createBudget, type Refused } from './ledger/budget.ts';
import { readHeld } from './ledger/budget-queries.ts';
import { dayOf } from './ledger/entry.ts';
import { listSpend, noteMissed, readMissRate, readSpend, type SpendFilter, type SpendKey } from './ledger/spend-queries.ts';
import { createPropose } from './propose.ts';
import { createProvider } from './registry.ts';
import { createTurns } from './turns.ts';

export interface AiDeps extends Pick<BudgetDeps, 'findExisting'> {
  db: Db;
  bus: Bus;
  log: Log;
  now: Now;
  config: Pick<Config, 'ai'>;
  sleep?: Sleep;
  /** 0 to 1, for jitter. */
  random?: () => number;
  /** Unguessable, at least 16 letters and digits. */
  newToken?: () => string;
}

/** Limit of a single call, in the budget's upper-bound count (one token per byte). */
const tokensPerCall = 48_000;
const million = 1_000_000;

const offState: AiState = {
  provider: 'builtin',
  state: 'off',
  since: null,
  words: 'The built-in scorer works without a model',
  hint: null,
};

function createModel(deps: AiDeps) {
  const { db, now, bus, log, config, findExisting } = deps;
  const { limits, prices } = config.ai;
  const provider = createProvider(config.ai, now);
  if (!provider) return null;
  const budget = createBudget({ db, now, ceilings: { ...limits, tokensPerCall }, longestCallMs: limits.timeoutMs, findExisting });
  const health = createHealth({
    provider,
    now,
    onChange(state) {
      log[state.state === 'ok' ? 'info' : 'warn']({ provider: state.provider, state: state.state, hint: state.hint }, state.words);
      const isWell = state.state === 'ok';
      bus.push({ userId: null }, 'system-health', { status: isWell ? 'ok' : 'degraded', message: state.words });
    },
  });
  const caller = createCaller({
    provider,
    budget,
    health,
    inTurn: createTurns(limits.concurrency),
    sleep: deps.sleep ?? ((ms, signal) => sleepFor(ms, undefined, signal ? { signal } : {})),
    random: deps.random ?? Math.random,
    priceOf(model, tokensIn, tokensOut) {
      const price = prices[model];
      return price ? (tokensIn * price.in + tokensOut * price.out) / million : null;
    },
  });
  return { provider, budget, health, caller };
}

/** Everything that can use a model. Without a configured provider, built-in rules do the work. */
export function createAi(deps: AiDeps) {
  const { db, now, config } = deps;
  const newToken = deps.newToken ?? (() => randomBytes(12).toString('hex'));
  const model = createModel(deps);
  const reuse = createReuse(db, now);
  const client = model && { caller: model.caller, newToken };
  const scoringPass =
    model &&
    createModelScore({
      caller: model.caller,
      reuse,
      newToken,
      now,
      parallel: config.ai.limits.concurrency,
      noteMissed: (entryId, missed) => noteMissed(db, entryId, missed),
    });

  async function scoreWithModel(candidates: readonly Candidate[], signal: AbortSignal): Promise<ModelRun> {
    if (scoringPass) return scoringPass(candidates, signal);
    const results = candidates.map(({ assessment }) => builtInResult(assessment, 'builtin'));
    return { results, counts: { model: 0, reused: 0, builtin: results.length, unreached: 0, unanswered: 0, audited: 0, missed: 0 } };
  }

  return {
    state: (): AiState => model?.health.state() ?? offState,
    scoreWithModel,
    propose: createPropose(client),
    draft: createDrafts(client),
    /** The limit that prevents further calls on this day; null if there is none. */
    spent: async (userId: string | null): Promise<Refused | null> => (await model?.budget.spent(userId)) ?? null,
    /** Today's spent and reserved tokens and calls, with the limits. */
    async today(userId: string | null) {
      const { tokensPerDay, callsPerDay, tokensPerUserDay } = config.ai.limits;
      const held = await readHeld(db, dayOf(now()), { userId, now: now(), callsPerDay });
      return { ...held, tokensPerDay, callsPerDay, tokensPerUserDay };
    },
    readSpend: (filter: SpendFilter) => readSpend(db, filter),
    listSpend: (by: SpendKey, filter: SpendFilter) => listSpend(db, by, filter),
    /** Miss rate of the last 30 days; null if nothing was audited. */
    missRate: () => readMissRate(db, dayOf(now()) - 30),
    /** Deletes stored answers about these items (fullnames), in the caller's transaction. */
    forgetItems: (from: Db, fullnames: readonly string[]): Promise<void> => reuse.forget(from, fullnames),
    /** Deletes old answers and expired reservations. Returns how many rows. */
    async prune(at?: number): Promise<number> {
      return (await reuse.prune(at)) + ((await model?.budget.sweep()) ?? 0);
    },
    close: async (): Promise<void> => model?.provider.close(),
  };
}
export type Ai = ReturnType<typeof createAi>;
