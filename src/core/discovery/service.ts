import { rm } from 'node:fs/promises';
import type { Campaign, CampaignInput, CampaignUpdate, Preview } from '#shared/campaigns.ts';
import { type Actor, ownerOf } from '../actor.ts';
import type { Bus } from '../bus.ts';
import { placesOf } from '../campaigns/places.ts';
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
import { createHearing } from './hearing.ts';
import { createImport } from './import.ts';
import type { Judge } from './judge.ts';
import { openRun } from './open-run.ts';
import { previewCampaign } from './preview.ts';
import { pruneHeard, type Retention } from './retention.ts';
import { createRunner } from './runner.ts';
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
    createFor(userId: string, input: CampaignInput, options: { sample: boolean }): Promise<Campaign>;
    remove(actor: Actor, id: string): Promise<null>;
  };
}

export interface ImportOptions {
  campaignId?: string | undefined;
  /** The file is an upload that nobody else needs. */
  removeAfter?: boolean;
  /** Bytes read so far. */
  onBytes?: (total: number) => void;
}

const missing = () => new AppError('not_found', 'There is no such campaign');
const switchedOff = 'Listening to Reddit is switched off: set reddit.source to auto in the configuration, or import a file';

/** The main job: hears places, judges what was heard, keeps what fits, tells about it. */
export function createDiscovery(deps: DiscoveryDeps) {
  const { db, bus, log, now, judge, source } = deps;
  const hearing = createHearing(deps);
  const imports = createImport({ db, now, judge, hearing });
  const runner = createRunner(log);
  const sourceId = source?.id ?? 'off';
  const live = (road: Source) => ({ source: road, scope: '', remember: true });

  async function getCampaign(actor: Actor, id: string): Promise<CampaignRow> {
    const owner = ownerOf(actor);
    const row = await db<CampaignRow>('campaigns')
      .where({ id: Number(id), ...(owner === null ? {} : { user_id: Number(owner) }) })
      .first();
    if (!row) throw missing();
    return row;
  }

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
    const road = { source: deps.sample, scope: run.scope, remember: false };
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
      const row = await getCampaign(actor, campaignId);
      if (row.sample === 1) return { runId: await startSample(row) };
      if (row.status !== 'active')
        throw new AppError(
          'conflict',
          row.status === 'paused' ? 'The campaign is paused: resume it first' : 'The campaign is a draft: make it active first',
        );
      return { runId: await startRun(row) };
    },

    /** Reads a file in the background; the run of the first campaign it is for is answered. */
    async importFile(actor: Actor, path: string, { campaignId, removeAfter = false, onBytes }: ImportOptions): Promise<{ runId: string }> {
      const runs = await imports.open(actor, campaignId).catch(async (error: unknown) => {
        if (removeAfter) await rm(path, { force: true });
        throw error;
      });
      runner.start('import', (signal) => imports.file(runs, { path, removeAfter, signal, ...(onBytes ? { onBytes } : {}) }));
      return { runId: String(runs[0]?.id) };
    },

    async importPaste(
      actor: Actor,
      pasted: { text?: string | undefined; url?: string | undefined; campaignId?: string | undefined },
    ): Promise<{ runId: string }> {
      if (pasted.url !== undefined && !parseRedditLink(pasted.url))
        throw new AppError('invalid', 'That is not a link to a Reddit post or comment', {
          details: [{ path: 'url', message: 'Not a Reddit link' }],
        });
      const runs = await imports.open(actor, pasted.campaignId);
      runner.start('paste', (signal) => imports.items(runs, () => deps.paste.read(pasted, signal)));
      return { runId: String(runs[0]?.id) };
    },

    /** Makes the sample campaign anew and lets its invented posts arrive through the same pipeline as real ones. */
    async createSample(actor: Actor): Promise<{ campaign: Campaign; runId: string }> {
      const owner = ownerOf(actor);
      if (owner === null) throw new AppError('invalid', 'Say whose campaign it is');
      const old = await db('campaigns')
        .where({ user_id: Number(owner), sample: 1 })
        .limit(10)
        .pluck<number[]>('id');
      for (const id of old) await deps.campaigns.remove(actor, String(id));
      const campaign = await deps.campaigns.createFor(owner, { ...sampleCampaign(), status: 'active' }, { sample: true });
      return { campaign, runId: await startSample(await getCampaign(actor, campaign.id)) };
    },

    preview: (actor: Actor, candidate: CampaignUpdate): Promise<Preview> => previewCampaign({ db, now }, actor, candidate),

    /** Judges in the background what is stored already, as after a campaign changed. */
    judgeSoon: () => runner.start('judge', (signal) => judge.judgeAll(signal)),

    syncDeletions: (signal: AbortSignal) => syncDeletions({ db, bus, now, source }, signal),
    prune: (signal: AbortSignal) => pruneHeard({ db, bus, now, retention: deps.retention }, signal),

    /** After a start: what a killed process left open is closed. */
    recover: (): Promise<number> => transact(db, (trx) => closeInterrupted(trx, now())),
    settled: () => runner.settled(),
    close: () => runner.close(),
  };
}
export type Discovery = ReturnType<typeof createDiscovery>;
