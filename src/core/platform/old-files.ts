import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface Options {
  /** Names that stay. */
  kept?: ReadonlySet<string>;
  /** Files that were written to since this time (UTC ms) stay: another server may be about to use them. */
  writtenBefore: number;
}

/** Deletes files of a folder that nothing needs any more. */
export async function deleteOldFiles(folder: string, { kept, writtenBefore }: Options): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const writtenAt = (await stat(path).catch(() => null))?.mtimeMs ?? Infinity;
    if (kept?.has(name) !== true && writtenAt < writtenBefore) await rm(path, { force: true, recursive: true });
  }
}

/** How long an upload may take, with a margin. */
const longestUploadMs = 2 * 3_600_000;

/** For `writtenBefore`: a server that is alone in its data folder owns all files there. */
export const unneededSince = (now: number, server: number | null): number => (server === null ? Infinity : now - longestUploadMs);
