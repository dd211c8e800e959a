import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupRotating, backupTo, checkDatabaseFile } from './backup.ts';
import { chunked, connect, connectReading, isSafeEngine, transact } from './connect.ts';
import { takeInstanceLock } from './lock.ts';
import { listPending, migrate } from './migrate.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'earshot-db-'));
const project = new URL('../../../../', import.meta.url);

async function fresh() {
  const dir = folder();
  const file = join(dir, 'earshot.db');
  const db = connect(file);
  await migrate(db);
  return { dir, file, db };
}
const remember = (key: string) => ({ key, value: '1', updated_at: 1 });

/** Runs code of the project in a child process and waits for its first line. */
async function childWith(code: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, first: first.toString() };
}

test('refuses SQLite versions that can corrupt the write-ahead log', () => {
  expect(['3.44.2', '3.51.2', '3.7.0'].map(isSafeEngine)).toEqual([false, false, false]);
  expect(['3.51.3', '3.52.0', '4.0.0'].map(isSafeEngine)).toEqual([true, true, true]);
});

test('sets the pragmas on the connection', async () => {
  const { db } = await fresh();
  const read = async (name: string) => Object.values((await db.raw<Record<string, unknown>[]>(`PRAGMA ${name}`))[0] ?? {})[0];
  expect(await read('foreign_keys')).toBe(1);
  expect(await read('journal_mode')).toBe('wal');
  expect(Number(await read('busy_timeout'))).toBeGreaterThanOrEqual(5000);
  await db.destroy();
});

test('flushes each commit to the disk, on every connection that can write', async () => {
  const { db, file } = await fresh();
  const readDb = connectReading(file);
  expect(await db.raw('PRAGMA synchronous'), 'FULL').toEqual([{ synchronous: 2 }]);
  await expect(readDb('settings').insert(remember('a'))).rejects.toThrow('readonly');
  for (const one of [db, readDb]) await one.destroy();
});

test('waits for another process if a transaction reads before it writes', async () => {
  const { db, file } = await fresh();
  const { child } = await childWith(
    `import { connect } from '#core/platform/db/connect.ts';
     const db = connect(${JSON.stringify(file)});
     await db.transaction(async (trx) => { await trx('write_turn').update({ turn: 7 }); console.log('held'); await new Promise((r) => setTimeout(r, 600)); });
     await db.destroy();`,
  );
  const ended = once(child, 'exit');
  const seen = await transact(db, async (trx) => {
    const row = await trx<{ turn: number }>('write_turn').first('turn');
    await trx('settings').insert(remember('a'));
    return row?.turn;
  });
  expect(seen).toBe(8);
  await ended;
  await db.destroy();
});

test('refuses a second process for the same data folder, and releases the lock of a killed one', async () => {
  const dir = folder();
  const { child, first } = await childWith(
    `import { takeInstanceLock } from '#core/platform/db/lock.ts'; await takeInstanceLock(${JSON.stringify(dir)}); console.log('mine'); setInterval(() => {}, 1000);`,
  );
  expect(first.trim()).toBe('mine');
  await expect(takeInstanceLock(dir)).rejects.toThrow('Another Earshot is running');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = await takeInstanceLock(dir);
  await lock.release();
});

test("throws if the data folder can't be created", async () => {
  const dir = folder();
  writeFileSync(join(dir, 'file'), '');
  await expect(takeInstanceLock(join(dir, 'file', 'inside'))).rejects.toThrow();
});

test('does nothing on a second migration, and clears the migration lock of a killed process', async () => {
  const { db, file } = await fresh();
  expect(await migrate(db)).toEqual([]);
  await db('knex_migrations').del();
  await db('knex_migrations_lock').update({ is_locked: 1 });
  await db.destroy();
  const emptied = connect(file);
  expect((await listPending(emptied))[0]).toBe('0001-baseline');
  await expect(migrate(emptied)).rejects.toThrow('already exists');
  await emptied.destroy();
});

test('refuses the database of a newer Earshot and names the migration', async () => {
  const { db } = await fresh();
  await db('knex_migrations').insert({ name: '9999_future', batch: 2, migration_time: new Date() });
  await expect(migrate(db)).rejects.toThrow('newer version of Earshot made this database (9999_future)');
  await db.destroy();
});

test('deletes the campaigns of a deleted account only', async () => {
  const { db } = await fresh();
  const user = (name: string) => ({
    username: name,
    username_key: name,
    email: name,
    email_key: name,
    password_hash: '',
    role: 'user' as const,
    created_at: 1,
  });
  const [one, two] = [1, 2];
  await db('users').insert([user('one'), user('two')]);
  const campaign = (owner: number) => ({
    user_id: owner,
    name: 'n',
    mode: 'manual' as const,
    status: 'active' as const,
    description: '',
    website_url: '',
    offering: '',
    ideal_customer: '',
    schedule: 'hourly' as const,
    post_floor: 1,
    lead_threshold: 2,
    leads_per_day: 5,
    created_at: 1,
    updated_at: 1,
  });
  await db('campaigns').insert([campaign(one), campaign(two)]);
  await db('users').where({ id: one }).del();
  expect(await db('campaigns').pluck('user_id')).toEqual([two]);
  await db.destroy();
});

test('makes a complete and private backup during writes', async () => {
  const { db, dir } = await fresh();
  let written = 0;
  let done = false;
  const writing = (async () => {
    while (!done) await db('settings').insert(remember(`k${written++}`));
  })();
  const made = await backupTo(db, join(dir, 'copy.db'));
  done = true;
  await writing;
  expect(await checkDatabaseFile(made.file)).toBe(made.rows);
  expect(statSync(made.file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir).filter((name) => name.includes('.part'))).toEqual([]);
  await expect(backupTo(db, made.file)).rejects.toThrow('already exists');
  await expect(backupTo(db, join(made.file, 'no-folder', 'copy.db'))).rejects.toThrow(`Couldn't write to ${join(made.file, 'no-folder')}`);
  await db.destroy();
});

test('keeps the newest backups when rotating', async () => {
  const { db, dir } = await fresh();
  for (let day = 1; day <= 4; day += 1) await backupRotating(db, { dataDir: dir, now: Date.UTC(2026, 0, day), keep: 2 });
  expect(readdirSync(join(dir, 'backups')).map((name) => name.slice(8, 18))).toEqual(['2026-01-03', '2026-01-04']);
  await db.destroy();
});

test('splits rows into chunks below the variable limit', () => {
  const rows = Array.from({ length: 10_001 }, (_, index) => index);
  const chunks = [...chunked(rows, 12)];
  expect(chunks.flat()).toEqual(rows);
  expect(Math.max(...chunks.map((chunk) => chunk.length)) * 12).toBeLessThanOrEqual(32_766);
});

test('keeps the rows of 200 parallel writers', async () => {
  const { db } = await fresh();
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      transact(db, (trx) =>
        trx('settings')
          .insert(remember(`w${index}`))
          .then(() => index),
      ),
    ),
  );
  expect(await db('settings').count<{ n: number }>({ n: '*' }).first()).toEqual({ n: 200 });
  await db.destroy();
});
