import type { Coverage } from '#shared/campaigns.ts';
import type { Dashboard } from '#shared/dashboard.ts';
import type { Lead } from '#shared/leads.ts';
import type { Actor } from '../actor.ts';
import { readCoverage } from '../campaigns/coverage.ts';
import { type CampaignRow, fieldsOf } from '../campaigns/rows.ts';
import type { Now } from '../clock.ts';
import { type Db, transact } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import {
  countAnsweredByDay,
  countJudged,
  countLeadsByDay,
  hasAnswered,
  listOwnCampaigns,
  listRunning,
  listVerdicts,
  noteVisit,
  readSince,
  readTotals,
} from './queries.ts';

interface Deps {
  db: Db;
  now: Now;
  /** Id of the road to Reddit that serves this user, or `off`. */
  sourceIdOf: (userId: number) => Promise<string>;
  /** The strongest leads that nobody answered yet. */
  listHotLeads: (actor: Actor, limit: number) => Promise<Lead[]>;
}
interface Heard {
  row: CampaignRow;
  coverage: Coverage;
}

const dayMs = 86_400_000;
const trendDays = 30;
const sparkDays = 10;
const hotShown = 5;
const judgedShown = 50;
const judgementsWanted = 8;
const problemsShown = 10;

type Counts = Awaited<ReturnType<typeof countLeadsByDay>>;
const sumOf = (counts: Counts, day: number, campaignId?: number): number =>
  counts.reduce((sum, row) => sum + (row.day === day && (campaignId === undefined || row.campaign_id === campaignId) ? row.n : 0), 0);

/** One strip for a campaign: what all its places brought, null where nothing could be read. */
function joinStrips(coverage: Coverage): (number | null)[] {
  return Array.from({ length: 48 }, (_, at) => {
    const parts = coverage.places.map(({ strip }) => strip[at] ?? (strip[at] === null ? null : -1));
    const read = parts.filter((part) => part !== null && part >= 0).map(Number);
    if (read.length > 0) return read.reduce((sum, part) => sum + part, 0);
    return parts.includes(null) ? null : -1;
  });
}

function hearingOf(heard: readonly Heard[]): Dashboard['hearing'] {
  const problems = new Map<string, Dashboard['hearing']['problems'][number]>();
  const seen = new Map<string, boolean>();
  for (const { row, coverage } of heard) {
    for (const { kind, name, state, error } of coverage.places) {
      const key = `${kind}:${name.toLowerCase()}`;
      seen.set(key, state === 'ok' || state === 'empty');
      if ((state === 'failed' || state === 'limited') && !problems.has(name.toLowerCase()))
        problems.set(name.toLowerCase(), { name, campaignId: String(row.id), state, words: error ?? 'Could not be read' });
    }
  }
  // What could not be read at all stands before what only has to wait.
  const sorted = [...problems.values()].toSorted((a, b) => a.state.localeCompare(b.state));
  return { total: seen.size, hearing: [...seen.values()].filter(Boolean).length, problems: sorted.slice(0, problemsShown) };
}

interface CardContext {
  db: Db;
  leads: Counts;
  running: ReadonlySet<number>;
  today: number;
}

async function cardOf({ row, coverage }: Heard, { db, leads, running, today }: CardContext): Promise<Dashboard['campaigns'][number]> {
  const verdicts = await listVerdicts(db, row.id, judgedShown);
  const right = verdicts.filter((verdict) => verdict === 'right').length;
  return {
    id: String(row.id),
    name: row.name,
    status: row.status,
    sample: row.sample === 1,
    sparkline: Array.from({ length: sparkDays }, (_, index) => sumOf(leads, today - sparkDays + 1 + index, row.id)),
    today: sumOf(leads, today, row.id),
    right: verdicts.length === 0 ? null : right / verdicts.length,
    judged: verdicts.length,
    strip: joinStrips(coverage),
    nextRunAt: row.next_run_at === null || row.status !== 'active' ? null : new Date(row.next_run_at).toISOString(),
    running: running.has(row.id),
  };
}

async function setupOf(db: Db, userId: number, rows: readonly CampaignRow[]): Promise<Dashboard['setup']> {
  const judged = await countJudged(db, userId, judgementsWanted);
  return [
    { key: 'account', done: true, progress: null },
    { key: 'campaign', done: rows.some((row) => row.sample === 0), progress: null },
    { key: 'judge', done: judged >= judgementsWanted, progress: `${judged} of ${judgementsWanted}` },
    { key: 'reply', done: await hasAnswered(db, userId), progress: null },
  ];
}

async function sinceVisit(
  db: Db,
  { userId, rows, at, now }: { userId: number; rows: readonly CampaignRow[]; at: number; now: number },
): Promise<Dashboard['since']> {
  const fields = rows.map(fieldsOf);
  const subreddits = [...new Set(fields.flatMap((campaign) => campaign.subreddits.map((name) => name.toLowerCase())))];
  const everywhere = fields.some((campaign) => campaign.searchEverywhere);
  return {
    at: new Date(at).toISOString(),
    ...(await readSince(db, userId, { at, now, subreddits: subreddits.slice(0, 10_000), everywhere })),
  };
}

function trendOf(leads: Counts, answered: Counts, today: number): Dashboard['trend'] {
  return Array.from({ length: trendDays }, (_, index) => {
    const day = today - trendDays + 1 + index;
    return { day: new Date(day * dayMs).toISOString().slice(0, 10), leads: sumOf(leads, day), answered: sumOf(answered, day) };
  });
}

/** What needs the user now, and what happened since they were last here. */
export function createDashboard({ db, now, sourceIdOf, listHotLeads }: Deps) {
  async function listHeard(rows: readonly CampaignRow[], userId: number): Promise<Heard[]> {
    const heard: Heard[] = [];
    const [sourceId, at] = [await sourceIdOf(userId), now()];
    for (const row of rows) heard.push({ row, coverage: await readCoverage(db, row, { sourceId, now: at }) });
    return heard;
  }

  return {
    async get(actor: Actor): Promise<Dashboard> {
      if (actor.kind === 'system') throw new AppError('forbidden', 'The dashboard belongs to a person');
      const userId = Number(actor.userId);
      const at = now();
      const today = Math.floor(at / dayMs);
      const lastHere = await transact(db, (trx) => noteVisit(trx, userId, at));
      const rows = await listOwnCampaigns(db, userId);
      const heard = await listHeard(rows, userId);
      const from = (today - trendDays + 1) * dayMs;
      const leads = await countLeadsByDay(db, userId, from);
      const totals = await readTotals(db, userId);
      const context: CardContext = { db, leads, running: await listRunning(db, userId), today };
      const campaigns: Dashboard['campaigns'] = [];
      for (const one of heard) campaigns.push(await cardOf(one, context));
      return {
        needAnswer: totals.newLeads,
        hotLeads: await listHotLeads(actor, hotShown),
        since: await sinceVisit(db, { userId, rows, at: lastHere, now: at }),
        totals,
        trend: trendOf(leads, await countAnsweredByDay(db, userId, from), today),
        hearing: hearingOf(heard.filter(({ row }) => row.status === 'active')),
        campaigns,
        setup: await setupOf(db, userId, rows),
      };
    },
  };
}
export type DashboardService = ReturnType<typeof createDashboard>;
