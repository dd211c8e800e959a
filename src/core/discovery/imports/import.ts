import { type Actor, ownedBy, ownerOf } from '#core/platform/actor.ts';
import { listCampaignsBy } from '#core/inbox/campaigns/queries.ts';
import type { CampaignRow } from '#core/inbox/campaigns/rows.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Peers } from '#core/platform/peers.ts';
import type { Config } from '#core/platform/config.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { diskFullMessage, type DiskSpace } from '#core/platform/guards/disk.ts';
import { type FileOptions, readFileItems } from '#core/sources/files/file.ts';
import type { Ingest } from '../fetch/ingest.ts';
import type { Items } from '#core/inbox/items/items.ts';
import type { ScoringPass } from '../fetch/tally.ts';
import { noteItems, type OpenRun, openRun, unreadable } from '../fetch/open-run.ts';
import { advanceImport, insertImport, type PendingImport, countImportedItems, countImports } from './pending-import-queries.ts';
import { insertRun } from '../fetch/run-queries.ts';

type Limits = Config['limits'];

/** Throws `conflict` when the user has reached the limit of imported items. */
export async function requireItemSpace(trx: Trx, userId: number, { itemsPerUser: max }: Limits): Promise<void> {
  if ((await countImportedItems(trx, userId)) < max) return;
  const message = `An account may have ${max.toLocaleString('en-US')} imported posts and comments. Delete a campaign that you imported for, then import the rest.`;
  throw new AppError('conflict', message);
}

/** Also throws `too_many` when the user has reached the limit of running and waiting imports. */
async function requireImportSpace(trx: Trx, userId: number, limits: Limits): Promise<void> {
  const { importsPerUser: max } = limits;
  if ((await countImports(trx, userId)) >= max)
    throw new AppError(
      'too_many',
      `${max === 1 ? '1 import' : `${max} imports`} of yours are not finished yet. Wait for one, then try again.`,
      {
        retryAfter: 60,
      },
    );
  await requireItemSpace(trx, userId, limits);
}

export interface ImportDeps {
  config: Pick<Config, 'limits'>;
  db: Db;
  now: Now;
  peers: Pick<Peers, 'number'>;
  scoringPass: ScoringPass;
  ingest: Ingest;
  itemStore: Items;
  diskSpace: DiskSpace;
}

const batchSize = 500;
const badShown = 5;
const maxTargets = 1000;

/** The campaigns that an import is for: the given one, or all of the user's active ones. */
async function listTargets(db: Db, actor: Actor, campaignId: string | undefined): Promise<CampaignRow[]> {
  const owner = ownerOf(actor);
  if (campaignId === undefined && owner === null) throw new AppError('invalid', 'A campaign is required');
  const wanted = campaignId === undefined ? { sample: 0, status: 'active' as const } : { id: Number(campaignId) };
  const rows = await listCampaignsBy(db, { ...ownedBy(owner), ...wanted }, maxTargets);
  const [first] = rows;
  if (!first)
    throw campaignId === undefined
      ? new AppError('conflict', 'Create a campaign first, so there is something to match the file against')
      : new AppError('not_found', 'Campaign not found');
  if (campaignId !== undefined && first.status !== 'active') throw new AppError('conflict', 'The campaign is not active. Resume it first.');
  return rows;
}

