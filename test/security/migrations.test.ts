import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { parseConfig } from '#core/platform/config.ts';
import { connect, type Db } from '#core/platform/db/connect.ts';
import { listPending, migrate } from '#core/platform/db/migrate.ts';
import { openDatabase } from '#core/platform/db/open.ts';
import { silentLog } from '#core/platform/log.ts';
import { migrations, type Migration } from '#migrations/index.ts';
import { makeFromBeforeBaseline } from '#test/support/before-baseline.ts';
import { times } from '#test/support/torture.ts';

type Row = Record<string, unknown>;

const folder = mkdtempSync(join(tmpdir(), 'earshot-migrations-'));
let folders = 0;
const newFolder = (): string => {
  const made = join(folder, String((folders += 1)));
  mkdirSync(made);
  return made;
};
const opened: Db[] = [];
afterEach(async () => {
  for (const db of opened.splice(0)) await db.destroy();
});
afterAll(() => rmSync(folder, { recursive: true }));

function open(file = ':memory:'): Db {
  const db = connect(file);
  opened.push(db);
  return db;
}
const start = (dataDir: string) => openDatabase(parseConfig({ dataDir }), { log: silentLog, now: () => 0, hold: 'own' });

/** Without the search index, whose internal tables change as they like. */
const listTables = async (db: Db): Promise<string[]> =>
  (
    await db.raw<{ name: string }[]>(
      String.raw`select name from sqlite_master where type = 'table' and name not like 'sqlite\_%' escape '\' and name not like 'knex\_%' escape '\' and name not like 'item\_text%' escape '\' order by name`,
    )
  ).map(({ name }) => name);

interface Column {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
}
const columnsOf = (db: Db, table: string): Promise<Column[]> => db.raw(`pragma table_info("${table}")`);
const referencesOf = (db: Db, table: string): Promise<{ from: string; table: string }[]> => db.raw(`pragma foreign_key_list("${table}")`);

const readSchema = (db: Db): Promise<Row[]> => db.raw('select type, name, tbl_name, sql from sqlite_master order by type, name');
const readRows = async (db: Db): Promise<Map<string, Row[]>> =>
  new Map(
    await Promise.all((await listTables(db)).map(async (table) => [table, await db.raw<Row[]>(`select * from "${table}"`)] as const)),
  );

/** Inserts a row with a value in every column into every table, the referenced ones first. */
async function fill(db: Db): Promise<void> {
  const isFilled = new Set<string>();
  const waiting = await listTables(db);
  while (waiting.length > 0) {
    const table = waiting.shift() ?? '';
    const references = await referencesOf(db, table);
    if (references.some((one) => one.table !== table && !isFilled.has(one.table))) waiting.push(table);
    else {
      const columns = await columnsOf(db, table);
      const refers = new Set(references.map(({ from }) => from));
      const valueOf = ({ name, type }: Column) => (refers.has(name) || !/text/i.test(type) ? 1 : `${table} ${name}`);
      await db(table).delete();
      await db(table).insert(Object.fromEntries(columns.map((column) => [column.name, valueOf(column)])));
      isFilled.add(table);
    }
  }
}

/** Applies migrations to a database of 1.0.0 with rows in every table, and says what is lost or changed, and after which of them. */
async function losing(steps: readonly Migration[]): Promise<string[]> {
  const db = open();
  await migrations[0].up(db);
  await fill(db);
  let before = await readRows(db);
  expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([]);
  const lost: string[] = [];
  for (const { name, up } of steps) {
    await db.transaction((trx) => up(trx));
    const after = await readRows(db);
    for (const [table, rows] of before)
      if (!rows.every((row, index) => includes(after.get(table)?.[index], row))) lost.push(`${name}: ${table}`);
    const broken = await db.raw<unknown[]>('PRAGMA foreign_key_check');
    if (broken.length > 0) lost.push(`${name}: references`);
    before = after;
  }
  return lost;
}

const includes = (after: Row | undefined, before: Row): boolean =>
  Object.entries(before).every(([column, value]) => after !== undefined && (!(column in after) || after[column] === value));

