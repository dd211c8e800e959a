import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath } from '#core/platform/db/backup.ts';
import { deleteOldFiles, unneededSince } from '#core/platform/guards/old-files.ts';

/** The folder of uploads that are arriving. */
export const unfinishedUploads = (dataDir: string): string => join(dataDir, 'tmp');

/** Deletes uploads that arrived for an earlier process. */
export const clearUploads = (dataDir: string, writtenBefore: number): Promise<{ removed: number; stayed: number }> =>
  deleteOldFiles(unfinishedUploads(dataDir), { writtenBefore });

/** Accepted uploads until they are imported. Unfinished uploads are stored elsewhere. */
export function createUploads(dataDir: string) {
  const folder = join(dataDir, 'imports');
  const pathOf = (name: string): string => join(folder, name);
  const remove = (name: string): Promise<void> => rm(pathOf(name), { force: true });
  return {
    pathOf,
    remove,
    /** Moves a file here, or deletes it if that fails. Its name is flushed to disk when this resolves. */
    async accept(path: string): Promise<string> {
      const name = randomUUID();
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await rename(path, pathOf(name));
        syncPath(folder);
        return name;
      } catch (error) {
        for (const left of [path, pathOf(name)]) await rm(left, { force: true });
        throw error;
      }
    },
    /** Deletes files that no import references: the process was killed before it responded, or before it deleted them. */
    keepOnly: (names: readonly string[], server: number | null): Promise<unknown> =>
      // Compared with times of files, so the core's clock doesn't matter.
      deleteOldFiles(folder, { kept: new Set(names), writtenBefore: unneededSince(Date.now(), server) }),
    /** Whether the file is in this server's data folder. */
    has: (name: string): boolean => existsSync(pathOf(name)),
  };
}
export type Uploads = ReturnType<typeof createUploads>;
