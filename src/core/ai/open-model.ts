import { setTimeout as sleepFor } from 'node:timers/promises';
import { modelServerOf, type Price } from '#shared/model-servers.ts';
import type { CoreContext } from '#core/context.ts';
import type { Sleep } from '#core/platform/clock.ts';
import type { Config } from '#core/platform/config.ts';
import type { GuardOf } from '#core/platform/http/upstream.ts';
import { Slots } from '#core/platform/slots.ts';
import { createCaller } from './caller.ts';
import { createHealth } from './health.ts';
import { type BudgetDeps, createBudget } from './ledger/budget.ts';
import { addressOf, createProvider } from './registry.ts';
import { createWays } from './ways.ts';

/** The price of a model: the configured one, else the list price at a known server; null if it is unknown. */
export function priceOf(settings: Pick<Config['ai'], 'provider' | 'prices' | 'openai' | 'ollama'>, model: string): Price | null {
  const server = modelServerOf(settings.provider, addressOf(settings));
  return settings.prices[model] ?? server?.prices[model] ?? null;
}

/** Of some tokens, in the currency of the prices; null without a price, or if the tokens aren't known. */
export function costOf(
  settings: Parameters<typeof priceOf>[0],
  { model, tokensIn, tokensOut }: { model: string; tokensIn: number | null; tokensOut: number | null },
): number | null {
  const price = priceOf(settings, model);
  return price && tokensIn !== null && tokensOut !== null ? (tokensIn * price.in + tokensOut * price.out) / million : null;
}

export interface AiDeps extends Pick<BudgetDeps, 'findExisting'>, Pick<CoreContext, 'db' | 'bus' | 'log' | 'now'> {
  config: Pick<Config, 'ai' | 'scoring'>;
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
  const { limits } = settings;
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
  const ways = createWays({ db, now, provider, address: addressOf(settings), timeoutMs: limits.timeoutMs });
  const caller = createCaller({
    provider,
    budget,
    health,
    ways,
    slots: new Slots({ running: { all: limits.concurrency } }),
    sleep: deps.sleep ?? ((ms, signal) => sleepFor(ms, undefined, signal ? { signal } : {})),
    random: deps.random ?? Math.random,
    onEnded: (result) => bus.emit('model:called', { result }),
    costOf: (used) => costOf(settings, used),
  });
  return { provider, budget, health, ways, caller };
}
