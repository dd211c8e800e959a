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
import { builtInStands, type Candidate } from './score/candidate.ts';
import { createReuse } from './score/reuse.ts';
import { createModelScore, type ModelRun } from './score-with-model.ts';
import { type BudgetDeps, createBudget } from './ledger/budget.ts';
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
  /** 0 to 1, for the jitter of waits. */
  random?: () => number;
  /** Unguessable, at least 16 characters of letters and figures. */
  newToken?: () => string;
}

/** Upper bound of a single call, in the budget's cautious count (a byte is a token). */
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

/** The model behind everything that can use one. Without a configured provider all of it works by built-in rules. */
export function createAi(deps: AiDeps) {
  const { db, now, config } = deps;
  const newToken = deps.newToken ?? (() => randomBytes(12).toString('hex'));
  const model = createModel(deps);
  const reuse = createReuse(db, now);
  const speaker = model && { caller: model.caller, newToken };
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
    const results = candidates.map(({ assessment }) => builtInStands(assessment, 'builtin'));
    return { results, counts: { model: 0, reused: 0, builtin: results.length, unreached: 0, unanswered: 0, audited: 0, missed: 0 } };
  }

  return {
    state: (): AiState => model?.health.state() ?? offState,
    scoreWithModel,
    propose: createPropose(speaker),
    draft: createDrafts(speaker),
    /** What is spent and held today, beside its ceilings. */
    async today(userId: string | null) {
      const { tokensPerDay, callsPerDay, tokensPerUserDay } = config.ai.limits;
      const held = await readHeld(db, dayOf(now()), { userId, now: now() });
      return { ...held, tokensPerDay, callsPerDay, tokensPerUserDay };
    },
    readSpend: (filter: SpendFilter) => readSpend(db, filter),
    listSpend: (by: SpendKey, filter: SpendFilter) => listSpend(db, by, filter),
    /** Of the last 30 days; null when nothing was audited. */
    missRate: () => readMissRate(db, dayOf(now()) - 30),
    /** Inside the caller's transaction: what models said of these items (fullnames) goes when they go. */
    forgetItems: (from: Db, fullnames: readonly string[]): Promise<void> => reuse.forget(from, fullnames),
    /** Old answers and holds of crashed processes; how many rows went. */
    async prune(at?: number): Promise<number> {
      return (await reuse.prune(at)) + ((await model?.budget.sweep()) ?? 0);
    },
    close: async (): Promise<void> => model?.provider.close(),
  };
}
export type Ai = ReturnType<typeof createAi>;
