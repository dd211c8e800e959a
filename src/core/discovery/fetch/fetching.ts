import { type Campaign, type CampaignInput, schedulePeriods } from '#shared/campaigns.ts';
import { type Actor, ownerOf, workspaceOf } from '#core/platform/actor.ts';
import { streamsOf } from '#core/inbox/campaigns/streams.ts';
import {
  findCampaign,
  listCampaignsBy,
  listLive,
  advanceRuns,
  noteRun,
  listDueCampaigns,
  listDueOwners as listOwners,
} from '#core/inbox/campaigns/queries.ts';
import { type CampaignRow, fieldsOf } from '#core/inbox/campaigns/rows.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Peers } from '#core/platform/peers.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { sampleCampaign } from '#core/sources/sample-data/campaign.ts';
import type { Transports } from '#core/sources/reddit/transports.ts';
import type { OtherSource, Source } from '#core/sources/source.ts';
import type { Ingest, Listener } from './ingest.ts';
import { openRun, noteSwitchedOff, type RedditChoice } from './open-run.ts';
import type { ScoringPass } from './tally.ts';
import { isOnReddit } from '#core/reddit/stream.ts';
import type { Runner } from '#core/platform/runner.ts';
import { findRunning, insertRun, isFetching, selectOpenRuns } from './run-queries.ts';

/** Ticks come slightly early or late, which must not delay a run by a whole tick. */
const slackMs = 5_000;

const nextRunAt = (schedule: CampaignInput['schedule'], now: number): number => now + schedulePeriods[schedule] - slackMs;

interface At {
  sourceId: string;
  now: number;
  /** This server. */
  server: number | null;
  /** Started by its user instead of the schedule. */
  asked: boolean;
}

async function openFor(trx: Trx, row: CampaignRow, { sourceId, now, server, asked }: At): Promise<Listener> {
  const id = await insertRun(trx, { campaignId: row.id, userId: row.user_id, source: sourceId, now, server });
  await noteRun(trx, row.id, { last_run_at: now, next_run_at: nextRunAt(row.schedule, now) });
  return {
    run: openRun({ id, campaignId: row.id, userId: row.user_id, source: sourceId, scope: '', asked }),
    streams: streamsOf(fieldsOf(row)),
  };
}

const atOf = (db: Db, now: number) => ({ now, openRuns: selectOpenRuns(db), periods: schedulePeriods });

/** Owners of campaigns that are due. */
export const listDueOwners = (db: Db, now: number): Promise<number[]> => listOwners(db, atOf(db, now));

/** Opens a run for each due campaign of these owners, and schedules the next. */
function claimDue(db: Db, owners: readonly number[], at: At & { onlyElsewhere: boolean }): Promise<Listener[]> {
  return transact(db, async (trx) => {
    const rows = await listDueCampaigns(trx, owners, { ...atOf(trx, at.now), onlyElsewhere: at.onlyElsewhere });
    const listeners: Listener[] = [];
    for (const row of rows) listeners.push(await openFor(trx, row, at));
    return listeners;
  });
}

/** Opens a run for one campaign now; null when one is open already. */
function claimNow(db: Db, row: CampaignRow, at: At): Promise<Listener | null> {
  return transact(db, async (trx) => {
    return (await isFetching(trx, row.id)) ? null : openFor(trx, row, at);
  });
}

export interface ListeningDeps extends RedditChoice {
  db: Db;
  now: Now;
  peers: Pick<Peers, 'number'>;
  scoringPass: ScoringPass;
  transports: Transports;
  /** Sources outside Reddit. */
  others: readonly OtherSource[];
  sample: Source;
  /** Creates and replaces sample campaigns. */
  campaigns: {
    create(actor: Actor, input: CampaignInput, options: { sample: boolean }): Promise<Campaign>;
    remove(actor: Actor, id: string): Promise<null>;
  };
}
interface Tools extends ListeningDeps {
  ingest: Ingest;
  runner: Runner;
}

/** The job starts every minute. */
const listenMs = 50_000;

async function getCampaign(db: Db, actor: Actor, id: string): Promise<CampaignRow> {
  const row = await findCampaign(db, ownerOf(actor), id);
  if (!row) throw new AppError('not_found', 'Campaign not found');
  return row;
}

async function ownersByTransport(transports: Transports, owners: readonly number[]): Promise<Map<Source | null, number[]>> {
  const byTransport = new Map<Source | null, number[]>();
  for (const userId of owners) {
    const source = await transports.of(userId);
    byTransport.set(source, [...(byTransport.get(source) ?? []), userId]);
  }
  return byTransport;
}

