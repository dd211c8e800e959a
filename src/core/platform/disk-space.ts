import { statfs } from 'node:fs/promises';

/** Below this the database could stop in the middle of a write. */
const leastFreeBytes = 100 * 1024 * 1024;

/** Bytes that may still be written before the disk counts as full; 0 or less: nothing more should come. */
export type Room = () => Promise<number>;

export const roomOf = (folder: string): Room =>
  async function room() {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize - leastFreeBytes;
  };

export const fullWords = 'The disk of this server is nearly full, so nothing more is taken in; its operator has to make room';
