import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Disk {
  undo(): void;
}

function mount(...args: string[]): void {
  const { status, stderr } = spawnSync('mount', args);
  if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${stderr.toString()}`);
}
/** At the latest when the last file on it is closed. */
const unmount = (folder: string): void => void spawnSync('umount', ['--lazy', folder]);

function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-mount-'));
  try {
    mount('-t', 'tmpfs', '-o', 'size=4096', 'tmpfs', folder);
    return true;
  } catch {
    return false;
  } finally {
    unmount(folder);
    rmSync(folder, { recursive: true });
  }
}

/** Only root may mount: elsewhere, tests that need their own disk are listed as skipped. */
export const canMount = tryMount();

/** Makes a folder read-only even for root, who ignores file modes. */
export function makeReadOnly(folder: string): Disk {
  mount('--bind', folder, folder);
  mount('-o', 'remount,ro,bind', folder);
  return { undo: () => unmount(folder) };
}

/** Mounts an empty file system of this many bytes on the folder. */
export function makeSmallDisk(folder: string, bytes: number): Disk & { grow(bytes: number): boolean } {
  mount('-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder);
  return {
    undo: () => unmount(folder),
    grow(larger) {
      mount('-o', `remount,size=${larger}`, folder);
      return true;
    },
  };
}

/** Writes until the disk is full. */
export function fillDisk(folder: string): void {
  const handle = openSync(join(folder, 'filler'), 'w');
  try {
    for (;;) writeSync(handle, Buffer.alloc(4096));
  } catch {
    closeSync(handle);
  }
}
