import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFromBeforeBaseline } from '#test/support/before-baseline.ts';
import { canMount, makeReadOnly } from '#test/support/disks.ts';
import { parseConfig } from '../config.ts';
import { silentLog } from '../log.ts';
import { backupTo, checkDatabaseFile } from './backup.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { restoreFrom } from './restore.ts';

const project = join(import.meta.dirname, '../../../..');
const at = Date.UTC(2026, 10, 22);
const folder = () => mkdtempSync(join(tmpdir(), 'earshot-restore-'));
const open = (dataDir: string) => openDatabase(parseConfig({ dataDir }), { log: silentLog, now: () => at, hold: 'own' });
const ann = { username: 'ann', username_key: 'ann', email: 'a', email_key: 'a', password_hash: '', role: 'admin' as const, created_at: 1 };
const remember = (key: string) => ({ key, value: '1', updated_at: 1 });

/** A data folder whose database contains "current", and a backup that contains "backed up". */
async function used() {
  const dir = folder();
  const file = join(dir, 'earshot.db');
  const backup = join(dir, 'backups', 'earshot-2026-11-21T02-11-00.db');
  const { db, close } = await open(dir);
  await db('settings').insert(remember('backed up'));
  await backupTo(db, backup);
  await db('settings').update({ key: 'current' });
  await close();
  return { dir, file, backup };
}

async function keysIn(dataDir: string): Promise<string[]> {
  const { db, close } = await open(dataDir);
  const keys = await db('settings').orderBy('key').pluck<string[]>('key');
  await close();
  return keys;
}