describe('every migration after the baseline', () => {
  test('keeps the rows of all tables', async () => {
    expect(await losing(migrations.slice(1))).toEqual([]);
  });

  test('would be found out if it lost rows by rebuilding a referenced table, or changed some', async () => {
    const rebuild: Migration = {
      name: 'rebuild',
      up: (db) => db.schema.alterTable('users', (table) => void table.text('username').notNullable().defaultTo('').alter()),
    };
    expect(await losing([rebuild])).toContain('rebuild: campaigns');
    const forget: Migration = { name: 'forget', up: async (db) => void (await db('outbox').update({ text: '' })) };
    const add: Migration = { name: 'add', up: (db) => db.schema.alterTable('leads', (table) => void table.text('planted')) };
    expect(await losing([add, forget])).toEqual(['forget: outbox']);
  });
});

describe('a database from before the baseline', () => {
  test('is refused in one line and left as it is', async () => {
    const dataDir = newFolder();
    const file = join(dataDir, 'earshot.db');
    await makeFromBeforeBaseline(file);
    const bytes = readFileSync(file);
    await expect(start(dataDir)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^A version of Earshot from before 1\.0\.0 made this database \(2026-11-22-baseline\), .+\.$/),
    });
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(readdirSync(dataDir)).not.toContain('backups');
  });

  test('is refused whatever it was left with', async () => {
    const db = open();
    await migrate(db);
    for (const name of ['0001_initial', '0015_feedback_pictures', '2026-11-28-one-person']) {
      await db('knex_migrations').update({ name });
      await expect(listPending(db)).rejects.toThrow(`from before 1.0.0 made this database (${name})`);
    }
  });
});

test('a database with one migration more than known is refused in one line and left as it is', async () => {
  const dataDir = newFolder();
  const file = join(dataDir, 'earshot.db');
  const { db, close } = await start(dataDir);
  await db('knex_migrations').insert({ name: '9999-later', batch: 2, migration_time: new Date(0) });
  await close();
  const bytes = readFileSync(file);
  await expect(start(dataDir)).rejects.toThrow(
    /^A newer version of Earshot made this database \(9999-later\)\. Upgrade Earshot, or restore a backup\.$/,
  );
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test('a new database has no table of the product after an upgrade that fails halfway, and gets all once it can', async () => {
  const db = open();
  await db.schema.createTable('outages', (table) => void table.integer('in_the_way'));
  await expect(migrate(db)).rejects.toThrow('outages');
  expect(await listTables(db)).toEqual(['outages']);
  expect(await listPending(db)).toEqual(migrations.map(({ name }) => name));
  await db.schema.dropTable('outages');
  await migrate(db);
  const whole = open();
  await migrate(whole);
  expect(await listTables(db)).toEqual(await listTables(whole));
});

test('of two servers that start at once on an empty folder, one gets whole tables and the other says that it is not alone', async () => {
  const dataDir = newFolder();
  const started = await Promise.allSettled([start(dataDir), start(dataDir)]);
  const refused = started.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(refused).toEqual([expect.stringMatching(/Another Earshot is running on .+\. Stop it first/)]);
  const whole = open();
  await migrate(whole);
  for (const one of started) {
    if (one.status === 'rejected') continue;
    expect(await readSchema(one.value.db)).toEqual(await readSchema(whole));
    await one.value.close();
  }
});

const child = join(import.meta.dirname, '../support/children/migrate.ts');

/** Migrates in a process that is killed at a statement, unless there are fewer. */
const migrateIn = (file: string, killAt = Infinity) =>
  spawnSync(process.execPath, [child, file, String(killAt)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

test(
  'a new database gets the same tables and rows after being killed with -9 at any statement, also during the next start',
  { timeout: times(600_000, 1_800_000) },
  async () => {
    const whole = join(newFolder(), 'earshot.db');
    const statements = Number(migrateIn(whole).stdout);
    const [schema, rows] = [await readSchema(open(whole)), await readRows(open(whole))];
    const kills = times(3, 40);
    for (let kill = 0; kill < kills; kill += 1) {
      const killAt = 1 + Math.floor(((kill + 0.5) * statements) / kills);
      const file = join(newFolder(), 'earshot.db');
      expect(migrateIn(file, killAt).signal, `statement ${killAt}`).toBe('SIGKILL');
      migrateIn(file, Math.ceil(killAt / 2));
      const db = open(file);
      await migrate(db);
      expect(await readSchema(db), `schema after statement ${killAt}`).toEqual(schema);
      expect(await readRows(db), `rows after statement ${killAt}`).toEqual(rows);
      expect(await db.raw('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      expect(await listPending(db)).toEqual([]);
    }
  },
);