/** Counts the invalid lines of an import, and keeps the first five messages. */
class BadLines {
  #count = 0;
  readonly #shown: string[] = [];
  #told = 0;
  add({ line, message, count = 1 }: { line: number | null; message: string; count?: number }): void {
    this.#count += count;
    if (this.#shown.length >= badShown) return;
    this.#shown.push(line === null ? message : `Line ${line}: ${message}`);
    this.#told += count;
  }
  tell(runs: readonly OpenRun[]): void {
    if (this.#count === 0) return;
    const more = this.#count - this.#told;
    for (const run of runs) {
      run.tally.filtered[unreadable] = this.#count;
      run.notes.push(...this.#shown, ...(more > 0 ? [`… and ${more} more lines that could not be read`] : []));
    }
  }
}

/** A path, or a byte stream. */
export type FileInput = FileOptions['input'];
/** How an import reads its file. */
export type FileReading = Pick<FileOptions, 'mapping' | 'onBytes' | 'isMail'>;

/** What an import reads, and for which runs. */
export interface ImportWork {
  runs: readonly OpenRun[];
  signal: AbortSignal;
  /** Row of an import that resumes after a restart; null for one that doesn't. */
  pendingId: number | null;
  /** Number of items that an earlier process already stored. */
  itemsDone: number;
}

/** The stored form of a user's upload or paste, which lets it resume after a restart; null when it isn't stored. */
export type Accepted = Pick<PendingImport, 'file' | 'pasted' | 'mapping'>;

export interface OpenedImport {
  runs: OpenRun[];
  pendingId: number | null;
}

/** Opens the runs, and stores in the same transaction what they have to read. */
async function openImport(
  { db, now, peers: { number: server }, config: { limits } }: ImportDeps,
  target: { actor: Actor; campaignId: string | undefined },
  accepted: Accepted | null,
) {
  const { actor, campaignId } = target;
  const targets = await listTargets(db, actor, campaignId);
  return transact(db, async (trx): Promise<OpenedImport> => {
    const runs: OpenRun[] = [];
    for (const { id, user_id } of targets) {
      const base = { campaignId: id, userId: user_id, source: 'import' };
      const scope = campaignId === undefined ? `user:${user_id}` : `campaign:${id}`;
      runs.push(openRun({ ...base, scope, asked: true, id: await insertRun(trx, { ...base, now: now(), server }) }));
    }
    const [first] = runs;
    if (accepted === null || !first) return { runs, pendingId: null };
    await requireImportSpace(trx, first.userId, limits);
    const runIds = runs.map(({ id }) => id);
    const { scope, userId } = first;
    return { runs, pendingId: await insertImport(trx, { ...accepted, runIds, scope, userId, server, now: now() }) };
  });
}

/** Imports items, which are visible only to the user or campaign they were imported for. */
export function createImport(deps: ImportDeps) {
  const { config, db, now, peers, scoringPass, ingest, itemStore, diskSpace } = deps;

  /** Stores a batch together with the import's progress, so that a kill neither loses nor repeats items. */
  async function take(items: readonly FetchedItem[], { runs, pendingId, signal }: ImportWork): Promise<void> {
    signal.throwIfAborted();
    if ((await diskSpace()) <= 0) throw new AppError('unavailable', diskFullMessage);
    const scope = runs[0]?.scope ?? '';
    const stored = await transact(db, async (trx) => {
      if (pendingId !== null && runs[0]) await requireItemSpace(trx, runs[0].userId, config.limits);
      const result = await itemStore.store(trx, { scope, source: 'import', items, now: now() });
      const isThere =
        pendingId === null ||
        (await advanceImport(trx, pendingId, { items: items.length, fresh: result.fresh.length, server: peers.number }));
      if (!isThere) throw new AppError('not_found', 'The import was deleted');
      return result;
    });
    for (const run of runs) noteItems(run, items.length, stored.fresh);
    ingest.notifyFetched(scope);
    await scoringPass.scoreAll(signal);
    signal.throwIfAborted();
    for (const run of runs) await ingest.progress(run, []);
  }

  async function readFile(input: FileInput, work: ImportWork, options: FileReading): Promise<void> {
    const { signal } = work;
    let batch: FetchedItem[] = [];
    let toSkip = work.itemsDone;
    const bad = new BadLines();
    for await (const entry of readFileItems({ input, signal, ...options })) {
      signal.throwIfAborted();
      if ('bad' in entry) bad.add(entry.bad);
      else if (toSkip > 0) toSkip -= 1;
      else batch.push(entry.item);
      if (batch.length < batchSize) continue;
      await take(batch, work);
      batch = [];
    }
    await take(batch, work);
    bad.tell(work.runs);
  }

  const during = (work: ImportWork, read: () => Promise<void>): Promise<boolean> =>
    ingest.during(work.runs, read, work.pendingId === null ? undefined : work.signal);

  return {
    open: (actor: Actor, campaignId: string | undefined, accepted: Accepted | null): Promise<OpenedImport> =>
      openImport(deps, { actor, campaignId }, accepted),
    /** Resolves when the file is done, whatever its content; false when it resumes after a restart. */
    file: (input: FileInput, work: ImportWork, options: FileReading): Promise<boolean> =>
      during(work, () => readFile(input, work, options)),
    items: (work: ImportWork, read: () => Promise<FetchedItem[]>): Promise<boolean> =>
      during(work, async () => take((await read()).slice(work.itemsDone), work)),
    /** Fails the runs with this message. */
    giveUp: async (runs: readonly OpenRun[], message: string): Promise<void> =>
      void (await ingest.during(runs, () => Promise.reject(new AppError('unavailable', message)))),
  };
}
