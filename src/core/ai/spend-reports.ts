import { aiPurposes, type AiSpend, type AiUsage, type CampaignSpend, type SpendRange } from '#shared/ai.ts';
import { type Actor, ownerOf, requireAdmin } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { dayOf } from './ledger/entry.ts';
import { readMissRate, readUsernames, type SpendFilter } from './ledger/spend-queries.ts';
import type { SubjectReader } from './ledger/subjects.ts';
import type { Ai } from './service.ts';
import { presentSpend } from './present-spend.ts';

export interface SpendReportDeps extends Omit<SubjectReader, 'findExisting'> {
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
export function createSpendReports(deps: SpendReportDeps) {
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
export type SpendReports = ReturnType<typeof createSpendReports>;