const live = (source: Source | null, others: readonly OtherSource[]) => ({ source, others, scope: '', remember: true });

/** Starts runs that a user asked for. */
function createStarting({ db, now, config, peers: { number: server }, transports, others, sample, ingest, runner }: Tools) {
  async function startRun(row: CampaignRow): Promise<string> {
    const source = await transports.of(row.user_id);
    await ingest.saveEnded();
    const listener = await claimNow(db, row, { sourceId: source?.id ?? 'off', now: now(), server, asked: true });
    if (!listener) return String(await findRunning(db, row.id));
    noteSwitchedOff([listener], source, config);
    runner.start('run', (signal) => ingest.ingest([listener], live(source, others), signal));
    return String(listener.run.id);
  }

  async function startSample(row: CampaignRow): Promise<string> {
    const base = { campaignId: row.id, userId: row.user_id, source: 'sample' };
    const id = await transact(db, async (trx) => {
      await noteRun(trx, row.id, { last_run_at: now() });
      return insertRun(trx, { ...base, now: now(), server });
    });
    const run = openRun({ ...base, id, scope: `campaign:${row.id}`, asked: true });
    const transport = { source: sample, scope: run.scope, remember: false };
    runner.start('sample', (signal) => ingest.ingest([{ run, streams: streamsOf(fieldsOf(row)).filter(isOnReddit) }], transport, signal));
    return String(id);
  }

  return { startRun, startSample };
}

/** Fetches from Reddit and the other sources, or from the sample source in Reddit's place. */
export function createFetching(tools: Tools) {
  const { db, now, config, peers, scoringPass, transports, others, campaigns, ingest, runner } = tools;
  const { startRun, startSample } = createStarting(tools);

  async function listenOver(source: Source | null, owners: readonly number[], signal: AbortSignal): Promise<Listener[]> {
    const at = { sourceId: source?.id ?? 'off', now: now(), server: peers.number, asked: false };
    const isShared = source !== null && source === (await transports.ofApp());
    const listeners = await claimDue(db, owners, { ...at, onlyElsewhere: source === null });
    noteSwitchedOff(listeners, source, config);
    if (listeners.length > 0) await ingest.ingest(listeners, { ...live(source, others), isShared }, signal);
    return listeners;
  }

  return {
    /** One tick: fetches every campaign that is due. */
    async listen(signal: AbortSignal): Promise<{ campaigns: number; leads: number }> {
      await ingest.saveEnded();
      await scoringPass.scoreAll(signal);
      const byTransport = await ownersByTransport(transports, await listDueOwners(db, now()));
      const groups = await Promise.all([...byTransport].map(([source, owners]) => listenOver(source, owners, signal)));
      const listeners = groups.flat();
      return { campaigns: listeners.length, leads: listeners.reduce((sum, { run }) => sum + run.tally.leads, 0) };
    },

    /** Reads the live streams that active campaigns monitor, for about a minute. */
    async listenLive(signal: AbortSignal): Promise<void> {
      for (const stream of await listLive(db)) {
        await ingest.listen(others, stream, { ms: listenMs, signal }).catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
      }
    },

    /** Makes all of a user's active campaigns due at the next tick, in the background. */
    fetchSoon: (userId: number): void => runner.start('listen soon', () => advanceRuns(db, userId, now())),

    /** Starts a run in the background; returns the open run if there is one. */
    async runNow(actor: Actor, campaignId: string): Promise<{ runId: string }> {
      const row = await getCampaign(db, actor, campaignId);
      if (row.status !== 'active') throw new AppError('conflict', `The campaign is ${row.status}. Resume it first.`);
      return { runId: await (row.sample === 1 ? startSample(row) : startRun(row)) };
    },

    /** Recreates the sample campaign, whose invented posts go through the same pipeline as real ones. */
    async createSample(actor: Actor): Promise<{ campaign: Campaign; runId: string }> {
      const samples = await listCampaignsBy(db, { user_id: workspaceOf(actor), sample: 1 }, 10);
      for (const { id } of samples) await campaigns.remove(actor, String(id));
      const campaign = await campaigns.create(actor, { ...sampleCampaign(), status: 'active' }, { sample: true });
      return { campaign, runId: await startSample(await getCampaign(db, actor, campaign.id)) };
    },
  };
}
