import type { ImportMapping } from '#shared/imports.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Peers } from '#core/platform/peers.ts';
import type { Config } from '#core/platform/config.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { parseRedditLink } from '#core/reddit/client/links.ts';
import type { DiskSpace } from '#core/platform/guards/disk.ts';
import type { Paste } from '#core/sources/files/record.ts';
import type { Ingest } from '../fetch/ingest.ts';
import { type Accepted, createImport, type FileInput, type ImportWork } from './import.ts';
import type { Items } from '#core/inbox/items/items.ts';
import {
  countStart,
  deleteImport,
  handOverImport,
  listImportFiles,
  listImportRuns,
  listImports,
  type Pasted,
  type PendingImport,
  resetStarts,
} from './pending-import-queries.ts';
import { reopenRun } from '../fetch/open-run.ts';
import { type Abandoned, closeInterrupted, handOverRuns, listOpenRuns } from '../fetch/run-queries.ts';
import type { ScoringPass } from '../fetch/tally.ts';
import type { Runner } from '#core/platform/runner.ts';
import { createColumnMappings } from './column-mappings.ts';
import { createUploads, type Uploads } from './uploads.ts';

export interface ImportingDeps {
  config: Pick<Config, 'dataDir' | 'limits'>;
  db: Db;
  now: Now;
  peers: Pick<Peers, 'number'>;
  scoringPass: ScoringPass;
  paste: Paste;
  itemStore: Items;
  diskSpace: DiskSpace;
  /** Whoever imports a file waits for it: the model is asked at once. */
  askModelNow: () => void;
}
interface Tools extends ImportingDeps {
  ingest: Ingest;
  runner: Runner;
}
export interface ImportOptions {
  campaignId?: string | undefined;
  /** The file is an upload: it is moved into storage, and reading resumes after a restart. */
  isUpload?: boolean;
  /** Bytes read so far. */
  onBytes?: (total: number) => void;
  /** Mapping of columns to fields; guessed if absent. */
  mapping?: ImportMapping | null | undefined;
  /** Whether it holds mails, whatever it looks like. */
  isMail?: boolean | undefined;
}

/** Gives up on a file that crashes the process repeatedly, so that it can't crash every start. */
const maxStarts = 3;
const gaveUp = `Earshot stopped ${maxStarts} times while reading this import, without getting further. Split the file and import its parts.`;

function requireLink(pasted: Pasted): void {
  if (pasted.url !== undefined && !parseRedditLink(pasted.url)) {
    const message = 'That is not a link to a Reddit post or comment';
    throw new AppError('invalid', message, { details: [{ path: 'url', message }] });
  }
}

interface ReadingDeps extends Pick<Tools, 'db' | 'peers' | 'paste' | 'runner' | 'askModelNow'> {
  imports: ReturnType<typeof createImport>;
  uploads: Uploads;
}

/** Reads accepted imports in the background, and deletes finished ones. */
function createReading({ db, peers: { number: server }, paste, runner, askModelNow, imports, uploads }: ReadingDeps) {
  const read = (of: Accepted, work: ImportWork): Promise<boolean> =>
    of.file === null
      ? imports.items(work, () => paste.read(of.pasted ?? {}, work.signal))
      : imports.file(uploads.pathOf(of.file), work, of.mapping ? { mapping: of.mapping } : {});

  const forget = async ({ id, file }: Pick<PendingImport, 'id' | 'file'>): Promise<void> => {
    await deleteImport(db, id);
    if (file !== null) await uploads.remove(file);
  };
  function start(pending: Accepted & Pick<PendingImport, 'id'>, opened: Pick<ImportWork, 'runs' | 'itemsDone'>): void {
    runner.start('import', async (signal) => {
      const isThrough = await read(pending, { ...opened, signal, pendingId: pending.id });
      // A deliberate shutdown doesn't count against the file.
      await (isThrough ? forget(pending) : resetStarts(db, pending.id));
      askModelNow();
    });
  }

  /** False if another server did, or has the file. */
  async function take(pending: PendingImport): Promise<boolean> {
    if (server !== null && pending.file !== null && !uploads.has(pending.file)) return false;
    return transact(db, async (trx) => {
      const isTaken = await handOverImport(trx, pending, server);
      if (isTaken) await handOverRuns(trx, pending.runIds, server);
      return isTaken;
    });
  }

  async function resume(pending: PendingImport): Promise<void> {
    if (!(await take(pending))) return;
    const rows = await listOpenRuns(db, pending.runIds);
    const runs = rows.map((row) => reopenRun(row, pending));
    if (runs.length > 0 && pending.starts < maxStarts) {
      await countStart(db, pending.id);
      return start(pending, { runs, itemsDone: pending.itemsDone });
    }
    await imports.giveUp(runs, gaveUp);
    return forget(pending);
  }

  return { start, resume };
}

