import type { Coverage } from '#shared/campaigns.ts';
import type { Dashboard } from '#shared/dashboard.ts';
import type { SourceHealth } from '#shared/source-health.ts';
import { fetchedKindOf } from '#shared/sources.ts';
import type { CoreContext } from '#core/context.ts';
import { noteVisit, readVisit } from '#core/accounts/queries.ts';
import { type Actor, isAdmin, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import type { Recent } from '../analytics/recent.ts';
import { readCoverages } from '#core/discovery/fetch/coverage.ts';
import { listCampaigns } from '#core/inbox/campaigns/queries.ts';
import { type CampaignRow, fieldsOf, suggestionsOf } from '#core/inbox/campaigns/rows.ts';
import { isoTime } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { writeOr } from '#core/platform/db/failure.ts';
import { listPasskeys } from '#core/accounts/passkeys/queries.ts';
import { hasAccount } from '#core/reddit/account/queries.ts';
import { countRated, hasAnswered, listRunning, listFeedback, readSince, readTotals } from './queries.ts';

interface Deps extends Pick<CoreContext, 'db' | 'readDb' | 'now'> {
  /** ID of the source that reads Reddit for this user, or `off`. */
  sourceIdOf: (userId: number) => Promise<string>;
  /** Figures of the last days, from the analytics. */
  readRecent: (actor: Actor, wanted: { days: number; zone?: string | undefined }) => Promise<Recent>;
  /** Health of the instance's sources. */
  listSources: () => Promise<SourceHealth[]>;
  /** Why nothing reads Reddit; null if something does. */
  whyOff: () => string | null;
  /** Whether users can connect their own Reddit account. */
  canConnect: () => boolean;
  /** What the instance is connected to. */
  connections: () => SetupContext['instance'];
}
interface Monitored {
  row: CampaignRow;
  coverage: Coverage;
}

const trendDays = 30;
const maxCampaigns = 200;
/** A longer absence shows only these days, with their start. */
const longestAwayMs = 30 * 86_400_000;
const sparkDays = 10;
const ratedShown = 50;
const feedbackWanted = 8;
const problemsShown = 10;

/** Combines the half-hourly strips of a campaign's streams; null where nothing could be read. */
function joinStrips(coverage: Coverage): (number | null)[] {
  return Array.from({ length: 48 }, (_, at) => {
    const parts = coverage.places.map(({ strip }) => strip[at] ?? (strip[at] === null ? null : -1));
    const read = parts.filter((part) => part !== null && part >= 0).map(Number);
    if (read.length > 0) return read.reduce((sum, part) => sum + part, 0);
    return parts.includes(null) ? null : -1;
  });
}

function monitoredOf(monitored: readonly Monitored[]): Dashboard['monitored'] {
  const problems = new Map<string, Dashboard['monitored']['problems'][number]>();
  const seen = new Map<string, boolean>();
  for (const { row, coverage } of monitored) {
    for (const { kind, name: address, title, state, error } of coverage.places) {
      const { of, labelOf } = fetchedKindOf(kind);
      // Posts and comments of one place fail together.
      const name = title ?? (of.source === 'reddit' ? address : (Object.values(of.fetchedAs ?? {})[0] ?? labelOf)(address));
      const key = `${kind}:${address.toLowerCase()}`;
      seen.set(key, state === 'ok' || state === 'empty');
      const isSaid = error !== null && error === coverage.reddit;
      if ((state === 'failed' || state === 'limited') && !isSaid && !problems.has(name.toLowerCase()))
        problems.set(name.toLowerCase(), { name, campaignId: String(row.id), state, message: error ?? 'Could not be read' });
    }
  }
  // Streams that failed come before streams that only wait.
  const sorted = [...problems.values()].toSorted((a, b) => a.state.localeCompare(b.state));
  return {
    total: seen.size,
    monitored: [...seen.values()].filter(Boolean).length,
    problems: sorted.slice(0, problemsShown),
    reddit: monitored.find(({ coverage }) => coverage.reddit !== null)?.coverage.reddit ?? null,
  };
}

interface CardContext {
  /** By campaign. */
  feedback: ReadonlyMap<number, readonly string[]>;
  recent: Recent;
  running: ReadonlySet<number>;
}

function cardOf({ row, coverage }: Monitored, { feedback, recent, running }: CardContext): Dashboard['campaigns'][number] {
  const rated = feedback.get(row.id) ?? [];
  const right = rated.filter((one) => one === 'right').length;
  const leads = recent.byCampaign.get(row.id) ?? recent.days.map(() => 0);
  return {
    id: String(row.id),
    name: row.name,
    status: row.status,
    sample: row.sample === 1,
    sparkline: leads.slice(-sparkDays),
    today: leads.at(-1) ?? 0,
    right: rated.length === 0 ? null : right / rated.length,
    rated: rated.length,
    strip: joinStrips(coverage),
    nextRunAt: row.status === 'active' ? isoTime(row.next_run_at) : null,
    running: running.has(row.id),
    suggestions: suggestionsOf(row, fieldsOf(row)).length,
  };
}

interface SetupContext {
  userId: number;
  personId: number;
  rows: readonly CampaignRow[];
  canConnect: () => boolean;
  /** What only admins set up, and whether it is. */
  instance: readonly { key: 'model' | 'email'; done: boolean }[];
}

async function setupOf(db: Db, { userId, personId, rows, canConnect, instance }: SetupContext): Promise<Dashboard['setup']> {
  const rated = await countRated(db, userId, feedbackWanted);
  return [
    { key: 'account', done: true, progress: null },
    { key: 'campaign', done: rows.some((row) => row.sample === 0), progress: null },
    ...(canConnect() ? [{ key: 'connect' as const, done: await hasAccount(db, personId), progress: null }] : []),
    { key: 'rate', done: rated >= feedbackWanted, progress: `${rated} of ${feedbackWanted}` },
    { key: 'reply', done: await hasAnswered(db, userId), progress: null },
    ...instance.map((step) => ({ ...step, progress: null })),
    { key: 'passkey', done: (await listPasskeys(db, personId)).length > 0, progress: null },
  ];
}

async function sinceVisit(db: Db, { userId, at, now }: { userId: number; at: number; now: number }): Promise<Dashboard['since']> {
  return { at: isoTime(at), ...(await readSince(db, userId, { at, now })) };
}

const trendOf = ({ days, leads, answered }: Recent): Dashboard['trend'] =>
  days.map((day, at) => ({ day, leads: leads[at] ?? 0, answered: answered[at] ?? 0 }));

/** What needs the user's attention, and what happened since their last visit. */
export function createDashboard({ db, readDb, now, sourceIdOf, readRecent, listSources, canConnect, connections, whyOff }: Deps) {
  async function listFetched(rows: readonly CampaignRow[], userId: number): Promise<Monitored[]> {
    const coverages = await readCoverages(readDb, rows, { sourceId: await sourceIdOf(userId), now: now(), whyOff: whyOff() });
    return rows.flatMap((row, index) => {
      const coverage = coverages[index];
      return coverage ? [{ row, coverage }] : [];
    });
  }

  /** Records the visit. Returns the end of the one before. */
  async function enter(userId: number, at: number): Promise<number> {
    const { previous, isNoted } = await readVisit(readDb, userId, at);
    if (isNoted) return previous;
    return writeOr(
      () => transact(db, (trx) => noteVisit(trx, userId, at)),
      async () => previous,
    );
  }

  return {
    /** `zone` applies if the user has set no time zone. */
    async get(actor: Actor, { zone }: { zone?: string | undefined } = {}): Promise<Dashboard> {
      const userId = workspaceOf(actor);
      const at = now();
      const lastHere = await enter(userIdOf(actor), at);
      const rows = await listCampaigns(readDb, String(userId), { beforeId: null, limit: maxCampaigns });
      // At the same time: on PostgreSQL, each statement is a round trip.
      const [monitored, feedback, recent, totals, running, since, setup, sources] = await Promise.all([
        listFetched(rows, userId),
        listFeedback(
          readDb,
          rows.map(({ id }) => id),
          ratedShown,
        ),
        readRecent(actor, { days: trendDays, zone }),
        readTotals(readDb, userId),
        listRunning(readDb, userId),
        sinceVisit(readDb, { userId, at: Math.max(lastHere, at - longestAwayMs), now: at }),
        setupOf(readDb, { userId, personId: userIdOf(actor), rows, canConnect, instance: isAdmin(actor) ? connections() : [] }),
        isAdmin(actor) ? listSources() : [],
      ]);
      return {
        needAnswer: totals.newLeads,
        since,
        totals,
        trend: trendOf(recent),
        recent: {
          leads: recent.now.leads,
          leadsBefore: recent.before.leads,
          answered: recent.now.answered,
          answeredBefore: recent.before.answered,
          seenMinutes: recent.seenMinutes,
          seen: recent.seen,
        },
        monitored: monitoredOf(monitored.filter(({ row }) => row.status === 'active')),
        outages: sources.filter(({ state }) => state === 'down'),
        campaigns: monitored.map((one) => cardOf(one, { feedback, recent, running })),
        setup,
      };
    },
  };
}
export type DashboardService = ReturnType<typeof createDashboard>;
