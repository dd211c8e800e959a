import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { canMount, makeSmallDisk } from '#test/support/disks.ts';
import { connect, type Db } from '../db/connect.ts';
import { createDiskReserve, reserveFile } from './disk.ts';
import { silentLog } from '../log.ts';

const megabyte = 1024 * 1024;

let folder: string;
let db: Db;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-reserve-'));
  db = connect(join(folder, 'earshot.db'));
  await db.raw('create table notes (text text)');
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const reserveIn = (dir: string, free = 1000 * megabyte) =>
  createDiskReserve({ folder: dir, db, diskSpace: () => Promise.resolve(free), log: silentLog });
const full = (code = 'SQLITE_FULL') => Object.assign(new Error('database or disk is full'), { code });
/** Fails the first time. */
function failingOnce(error: Error) {
  const calls: boolean[] = [];
  const work = () => {
    calls.push(existsSync(join(folder, reserveFile)));
    if (calls.length === 1) throw error;
    return 'done';
  };
  return { calls, work };
}

describe('keeping a reserve', () => {
  test('writes 32 MB that take space on every file system, readable by the server only', async () => {
    await reserveIn(folder).keep();
    const { size, mode } = statSync(join(folder, reserveFile));
    expect([size, (mode & 0o777).toString(8)]).toEqual([32 * megabyte, '600']);
    const bytes = readFileSync(join(folder, reserveFile)).subarray(0, megabyte);
    expect(gzipSync(bytes).length).toBeGreaterThan(0.99 * megabyte);
  });

  test('writes nothing with little free space', async () => {
    await reserveIn(folder, 32 * megabyte).keep();
    expect(existsSync(join(folder, reserveFile))).toBe(false);
  });

  test.skipIf(!canMount)('leaves nothing behind when the disk fills up meanwhile', async () => {
    const small = mkdtempSync(join(tmpdir(), 'earshot-reserve-'));
    const disk = makeSmallDisk(small, 8 * megabyte);
    await reserveIn(small).keep();
    const left = readdirSync(small);
    disk.undo();
    expect(left).toEqual([]);
  });
});

describe('using the reserve', () => {
  test.each(['SQLITE_FULL', 'SQLITE_IOERR', 'ENOSPC', 'EDQUOT'])('tries again without the reserve after %s', async (code) => {
    const reserve = reserveIn(folder);
    await reserve.keep();
    const { calls, work } = failingOnce(new Error('Could not delete', { cause: full(code) }));
    await expect(reserve.use(work)).resolves.toBe('done');
    expect(calls).toEqual([true, false]);
  });

  test('empties the write-ahead log first, whose space is free then too', async () => {
    await db.raw('pragma journal_mode = wal');
    await db('notes').insert({ text: 'x'.repeat(100_000) });
    const sizeOfLog = () => statSync(join(folder, 'earshot.db-wal')).size;
    const sizes: number[] = [];
    const reserve = reserveIn(folder);
    await reserve.keep();
    await reserve.use(() => {
      sizes.push(sizeOfLog());
      if (sizes.length === 1) throw full();
    });
    expect(sizes).toEqual([expect.any(Number), 0]);
    expect(sizes[0]).toBeGreaterThan(0);
  });

  test('keeps it after other errors, which it passes on', async () => {
    const reserve = reserveIn(folder);
    await reserve.keep();
    const { calls, work } = failingOnce(new Error('Campaign not found'));
    await expect(reserve.use(work)).rejects.toThrow('Campaign not found');
    expect(calls).toEqual([true]);
    expect(existsSync(join(folder, reserveFile))).toBe(true);
  });

  test('passes the error on once it is used up', async () => {
    const { calls, work } = failingOnce(full());
    await expect(reserveIn(folder).use(work)).rejects.toThrow('disk is full');
    expect(calls).toEqual([false]);
  });
});
