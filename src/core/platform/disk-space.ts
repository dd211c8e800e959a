import { statfs } from 'node:fs/promises';

/** With less free space, a write to the database could fail midway. */
const minFreeBytes = 100 * 1024 * 1024;

/** Bytes that may still be written before the disk counts as full; 0 or less if it is. */
export type DiskSpace = () => Promise<number>;

export const diskSpaceOf = (folder: string): DiskSpace =>
  async function diskSpace() {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize - minFreeBytes;
  };

export const diskFullMessage =
  'The server is almost out of disk space, so nothing new can be stored. Ask your administrator to free some space.';
