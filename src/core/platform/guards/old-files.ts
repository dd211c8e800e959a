import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { minuteMs } from '#shared/time.ts';

interface Options {
  /** Names that stay. */
  kept?: ReadonlySet<string>;
  /** Files that were written to since this time (UTC ms) stay: another server may be about to use them. */
  writtenBefore: number;
}

/** Deletes files of a folder that nothing needs any more. Returns how many there were, and how many stayed. */
export async function deleteOldFiles(folder: string, { kept, writtenBefore }: Options): Promise<{ removed: number; stayed: number }> {
  const counted = { removed: 0, stayed: 0 };
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const writtenAt = (await stat(path).catch(() => null))?.mtimeMs ?? Infinity;
    const isNeeded = kept?.has(name) === true || writtenAt >= writtenBefore;
    if (!isNeeded) await rm(path, { force: true, recursive: true });
    counted[isNeeded ? 'stayed' : 'removed'] += 1;
  }
  return counted;
}

/** A running upload is written to at least every half minute, or ended (server/upload.ts). With a margin. */
const heldMs = 10 * minuteMs;
/** For `writtenBefore`, beside servers that may be receiving uploads. */
export const heldSince = (now: number): number => now - heldMs;

/** For `writtenBefore`: a server that is alone in its data folder owns all files there. */
export const unneededSince = (now: number, server: number | null): number => (server === null ? Infinity : heldSince(now));
