import {
  type Spend as ShownSpend,
  aiPurposes,
  type AiSpend,
  type AiUsage,
  type CampaignSpend,
  type SpendRange,
  type AiStatus,
} from '#shared/ai.ts';
import { type Actor, ownerOf, requireAdmin, isAdmin } from '#core/platform/actor.ts';
import { type Now, isoTime } from '#core/platform/clock.ts';
import type { Config } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { dayOf, type SubjectReader } from './ledger/entry.ts';
import { type Spend, readMissRate, readUsernames, type SpendFilter } from './ledger/spend-queries.ts';
import type { Ai } from './service.ts';

/** If no call has a price, the cost is unknown (null) rather than zero. */
export const presentSpend = ({ calls, tokensIn, tokensOut, cost, unpriced }: Spend): ShownSpend => ({
  calls,
  tokens: tokensIn + tokensOut,
  cost: calls > 0 && unpriced === calls ? null : cost,
});

interface SpendReportDeps extends Omit<SubjectReader, 'findExisting'> {
  db: Db;
  now: Now;
  ai: Pick<Ai, 'readSpend' | 'listSpend'>;
}

const dayMs = 86_400_000;
const defaultDays = 30;
const maxDays = 366;
const maxNamed = 50;
const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

const refused = (path: string, message: string) => new AppError('invalid', message, { details: [{ path, message }] });

/** The range in UTC days since 1970, by default the last 30. Throws `invalid`. */
function daysOf(range: SpendRange, now: number): { from: number; to: number } {
  const to = range.to === undefined ? dayOf(now) : dayOf(Date.parse(range.to));
  const from = range.from === undefined ? to - defaultDays + 1 : dayOf(Date.parse(range.from));
  if (from > to) throw refused('to', 'Must end after it begins');
  if (to - from >= maxDays) throw refused('from', 'Choose a year at most');
  return { from, to };
}

const idsOf = (rows: readonly { key: string | number | null }[]): number[] => rows.flatMap(({ key }) => (key === null ? [] : Number(key)));

type Named = { id: string | null; name: string | null };

function createRows({ db, ai, readCampaignNames, readLeadNames, countLeads }: SpendReportDeps) {
  /** Largest first. A null ID means that the subject was deleted or that there was none. */
  async function named(by: 'lead_id' | 'user_id', filter: SpendFilter) {
    const rows = (await ai.listSpend(by, filter)).slice(0, maxNamed);
    const ids = idsOf(rows);
    const names = by === 'lead_id' ? await readLeadNames(ids) : await readUsernames(db, ids);
    return rows.map(({ key, ...spend }): ReturnType<typeof presentSpend> & Named => {
      const id = key === null ? null : String(key);
      return Object.assign(presentSpend(spend), { id, name: id === null ? null : (names.get(id) ?? null) });
    });
  }

  async function byCampaign(filter: SpendFilter): Promise<CampaignSpend[]> {
    const rows = await ai.listSpend('campaign_id', filter);
    const ids = idsOf(rows);
    const names = await readCampaignNames(ids);
    const leads = await countLeads(ids, { from: filter.from * dayMs, to: (filter.to + 1) * dayMs });
    return rows.flatMap(({ key, ...spend }) => {
      const name = names.get(String(key));
      if (key === null || name === undefined) return [];
      const [own, found] = [presentSpend(spend), leads.get(String(key)) ?? 0];
      return [
        { ...own, campaignId: String(key), name, leads: found, costPerLead: own.cost === null || found === 0 ? null : own.cost / found },
      ];
    });
  }

  return {
    named,
    byCampaign,
    async byPurpose(filter: SpendFilter) {
      return (await ai.listSpend('purpose', filter)).flatMap(({ key, ...spend }) => {
        const purpose = aiPurposes.find((known) => known === key);
        return purpose ? [{ ...presentSpend(spend), purpose }] : [];
      });
    },
    /** Every day of the range, including days without calls. */
    async byDay(filter: SpendFilter) {
      const spent = new Map((await ai.listSpend('day', filter)).map(({ key, ...spend }) => [Number(key), presentSpend(spend)]));
      return Array.from({ length: filter.to - filter.from + 1 }, (_, index) => {
        const day = filter.from + index;
        return { ...(spent.get(day) ?? { calls: 0, tokens: 0, cost: 0 }), day: dateOf(day) };
      });
    },
    async byModel(filter: SpendFilter) {
      return (await ai.listSpend('model', filter)).map(({ key, ...spend }) => Object.assign(presentSpend(spend), { model: String(key) }));
    },
  };
}

/** AI spend of a user and, for admins, of the instance. */
function createSpendReports(deps: SpendReportDeps) {
  const { db, now, ai } = deps;
  const { named, ...rows } = createRows(deps);

  async function report(range: SpendRange, userId: string | null) {
    const days = daysOf(range, now());
    const filter = { ...days, userId };
    return {
      filter,
      common: {
        from: dateOf(days.from),
        to: dateOf(days.to),
        total: presentSpend(await ai.readSpend(filter)),
        days: await rows.byDay(filter),
        byPurpose: await rows.byPurpose(filter),
        missed: await readMissRate(db, days.from, userId),
      },
    };
  }

  return {
    ...rows,
    async spend(actor: Actor, range: SpendRange): Promise<AiSpend> {
      const { filter, common } = await report(range, ownerOf(actor));
      const leads = (await named('lead_id', filter)).flatMap(({ id, name, ...spend }) =>
        id === null || name === null ? [] : [{ ...spend, leadId: id, username: name }],
      );
      return { ...common, byCampaign: await rows.byCampaign(filter), byLead: leads };
    },
    async usage(actor: Actor, range: SpendRange): Promise<AiUsage> {
      requireAdmin(actor);
      const { filter, common } = await report(range, null);
      const users = (await named('user_id', filter)).map(({ id, name, ...spend }) => Object.assign(spend, { userId: id, username: name }));
      return { ...common, byModel: await rows.byModel(filter), byUser: users };
    },
  };
}
type SpendReports = ReturnType<typeof createSpendReports>;

interface AiUseDeps extends SpendReportDeps {
  ai: Pick<Ai, 'state' | 'way' | 'spent' | 'today' | 'readSpend' | 'listSpend'>;
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
  return { state, since: isoTime(since), message, hint };
}

async function readStatus(deps: AiUseDeps, reports: SpendReports, actor: Actor): Promise<AiStatus> {
  const { ai, config, now, countWaiting } = deps;
  const owner = ownerOf(actor);
  const { hint, ...state } = await readState(deps, owner);
  const today = dayOf(now());
  const range = { from: today, to: today, userId: owner };
  return {
    ...modelsOf(config),
    way: await ai.way(),
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
