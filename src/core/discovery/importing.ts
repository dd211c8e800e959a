import { rm } from 'node:fs/promises';
import type { Actor } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { parseRedditLink } from '#core/reddit/client/links.ts';
import type { DiskSpace } from '#core/platform/disk-space.ts';
import type { Paste } from './sources/paste.ts';
import type { Ingest } from './ingest.ts';
import { createImport } from './import.ts';
import type { Items } from '#core/inbox/items/items.ts';
import type { ScoringPass } from './scoring-pass.ts';
import type { Runner } from '#core/platform/runner.ts';

export interface ImportingDeps {
  db: Db;
  now: Now;
  scoringPass: ScoringPass;
  paste: Paste;
  itemStore: Items;
  diskSpace: DiskSpace;
}
interface Tools extends ImportingDeps {
  ingest: Ingest;
  runner: Runner;
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

/** What users bring themselves. */
export function createImporting({ db, now, scoringPass, paste, ingest, runner, itemStore, diskSpace }: Tools) {
  const imports = createImport({ db, now, scoringPass, ingest, itemStore, diskSpace });
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
