import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Bus } from '#core/platform/bus.ts';
import type { Now, Sleep } from '#core/platform/clock.ts';
import type { Config } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { GuardOf } from '#core/platform/http/upstream.ts';
import type { Log } from '#core/platform/log.ts';
import { Slots } from '#core/platform/slots.ts';
import { createCaller } from './caller.ts';
import { createHealth } from './health.ts';
import { type BudgetDeps, createBudget } from './ledger/budget.ts';
import { createProvider } from './registry.ts';

interface Price {
  in: number;
  out: number;
}

/** US dollars per million tokens: list prices of openai.com/api/pricing as of 2025-04-14, when these models came out. */
const openai: Readonly<Record<string, Price>> = {
  'gpt-4.1': { in: 2, out: 8 },
  'gpt-4.1-mini': { in: 0.4, out: 1.6 },
  'gpt-4.1-nano': { in: 0.1, out: 0.4 },
};
/** The default model of Ollama runs on the operator's own machine. */
const ollama: Readonly<Record<string, Price>> = { 'llama3.1': { in: 0, out: 0 } };

/** The price of a model: the configured one, else a known one of OpenAI itself or Ollama's default; null if it is unknown. */
export function priceOf({ prices, provider, openai: { baseUrl } }: Config['ai'], model: string): Price | null {
  const known = provider === 'ollama' ? ollama : new URL(baseUrl).hostname === 'api.openai.com' ? openai : {};
  return prices[model] ?? known[model] ?? null;
}

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
  const caller = createCaller({
    provider,
    budget,
    health,
    slots: new Slots({ running: { all: limits.concurrency } }),
    sleep: deps.sleep ?? ((ms, signal) => sleepFor(ms, undefined, signal ? { signal } : {})),
    random: deps.random ?? Math.random,
    onEnded: (result) => bus.emit('model:called', { result }),
    priceOf(model, tokensIn, tokensOut) {
      const price = priceOf(settings, model);
      return price ? (tokensIn * price.in + tokensOut * price.out) / million : null;
    },
  });
  return { provider, budget, health, caller };
}
