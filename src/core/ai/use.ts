import { type AiStatus, aiPurposes, type Spend as ShownSpend } from '#shared/ai.ts';
import { type Actor, isAdmin, ownerOf } from '../actor.ts';
import type { Now } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import { readCampaignNames } from './ledger/campaign-names.ts';
import { dayOf } from './ledger/entry.ts';
import type { Spend } from './ledger/spend.ts';
import type { Ai } from './service.ts';

interface Deps {
  db: Db;
  now: Now;
  ai: Pick<Ai, 'state' | 'today' | 'readSpend' | 'listSpend'>;
  config: Pick<Config, 'ai'>;
  /** Posts of the user, or of all for null, that a model should still judge. */
  countWaiting: (userId: string | null) => Promise<number>;
}

/** Without a price for any of its calls the cost is unknown, which is not nothing. */
const shown = ({ calls, tokensIn, tokensOut, cost, unpriced }: Spend): ShownSpend => ({
  calls,
  tokens: tokensIn + tokensOut,
  cost: calls > 0 && unpriced === calls ? null : cost,
});

function modelsOf({ ai }: Pick<Config, 'ai'>): Pick<AiStatus, 'provider' | 'model' | 'strongModel'> {
  if (ai.provider === 'builtin') return { provider: 'builtin', model: null, strongModel: null };
  const { model, strongModel } = ai[ai.provider];
  return { provider: ai.provider, model, strongModel: strongModel === '' ? null : strongModel };
}

/** How the model is and what it cost today, for the people who look at it. */
export function createAiUse({ db, now, ai, config, countWaiting }: Deps) {
  async function readToday(owner: string | null): Promise<AiStatus['today']> {
    const day = dayOf(now());
    const filter = { from: day, to: day, userId: owner };
    const purposes = await ai.listSpend('purpose', filter);
    const campaigns = await ai.listSpend('campaign_id', filter);
    const names = await readCampaignNames(
      db,
      campaigns.flatMap(({ key }) => (key === null ? [] : [Number(key)])),
    );
    return {
      ...shown(await ai.readSpend(filter)),
      byPurpose: purposes.flatMap(({ key, ...spend }) => {
        const purpose = aiPurposes.find((known) => known === key);
        return purpose ? [{ ...shown(spend), purpose }] : [];
      }),
      byCampaign: campaigns.flatMap(({ key, ...spend }) => {
        const name = names.get(Number(key));
        return key !== null && name !== undefined ? [{ ...shown(spend), campaignId: String(key), name }] : [];
      }),
    };
  }

  async function readInstance(): Promise<AiStatus['instance']> {
    const day = dayOf(now());
    const { tokens, calls, tokensPerDay, callsPerDay } = await ai.today(null);
    return { tokens, calls, tokensPerDay, callsPerDay, cost: shown(await ai.readSpend({ from: day, to: day })).cost };
  }

  return {
    async status(actor: Actor): Promise<AiStatus> {
      const { state, since, words, hint } = ai.state();
      const forAdmins = isAdmin(actor);
      return {
        ...modelsOf(config),
        state,
        since: since === null ? null : new Date(since).toISOString(),
        words,
        hint: forAdmins ? hint : null,
        waiting: await countWaiting(ownerOf(actor)),
        today: await readToday(ownerOf(actor)),
        tokensPerUserDay: config.ai.limits.tokensPerUserDay,
        instance: forAdmins ? await readInstance() : null,
      };
    },
  };
}
export type AiUse = ReturnType<typeof createAiUse>;
