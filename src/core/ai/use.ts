import type { AiStatus } from '#shared/ai.ts';
import { type Actor, isAdmin, ownerOf } from '#core/platform/actor.ts';
import type { Config } from '#core/platform/config.ts';
import { dayOf } from './ledger/entry.ts';
import type { Ai } from './service.ts';
import { createSpendReports, type SpendReportDeps, type SpendReports } from './spend-reports.ts';
import { presentSpend } from './present-spend.ts';

interface AiUseDeps extends SpendReportDeps {
  ai: Pick<Ai, 'state' | 'spent' | 'today' | 'readSpend' | 'listSpend'>;
  config: Pick<Config, 'ai'>;
  /** Number of posts that a model should still score, of a user or (null) of all users. */
  countWaiting: (userId: string | null) => Promise<number>;
}

function modelsOf({ ai }: Pick<Config, 'ai'>): Pick<AiStatus, 'provider' | 'model' | 'strongModel'> {
  if (ai.provider === 'builtin') return { provider: 'builtin', model: null, strongModel: null };
  const { model, strongModel } = ai[ai.provider];
  return { provider: ai.provider, model, strongModel: strongModel === '' ? null : strongModel };
}

async function readInstance({ ai, now }: AiUseDeps): Promise<NonNullable<AiStatus['instance']>> {
  const day = dayOf(now());
  const { tokens, calls, tokensPerDay, callsPerDay } = await ai.today(null);
  return { tokens, calls, tokensPerDay, callsPerDay, cost: presentSpend(await ai.readSpend({ from: day, to: day })).cost };
}

/** The state of the model for a user: it can be well and still not be asked. */
async function readState({ ai }: AiUseDeps, userId: string | null): Promise<Pick<AiStatus, 'state' | 'since' | 'message' | 'hint'>> {
  const { state, since, message, hint } = ai.state();
  const spent = state === 'ok' ? await ai.spent(userId) : null;
  if (spent)
    return { state: 'spent', since: null, message: `${spent.message}. Posts are scored without AI until midnight UTC.`, hint: null };
  return { state, since: since === null ? null : new Date(since).toISOString(), message, hint };
}

async function readStatus(deps: AiUseDeps, reports: SpendReports, actor: Actor): Promise<AiStatus> {
  const { ai, config, now, countWaiting } = deps;
  const owner = ownerOf(actor);
  const { hint, ...state } = await readState(deps, owner);
  const today = dayOf(now());
  const range = { from: today, to: today, userId: owner };
  return {
    ...modelsOf(config),
    ...state,
    hint: isAdmin(actor) ? hint : null,
    waiting: await countWaiting(owner),
    today: {
      ...presentSpend(await ai.readSpend(range)),
      byPurpose: await reports.byPurpose(range),
      byCampaign: await reports.byCampaign(range),
    },
    tokensPerUserDay: config.ai.limits.tokensPerUserDay,
    instance: isAdmin(actor) ? await readInstance(deps) : null,
  };
}

/** Status and spend of the model, for the app. */
export function createAiUse(deps: AiUseDeps) {
  const reports = createSpendReports(deps);
  return {
    status: (actor: Actor): Promise<AiStatus> => readStatus(deps, reports, actor),
    spend: reports.spend,
    usage: reports.usage,
  };
}
export type AiUse = ReturnType<typeof createAiUse>;