const filesIn = (dir: string): string[] => readdirSync(dir).toSorted();
const originalsIn = (dir: string): string[] => filesIn(dir).filter((name) => name.includes('before-restore'));
const messageOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('a restore', () => {
  test.each([
    ['something else', () => Buffer.from('this is not a database at all, '.repeat(400))],
    ['full of overwritten pages', (bytes: Buffer) => Buffer.from(bytes).fill(0x5a, 0, 40_000)],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))],
    ['empty', () => Buffer.alloc(0)],
  ])('replaces a database that is %s and keeps it byte for byte', async (_, spoil) => {
    const { dir, file, backup } = await used();
    const spoiled = spoil(readFileSync(file));
    writeFileSync(file, spoiled);
    writeFileSync(`${file}-wal`, 'what it had not folded in');
    const { kept } = await restoreFrom(backup, file, at);
    expect(kept !== null && readFileSync(kept).equals(spoiled)).toBe(true);
    expect(readFileSync(`${kept}-wal`, 'utf8')).toBe('what it had not folded in');
    expect(await keysIn(dir)).toEqual(['backed up']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('keeps data that the replaced database had only in its log', async () => {
    const { dir, file, backup } = await used();
    const writer = connect(file);
    await writer('settings').insert(remember('in the log'));
    const copy = folder();
    cpSync(dir, copy, { recursive: true });
    await writer.destroy();
    const { kept } = await restoreFrom(backup, join(copy, 'earshot.db'), at);
    const original = connect(kept ?? '');
    expect(await original('settings').orderBy('key').pluck('key')).toEqual(['current', 'in the log']);
    await original.destroy();
    expect(await keysIn(copy)).toEqual(['backed up']);
  });

  test.skipIf(!canMount)('reads a backup with a log from a read-only file system', async () => {
    const { dir, file } = await used();
    const writer = connect(file);
    await writer('settings').insert(remember('in the log'));
    const medium = folder();
    for (const name of ['earshot.db', 'earshot.db-wal']) cpSync(join(dir, name), join(medium, name));
    await writer.destroy();
    const readOnly = makeReadOnly(medium);
    try {
      expect(() => writeFileSync(join(medium, 'probe'), '')).toThrow(/EROFS|EACCES/);
      await restoreFrom(join(medium, 'earshot.db'), file, at);
    } finally {
      readOnly.undo();
    }
    expect(await keysIn(dir)).toEqual(['current', 'in the log']);
  });

  test('ends all sessions, including those that had already been ended, and a change of the address that waited', async () => {
    const { dir, file } = await used();
    const older = join(dir, 'backups', 'with-ann.db');
    const before = await open(dir);
    await before.db('users').insert({ ...ann, security_stamp: 3, pending_email: 'other@example.test', pending_email_until: at + 1000 });
    await backupTo(before.db, older);
    // For example, a stolen session with version 4 that was ended.
    await before.db('users').update({ security_stamp: 5 });
    await before.close();
    await restoreFrom(older, file, at);
    const first = await open(dir);
    const restored = await first.db('users').first('security_stamp', 'pending_email');
    const version = restored?.security_stamp ?? 0;
    await first.close();
    expect(version).toBeGreaterThan(5);
    expect(restored?.pending_email).toBeNull();
    await restoreFrom(older, file, at + 1000);
    const second = await open(dir);
    expect((await second.db('users').first('security_stamp'))?.security_stamp).toBeGreaterThan(version);
    await second.close();
  });

  test('marks replies due since the backup as unknown and keeps later ones', async () => {
    const { dir, file } = await used();
    const older = join(dir, 'backups', 'with-replies.db');
    const before = await open(dir);
    await before.db('users').insert({ ...ann, id: 1 });
    const reply = { user_id: 1, account: 'ann', parent_fullname: 't3_a', subreddit: 'a', text: 'Yes', created_at: 1 };
    await before.db('outbox').insert([
      { ...reply, text_hash: 'due', state: 'queued', due_at: at - 1 },
      { ...reply, text_hash: 'begun', state: 'sending', due_at: at - 1, attempt: 'x', lease_until: at },
      { ...reply, text_hash: 'later', state: 'queued', due_at: at + 1, scheduled_at: at + 1 },
      { ...reply, text_hash: 'done', state: 'sent', due_at: at - 1 },
    ]);
    await backupTo(before.db, older);
    await before.close();
    await restoreFrom(older, file, at);
    const { db, close } = await open(dir);
    expect(await db('outbox').select('text_hash', 'state', 'attempt').orderBy('id')).toEqual([
      { text_hash: 'due', state: 'unknown', attempt: null },
      { text_hash: 'begun', state: 'unknown', attempt: null },
      { text_hash: 'later', state: 'queued', attempt: null },
      { text_hash: 'done', state: 'sent', attempt: null },
    ]);
    await close();
  });

  test('keeps every replaced database, not only the newest', async () => {
    const { dir, file, backup } = await used();
    for (const later of [0, 1, 2]) await restoreFrom(backup, file, at + later);
    expect(originalsIn(dir)).toHaveLength(3);
    for (const name of originalsIn(dir)) expect(await checkDatabaseFile(join(dir, name))).toBeGreaterThan(0);
  });

  async function foreign(path: string): Promise<void> {
    const db = connect(path);
    await db.schema.createTable('users', (table) => void table.increments());
    await db.destroy();
  }
  async function newer(path: string): Promise<void> {
    const db = connect(path);
    await migrate(db);
    await db('knex_migrations').insert({ name: '9999-12-31-future', batch: 2, migration_time: new Date() });
    await db.destroy();
  }

  test.each<[string, (path: string, backup: string) => unknown, RegExp]>([
    ['a missing file', () => {}, /^File .* not found$/],
    ['a folder', (path) => mkdirSync(path), /is not a file\. Choose a file from the backups folder\.$/],
    ['an empty file', (path) => writeFileSync(path, ''), /is empty\. Choose/],
    ['a text file', (path) => writeFileSync(path, 'hello '.repeat(1000)), /is not a database\. Choose/],
    ['the database of another program', foreign, /is not an Earshot database\. Choose/],
    ['the database of a version from before 1.0.0', makeFromBeforeBaseline, /from before 1\.0\.0 made this database/],
    ['the database of a newer Earshot', newer, /newer version of Earshot made this database \(9999-12-31-future\)\. Upgrade Earshot/],
    [
      'a truncated backup',
      (path, backup) => writeFileSync(path, readFileSync(backup).subarray(0, 60_000)),
      /is damaged.* Choose another backup\.$/,
    ],
    [
      'a backup with overwritten pages',
      (path, backup) => writeFileSync(path, readFileSync(backup).fill(0x5a, 4096, 40_000)),
      /is damaged.* Choose another backup\.$/,
    ],
  ])('refuses %s and leaves the data folder unchanged', async (_, make, message) => {
    const { dir, file, backup } = await used();
    const before = { files: filesIn(dir), bytes: readFileSync(file) };
    const candidate = join(folder(), 'candidate.db');
    await make(candidate, backup);
    expect(await messageOf(restoreFrom(candidate, file, at))).toMatchObject({ name: 'AppError', message: expect.stringMatching(message) });
    expect(filesIn(dir)).toEqual(before.files);
    expect(readFileSync(file).equals(before.bytes)).toBe(true);
  });

  test('refuses the database in use, however its path is written', async () => {
    const { file } = await used();
    await expect(restoreFrom(join(file, '..', '.', 'earshot.db'), file, at)).rejects.toThrow('earshot.db is the database in use');
  });
});

describe('a restore killed at each of its file system changes', () => {
  /** Returns whether it was killed; after its last change, it ends by itself. */
  async function restoreKilledAt(change: number, { dir, backup }: { dir: string; backup: string }): Promise<boolean> {
    const support = join(project, 'test/support/children');
    const child = spawn(process.execPath, ['--import', join(support, 'kill-at.ts'), join(support, 'restore.ts'), backup, dir], {
      cwd: project,
      env: { ...process.env, KILL_AT: String(change) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [status, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect([status, signal]).toEqual(signal === 'SIGKILL' ? [null, 'SIGKILL'] : [0, null]);
    return signal === 'SIGKILL';
  }

  test('leaves a complete database, keeps the old one, and can be repeated', async () => {
    const template = await used();
    const seen = new Set<string>();
    let change = 1;
    for (let isKilled = true; isKilled; change += 1) {
      const dir = folder();
      cpSync(template.dir, dir, { recursive: true });
      const backup = template.backup.replace(template.dir, dir);
      isKilled = await restoreKilledAt(change, { dir, backup });
      const keys = await keysIn(dir);
      seen.add(keys.join());
      expect(['backed up', 'current']).toContain(keys.join());
      expect(filesIn(dir).filter((name) => /\.restor(?:ing|ed)/.test(name))).toEqual([]);
      // The old database exists exactly once: under its own name or that of a replaced database.
      expect(originalsIn(dir)).toHaveLength(keys[0] === 'current' ? 0 : 1);
      expect(await checkDatabaseFile(join(dir, 'earshot.db'))).toBeGreaterThan(0);
      await restoreFrom(backup, join(dir, 'earshot.db'), at + 1);
      expect(await keysIn(dir)).toEqual(['backed up']);
      rmSync(dir, { recursive: true });
    }
    expect(change).toBeGreaterThan(12);
    expect([...seen].toSorted()).toEqual(['backed up', 'current']);
  }, 300_000);
});

describe('a missing database', () => {
  test.each<[string, (at: { dir: string; file: string }) => void, RegExp]>([
    [
      'backups',
      () => {},
      /still holds backups\. Restore the newest backup: earshot restore .*earshot-2026-11-21.* --yes\. To start a new instance/,
    ],
    [
      'a secret key',
      ({ dir }) => (rmSync(join(dir, 'backups'), { recursive: true }), writeFileSync(join(dir, 'secret.key'), 'x'.repeat(40))),
      /still holds secret\.key\. Put earshot\.db back\./,
    ],
    [
      'a log',
      ({ dir, file }) => (rmSync(join(dir, 'backups'), { recursive: true }), writeFileSync(`${file}-wal`, 'x')),
      /still holds earshot\.db-wal\. Put earshot\.db back\./,
    ],
    [
      'a replaced database',
      ({ dir, file }) => (rmSync(join(dir, 'backups'), { recursive: true }), writeFileSync(`${file}.before-restore`, 'x')),
      /still holds earshot\.db\.before-restore\. /,
    ],
  ])('is not replaced with a new one if there is %s', async (_, leave, message) => {
    const { dir, file } = await used();
    rmSync(file);
    leave({ dir, file });
    for (const hold of ['own', 'beside'] as const) {
      const opened = openDatabase(parseConfig({ dataDir: dir }), { log: silentLog, now: () => at, hold });
      expect(await messageOf(opened)).toMatchObject({ code: 'unavailable', message: expect.stringMatching(message) });
    }
    expect(existsSync(file)).toBe(false);
  });

  test('is created in an empty folder', async () => {
    expect(await keysIn(folder())).toEqual([]);
  });

  test('is not replaced with one without tables if there is a backup', async () => {
    const { dir, file } = await used();
    rmSync(file);
    await connect(file).destroy();
    const bare = connect(file);
    await bare.raw('PRAGMA user_version = 1');
    await bare.destroy();
    await expect(open(dir)).rejects.toThrow('earshot.db is damaged, or is no database');
  });
});
