import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';

export interface ReadOnly {
  /** False where this machine allows no mount: the test has nothing to show then. */
  isReal: boolean;
  undo(): void;
}

const mount = (...args: string[]): boolean => spawnSync('mount', args).status === 0;

/** Makes a folder read-only. Modes do not bind root, who gets a mount instead. */
export function makeReadOnly(folder: string): ReadOnly {
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o500);
    return { isReal: true, undo: () => chmodSync(folder, 0o700) };
  }
  const isBound = mount('--bind', folder, folder);
  const isReal = isBound && mount('-o', 'remount,ro,bind', folder);
  return { isReal, undo: () => void (isBound && spawnSync('umount', [folder])) };
}
