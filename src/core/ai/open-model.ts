import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Bus } from '#core/platform/bus.ts';
import type { Now, Sleep } from '#core/platform/clock.ts';
import type { Config } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { GuardOf } from '#core/platform/http/upstream.ts';
import type { Log } from '#core/platform/log.ts';
import { createCaller } from './caller.ts';
import { createHealth } from './health.ts';
import { type BudgetDeps, createBudget } from './ledger/budget.ts';
import { createProvider } from './registry.ts';
import { createTurns } from './turns.ts';

export interface AiDeps extends Pick<BudgetDeps, 'findExisting'> {
  db: Db;
  bus: Bus;
  log: Log;
  now: Now;
  config: Pick<Config, 'ai'>;
  guardOf?: GuardOf;
  sleep?: Sleep;
  /** 0 to 1, for jitter. */
  random?: () => number;
  /** Unguessable, at least 16 letters and digits. */
  newToken?: () => string;
}

/** Limit of a single call, in the budget's upper-bound count (one token per byte). */
const tokensPerCall = 48_000;
const million = 1_000_000;

/** The configured model with its budget and health; null without one. */
export function openModel(deps: AiDeps, settings: Config['ai']) {
  const { db, now, bus, log, findExisting } = deps;
  const { limits, prices } = settings;
  const provider = createProvider(settings, now, deps.guardOf);
  if (!provider) return null;
  const budget = createBudget({ db, now, ceilings: { ...limits, tokensPerCall }, longestCallMs: limits.timeoutMs, findExisting });
  const health = createHealth({
    provider,
    now,
    onChange(state) {
      log[state.state === 'ok' ? 'info' : 'warn']({ provider: state.provider, state: state.state, hint: state.hint }, state.message);
      const isWell = state.state === 'ok';
      bus.push({ userId: null }, 'system-health', { status: isWell ? 'ok' : 'degraded', message: state.message });
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