/** Imports by users. An accepted import resumes where it was after a restart. */
export function createImporting({ config, paste, runner, ...rest }: Tools) {
  const { db, now, peers, askModelNow } = rest;
  const imports = createImport({ ...rest, config });
  const uploads = createUploads(config.dataDir);
  const mappings = createColumnMappings({ db, now });

  const { start, resume } = createReading({ db, peers, paste, runner, askModelNow, imports, uploads });

  async function accept(actor: Actor, campaignId: string | undefined, accepted: Accepted) {
    const { runs, pendingId } = await imports.open(actor, campaignId, accepted);
    if (pendingId !== null) start({ ...accepted, id: pendingId }, { runs, itemsDone: 0 });
    return { runId: String(runs[0]?.id) };
  }

  async function acceptUpload(actor: Actor, path: string, { campaignId, mapping = null }: ImportOptions): Promise<{ runId: string }> {
    const file = await uploads.accept(path);
    if (mapping) await mappings.remember(actor, uploads.pathOf(file), mapping);
    return accept(actor, campaignId, { file, pasted: null, mapping }).catch(async (error: unknown) => {
      await uploads.remove(file);
      throw error;
    });
  }

  async function readDirectly(actor: Actor, input: FileInput, options: ImportOptions): Promise<{ runId: string }> {
    const { campaignId, onBytes, mapping, isMail } = options;
    const { runs } = await imports.open(actor, campaignId, null);
    const reading = { mapping: mapping ?? undefined, isMail, ...(onBytes && { onBytes }) };
    runner.start('import', async (signal) => {
      await imports.file(input, { runs, signal, pendingId: null, itemsDone: 0 }, reading);
      askModelNow();
    });
    return { runId: String(runs[0]?.id) };
  }

  /** Closes runs, and resumes imports. Returns how many runs were closed. */
  async function recover(abandoned: Abandoned): Promise<number> {
    const closed = await transact(db, async (trx) => closeInterrupted(trx, { now: now(), abandoned, resumed: await listImportRuns(trx) }));
    for (const pending of await listImports(db, abandoned)) await resume(pending);
    return closed;
  }

  return {
    /** Reads a file in the background; only the path of an upload is resumed. Returns the run of the first campaign it is for. */
    importFile: (actor: Actor, input: FileInput, options: ImportOptions): Promise<{ runId: string }> =>
      options.isUpload && typeof input === 'string' ? acceptUpload(actor, input, options) : readDirectly(actor, input, options),

    inspect: mappings.inspect,

    async importPaste(actor: Actor, { campaignId, ...pasted }: Pasted & { campaignId?: string | undefined }): Promise<{ runId: string }> {
      requireLink(pasted);
      return accept(actor, campaignId, { file: null, pasted, mapping: null });
    },

    /** At startup: closes runs that a killed process left open, and resumes accepted imports. Returns how many runs were closed. */
    async recover(): Promise<number> {
      await uploads.keepOnly(await listImportFiles(db), peers.number);
      return recover({ running: peers.number === null ? [] : null, unowned: true });
    },
    /** The same for the work of servers that aren't running any more. */
    takeOver: (running: readonly number[]): Promise<number> => recover({ running, unowned: false }),
  };
}
