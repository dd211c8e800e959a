import { rm } from 'node:fs/promises';
import type { Campaign, CampaignInput, CampaignUpdate, Preview } from '#shared/campaigns.ts';
import { type Actor, ownerOf } from '../actor.ts';
import type { Bus } from '../bus.ts';
import { placesOf } from '../campaigns/places.ts';
import { findCampaign } from '../campaigns/queries.ts';
import { type CampaignRow, fieldsOf } from '../campaigns/rows.ts';
import type { Now } from '../clock.ts';
import { type Db, transact } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { parseRedditLink } from '../reddit/links.ts';
import type { Paste } from '../sources/paste.ts';
import { sampleCampaign } from '../sources/sample-data/campaign.ts';
import type { Source } from '../sources/source.ts';
import { syncDeletions } from './deletions.ts';
import { claimDue, claimNow } from './due.ts';
import { createHearing, type Hearing } from './hearing.ts';
import { createImport } from './import.ts';
import type { Judge } from './judge.ts';
import { openRun } from './open-run.ts';
import { previewCampaign } from './preview.ts';
import { pruneHeard, type Retention } from './retention.ts';
import { createRunner, type Runner } from './runner.ts';
import { closeInterrupted, findRunning, insertRun } from './runs.ts';

export interface DiscoveryDeps {
  db: Db;
  bus: Bus;
  log: Log;
  now: Now;
  judge: Judge;
  /** The road to Reddit; null: listening is switched off. */
  source: Source | null;
  sample: Source;
  paste: Paste;
  retention: Retention;
  /** Sample campaigns are made and replaced through these. */
  campaigns: {
    create(actor: Actor, input: CampaignInput, options: { sample: boolean }): Promise<Campaign>;
    remove(actor: Actor, id: string): Promise<null>;
  };
}

interface Pasted {
  text?: string | undefined;
  url?: string | undefined;
  campaignId?: string | undefined;
}
export interface ImportOptions {
  campaignId?: string | undefined;
  /** The file is an upload that nobody else needs. */
  removeAfter?: boolean;
  /** Bytes read so far. */
  onBytes?: (total: number) => void;
}

const switchedOff = 'Listening to Reddit is switched off: set reddit.source to auto in the configuration, or import a file';

interface Tools extends DiscoveryDeps {
  hearing: Hearing;
  runner: Runner;
}

async function getCampaign(db: Db, actor: Actor, id: string): Promise<CampaignRow> {
  const row = await findCampaign(db, ownerOf(actor), id);
  if (!row) throw new AppError('not_found', 'There is no such campaign');
  return row;
}

