import { rm } from 'node:fs/promises';
import type { Actor } from '../actor.ts';
import { ownerOf } from '../actor.ts';
import type { CampaignRow } from '../campaigns/rows.ts';
import type { Now } from '../clock.ts';
import { type Db, transact } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import type { HeardItem } from '../item.ts';
import { readFileItems } from '../sources/file.ts';
import type { Hearing } from './hearing.ts';
import { storeItems } from './items.ts';
import type { Judge } from './judge.ts';
import { noteItems, type OpenRun, openRun } from './open-run.ts';
import { insertRun } from './runs.ts';

export interface ImportDeps {
  db: Db;
  now: Now;
  judge: Judge;
  hearing: Hearing;
}

const batchSize = 500;
const badShown = 5;

/** The campaigns that an import is for: the named one, or every active one of the user. Throws in words. */
async function listTargets(db: Db, actor: Actor, campaignId: string | undefined): Promise<CampaignRow[]> {
  const owner = ownerOf(actor);
  if (campaignId === undefined && owner === null) throw new AppError('invalid', 'Say which campaign it is for');
  const rows = await db<CampaignRow>('campaigns')
    .where({
      ...(owner === null ? {} : { user_id: Number(owner) }),
      ...(campaignId === undefined ? { sample: 0, status: 'active' } : { id: Number(campaignId) }),
    })
    .select('*')
    .orderBy('id')
    .limit(1000);
  const [first] = rows;
  if (!first)
    throw campaignId === undefined
      ? new AppError('conflict', 'Create a campaign first: there is nothing to compare the file with')
      : new AppError('not_found', 'There is no such campaign');
  if (campaignId !== undefined && first.status !== 'active') throw new AppError('conflict', 'The campaign is not active; resume it first');
  return rows;
}

/** Brings items that a user has: they are kept apart from what was heard on Reddit, for this user or campaign alone. */
export function createImport({ db, now, judge, hearing }: ImportDeps) {
  async function open(actor: Actor, campaignId: string | undefined): Promise<OpenRun[]> {
    const targets = await listTargets(db, actor, campaignId);
    return transact(db, async (trx) => {
      const runs: OpenRun[] = [];
      for (const { id, user_id } of targets) {
        const scope = campaignId === undefined ? `user:${user_id}` : `campaign:${id}`;
        runs.push(
          openRun({
            id: await insertRun(trx, { campaignId: id, userId: user_id, source: 'import', now: now() }),
            campaignId: id,
            userId: user_id,
            source: 'import',
            scope,
          }),
        );
      }
      return runs;
    });
  }

  async function take(items: readonly HeardItem[], runs: readonly OpenRun[]): Promise<void> {
    const scope = runs[0]?.scope ?? '';
    const stored = await transact(db, (trx) => storeItems(trx, { scope, source: 'import', items, now: now() }));
    for (const run of runs) noteItems(run, items.length, stored.fresh);
    await judge.judgeAll();
    for (const run of runs) await hearing.progress(run);
  }

  /** Reads the file in batches; lines that are no items are counted, the first five kept in words. */
  async function readFile(
    path: string,
    runs: readonly OpenRun[],
    { signal, onBytes }: { signal: AbortSignal; onBytes?: (total: number) => void },
  ): Promise<void> {
    let batch: HeardItem[] = [];
    const bad: string[] = [];
    let badLines = 0;
    for await (const entry of readFileItems({ input: path, now, signal, ...(onBytes ? { onBytes } : {}) })) {
      if ('item' in entry) batch.push(entry.item);
      else {
        badLines += 1;
        if (bad.length < badShown) bad.push(`Line ${entry.bad.line}: ${entry.bad.message}`);
      }
      if (batch.length >= batchSize) {
        await take(batch, runs);
        batch = [];
      }
    }
    await take(batch, runs);
    if (badLines === 0) return;
    for (const run of runs) {
      run.tally.filtered['unreadable line'] = badLines;
      run.notes.push(...bad, ...(badLines > badShown ? [`… and ${badLines - badShown} more lines that could not be read`] : []));
    }
  }

  return {
    open,
    /** For the background: resolves when the file is through, whatever it holds. `removeAfter`: it was an upload. */
    async file(
      runs: readonly OpenRun[],
      { path, removeAfter, ...options }: { path: string; removeAfter: boolean; signal: AbortSignal; onBytes?: (total: number) => void },
    ): Promise<void> {
      await hearing.during(runs, () => readFile(path, runs, options));
      if (removeAfter) await rm(path, { force: true });
    },
    items: (runs: readonly OpenRun[], read: () => Promise<HeardItem[]>): Promise<void> =>
      hearing.during(runs, async () => take(await read(), runs)),
  };
}
