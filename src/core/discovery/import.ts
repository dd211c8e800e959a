import { rm } from 'node:fs/promises';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import type { CampaignRow } from '#core/inbox/campaigns/rows.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { diskFullMessage, type DiskSpace } from '#core/platform/disk-space.ts';
import { readFileItems } from './sources/file.ts';
import type { Ingest } from './ingest.ts';
import type { Items } from '#core/inbox/items/items.ts';
import type { ScoringPass } from './scoring-pass.ts';
import { noteItems, type OpenRun, openRun } from './open-run.ts';
import { insertRun } from './runs.ts';

export interface ImportDeps {
  db: Db;
  now: Now;
  scoringPass: ScoringPass;
  ingest: Ingest;
  itemStore: Items;
  diskSpace: DiskSpace;
}

const batchSize = 500;
const badShown = 5;

/** The campaigns that an import is for: the named one, or every active one of the user. Throws in words. */
async function listTargets(db: Db, actor: Actor, campaignId: string | undefined): Promise<CampaignRow[]> {
  const owner = ownerOf(actor);
  if (campaignId === undefined && owner === null) throw new AppError('invalid', 'A campaign is required');
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
      ? new AppError('conflict', 'Create a campaign first, so there is something to match the file against')
      : new AppError('not_found', 'Campaign not found');
  if (campaignId !== undefined && first.status !== 'active') throw new AppError('conflict', 'The campaign is not active. Resume it first.');
  return rows;
}

/** Where an import's lines went: those that are no items are counted, the first five kept in words. */
class BadLines {
  #count = 0;
  readonly #shown: string[] = [];
  add({ line, message }: { line: number; message: string }): void {
    this.#count += 1;
    if (this.#shown.length < badShown) this.#shown.push(`Line ${line}: ${message}`);
  }
  tell(runs: readonly OpenRun[]): void {
    if (this.#count === 0) return;
    const more = this.#count - this.#shown.length;
    for (const run of runs) {
      run.tally.filtered['unreadable line'] = this.#count;
      run.notes.push(...this.#shown, ...(more > 0 ? [`… and ${more} more lines that could not be read`] : []));
    }
  }
}

async function openRuns({ db, now }: ImportDeps, actor: Actor, campaignId: string | undefined): Promise<OpenRun[]> {
  const targets = await listTargets(db, actor, campaignId);
  return transact(db, async (trx) => {
    const runs: OpenRun[] = [];
    for (const { id, user_id } of targets) {
      const base = { campaignId: id, userId: user_id, source: 'import' };
      const scope = campaignId === undefined ? `user:${user_id}` : `campaign:${id}`;
      runs.push(openRun({ ...base, scope, id: await insertRun(trx, { ...base, now: now() }) }));
    }
    return runs;
  });
}

interface FileWork {
  path: string;
  removeAfter: boolean;
  signal: AbortSignal;
  onBytes: ((total: number) => void) | undefined;
}

/** Brings items that a user has: they are kept apart from what was fetched on Reddit, for this user or campaign alone. */
export function createImport(deps: ImportDeps) {
  const { db, now, scoringPass, ingest, itemStore, diskSpace } = deps;

  async function take(items: readonly FetchedItem[], runs: readonly OpenRun[]): Promise<void> {
    if ((await diskSpace()) <= 0) throw new AppError('unavailable', diskFullMessage);
    const scope = runs[0]?.scope ?? '';
    const stored = await transact(db, (trx) => itemStore.store(trx, { scope, source: 'import', items, now: now() }));
    for (const run of runs) noteItems(run, items.length, stored.fresh);
    ingest.heard(scope);
    await scoringPass.scoreAll();
    for (const run of runs) await ingest.progress(run, null);
  }

  async function readFile({ path, signal, onBytes }: FileWork, runs: readonly OpenRun[]): Promise<void> {
    let batch: FetchedItem[] = [];
    const bad = new BadLines();
    for await (const entry of readFileItems({ input: path, now, signal, ...(onBytes ? { onBytes } : {}) })) {
      if ('item' in entry) batch.push(entry.item);
      else bad.add(entry.bad);
      if (batch.length < batchSize) continue;
      await take(batch, runs);
      batch = [];
    }
    await take(batch, runs);
    bad.tell(runs);
  }

  return {
    /** Runs for the campaigns that the import is for; throws in words. */
    open: (actor: Actor, campaignId: string | undefined): Promise<OpenRun[]> => openRuns(deps, actor, campaignId),
    /** For the background: resolves when the file is through, whatever it holds. */
    async file(runs: readonly OpenRun[], work: FileWork): Promise<void> {
      await ingest.during(runs, () => readFile(work, runs)).finally(() => (work.removeAfter ? rm(work.path, { force: true }) : undefined));
    },
    items: (runs: readonly OpenRun[], read: () => Promise<FetchedItem[]>): Promise<void> =>
      ingest.during(runs, async () => take(await read(), runs)),
  };
}