/** Listening to Reddit, and to the sample stream that stands in for it. */
function createListening({ db, now, judge, source, sample, campaigns, hearing, runner }: Tools) {
  const sourceId = source?.id ?? 'off';
  const live = (road: Source) => ({ source: road, scope: '', remember: true });

  async function startRun(row: CampaignRow): Promise<string> {
    const listener = await claimNow(db, row, { sourceId, now: now() });
    if (!listener) return String(await findRunning(db, row.id));
    runner.start('run', async (signal) => {
      if (source) return hearing.hear([listener], live(source), signal);
      listener.run.notes.push(switchedOff);
      return hearing.during([listener.run], () => Promise.resolve());
    });
    return String(listener.run.id);
  }

  async function startSample(row: CampaignRow): Promise<string> {
    const base = { campaignId: row.id, userId: row.user_id, source: 'sample' };
    const id = await transact(db, (trx) => insertRun(trx, { ...base, now: now() }));
    const run = openRun({ ...base, id, scope: `campaign:${row.id}` });
    const road = { source: sample, scope: run.scope, remember: false };
    runner.start('sample', (signal) => hearing.hear([{ run, places: placesOf(fieldsOf(row)) }], road, signal));
    return String(id);
  }

  return {
    /** One tick: hears every campaign whose turn has come. */
    async listen(signal: AbortSignal): Promise<{ campaigns: number; leads: number }> {
      await judge.judgeAll(signal);
      if (!source) return { campaigns: 0, leads: 0 };
      const listeners = await claimDue(db, { sourceId, now: now() });
      if (listeners.length > 0) await hearing.hear(listeners, live(source), signal);
      return { campaigns: listeners.length, leads: listeners.reduce((sum, { run }) => sum + run.tally.leads, 0) };
    },

    /** Starts listening at once and goes on in the background; a run that is going on already is answered instead. */
    async runNow(actor: Actor, campaignId: string): Promise<{ runId: string }> {
      const row = await getCampaign(db, actor, campaignId);
      if (row.status !== 'active') throw new AppError('conflict', `The campaign is ${row.status}: resume it first`);
      return { runId: await (row.sample === 1 ? startSample(row) : startRun(row)) };
    },

    /** Makes the sample campaign anew and lets its invented posts arrive through the same pipeline as real ones. */
    async createSample(actor: Actor): Promise<{ campaign: Campaign; runId: string }> {
      const owner = ownerOf(actor);
      if (owner === null) throw new AppError('invalid', 'Say whose campaign it is');
      const old = await db('campaigns')
        .where({ user_id: Number(owner), sample: 1 })
        .limit(10)
        .pluck<number[]>('id');
      for (const id of old) await campaigns.remove(actor, String(id));
      const campaign = await campaigns.create(actor, { ...sampleCampaign(), status: 'active' }, { sample: true });
      return { campaign, runId: await startSample(await getCampaign(db, actor, campaign.id)) };
    },
  };
}

/** What users bring themselves. */
function createBringing({ db, now, judge, paste, hearing, runner }: Tools) {
  const imports = createImport({ db, now, judge, hearing });
  return {
    /** Reads a file in the background; the run of the first campaign it is for is answered. */
    async importFile(actor: Actor, path: string, { campaignId, removeAfter = false, onBytes }: ImportOptions): Promise<{ runId: string }> {
      const runs = await imports.open(actor, campaignId).catch(async (error: unknown) => {
        if (removeAfter) await rm(path, { force: true });
        throw error;
      });
      runner.start('import', (signal) => imports.file(runs, { path, removeAfter, signal, onBytes }));
      return { runId: String(runs[0]?.id) };
    },

    async importPaste(actor: Actor, pasted: Pasted): Promise<{ runId: string }> {
      if (pasted.url !== undefined && !parseRedditLink(pasted.url)) {
        const message = 'That is not a link to a Reddit post or comment';
        throw new AppError('invalid', message, { details: [{ path: 'url', message }] });
      }
      const runs = await imports.open(actor, pasted.campaignId);
      runner.start('paste', (signal) => imports.items(runs, () => paste.read(pasted, signal)));
      return { runId: String(runs[0]?.id) };
    },
  };
}

/** The main job: hears places, judges what was heard, keeps what fits, tells about it. */
export function createDiscovery(deps: DiscoveryDeps) {
  const { db, bus, now, judge, source, retention } = deps;
  const runner = createRunner(deps.log);
  const tools: Tools = { ...deps, hearing: createHearing(deps), runner };
  return {
    ...createListening(tools),
    ...createBringing(tools),
    preview: (actor: Actor, candidate: CampaignUpdate): Promise<Preview> => previewCampaign({ db, now }, actor, candidate),
    /** Judges in the background what is stored already, as after a campaign changed. */
    judgeSoon: () => runner.start('judge', (signal) => judge.judgeAll(signal)),
    syncDeletions: (signal: AbortSignal) => syncDeletions({ db, bus, now, source }, signal),
    prune: (signal: AbortSignal) => pruneHeard({ db, bus, now, retention }, signal),
    /** After a start: what a killed process left open is closed. Answers how many runs that were. */
    recover: (): Promise<number> => transact(db, (trx) => closeInterrupted(trx, now())),
    /** Resolves when no background work is left. */
    settled: () => runner.settled(),
    close: () => runner.close(),
  };
}
export type Discovery = ReturnType<typeof createDiscovery>;
