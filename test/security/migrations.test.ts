import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { connect, type Db } from '#core/platform/db/connect.ts';
import { listPending, migrate } from '#core/platform/db/migrate.ts';
import { migrations, upgrade } from '#migrations/index.ts';
import { times } from '#test/support/torture.ts';

type Row = Record<string, unknown>;

const folder = mkdtempSync(join(tmpdir(), 'earshot-migrations-'));
const open: Db[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((db) => db.destroy()));
});
afterAll(() => rmSync(folder, { recursive: true }));

const track = (db: Db): Db => (open.push(db), db);

/** A database made by the commit before the baseline, with at least one row in every table. */
function writeFixture(): string {
  const file = join(mkdtempSync(join(folder, 'database-')), 'earshot.db');
  writeFileSync(file, gunzipSync(readFileSync(new URL('../fixtures/database-0015.db.gz', import.meta.url))));
  return file;
}
const openFixture = (): Db => track(connect(writeFixture()));

const listTables = async (db: Db): Promise<string[]> =>
  (
    await db.raw<{ name: string }[]>(
      String.raw`select name from sqlite_master where type = 'table' and name not like 'sqlite\_%' escape '\' and name not like 'knex\_%' escape '\' order by name`,
    )
  ).map(({ name }) => name);

async function readRows(db: Db): Promise<Map<string, Row[]>> {
  const rows = new Map<string, Row[]>();
  for (const table of await listTables(db)) rows.set(table, await db.raw(`select * from "${table}"`));
  return rows;
}

/** Tables with their columns, indexes, and triggers, in a stable order. */
async function readSchema(db: Db): Promise<string[]> {
  const columns: string[] = [];
  for (const table of await listTables(db)) {
    const found = await db.raw<{ name: string; type: string; notnull: number; dflt_value: string | null; pk: number }[]>(
      `pragma table_info("${table}")`,
    );
    columns.push(...found.map(({ name, type, notnull, dflt_value, pk }) => [table, name, type, notnull, dflt_value, pk].join(' ')));
    const references = await db.raw<Row[]>(`pragma foreign_key_list("${table}")`);
    columns.push(...references.map(({ from, table: to, on_delete }) => `${table} ${String(from)} -> ${String(to)} ${String(on_delete)}`));
  }
  const rest = await db.raw<{ type: string; name: string; sql: string }[]>(
    "select type, name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null",
  );
  const written = rest.map(({ type, name, sql }) => `${type} ${name} ${sql.replaceAll(/["`\s]/g, '').toLowerCase()}`);
  return [...columns, ...written].sort();
}

const contentsOf = (rows: Map<string, Row[]>): string[] =>
  [...rows.values()].map((all) => JSON.stringify(all.map((row) => JSON.stringify(Object.values(row))).sort())).sort();

/** What migrations added since the fixture was made. Everything else must be unchanged by the upgrade. */
const addedTables = [
  'unseen_candidates',
  'pending_imports',
  'clock',
  'sessions',
  'email_links',
  'import_mappings',
  'connections',
  'two_factor',
  'recovery_codes',
  'passkeys',
  'used_challenges',
  'shared_budgets',
  'fetch_parts',
];
const addedColumns = [
  'exclusions',
  'regions',
  'price_range',
  'unconfirmed',
  'complains',
  'tools',
  'content_hash',
  'changed_at',
  'hacker_news',
  'feeds',
  'cursor',
  'shown_name',
  'server',
  'email_confirmed_at',
  'email_changed_at',
  'pending_email',
  'pending_email_until',
  'change_key',
];

describe('database from before the baseline', () => {
  test('has every row after the upgrade, and no broken reference', async () => {
    const db = openFixture();
    const before = await readRows(db);
    expect([...before].filter(([name, rows]) => rows.length === 0 && !name.startsWith('item_text'))).toEqual([]);
    expect(await listPending(db)).toEqual(migrations.map(({ name }) => name));
    await migrate(db);
    const after = await readRows(db);
    before.delete('notify_cursor');
    for (const name of addedTables) {
      expect(after.get(name)).toEqual([]);
      after.delete(name);
    }
    for (const rows of [before, after]) rows.delete('leads');
    for (const rows of after.values()) for (const row of rows) for (const name of addedColumns) delete row[name];
    expect(contentsOf(after)).toEqual(contentsOf(before));
    expect(await db.raw('pragma foreign_key_check')).toEqual([]);
    expect(await db.raw('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  test('keeps its leads, and announces only those not announced yet', async () => {
    const db = openFixture();
    const before = await db<Row>('leads').orderBy('id');
    const cursor = (await db('notify_cursor').first<{ lead_id: number }>('lead_id')).lead_id;
    await migrate(db);
    const after = await db('leads').orderBy('id');
    expect(after).toEqual(
      before.map(({ answered_at, ...lead }: Row) =>
        Object.assign(lead, { contacted_at: answered_at, announce_since: Number(lead['id']) > cursor ? lead['first_seen_at'] : null }),
      ),
    );
    expect(after.length).toBeGreaterThan(10);
  });

  test('keeps the undo of a bulk action under the new column names', async () => {
    const db = openFixture();
    const user = await db('users').first<{ id: number }>('id');
    const payload = JSON.stringify({ states: [{ id: 1, status: 'new', verdict: 'wrong', verdict_reason: 'seller', verdict_at: 5 }] });
    await db('undos').insert({ token: 'kept', user_id: user.id, created_at: 1, payload });
    await migrate(db);
    const undo = await db('undos').where({ token: 'kept' }).first<{ payload: string }>('payload');
    expect(JSON.parse(undo.payload)).toEqual({
      states: [{ id: 1, status: 'new', feedback: 'wrong', feedback_reason: 'seller', feedback_at: 5 }],
    });
  });

  test('renames the purposes and outcomes of its model calls', async () => {
    const db = openFixture();
    const call = { at: 1, day: 0, provider: 'ollama', model: 'm', tokens_in: 1, tokens_out: 0 };
    await db<Row>('ai_ledger').insert([
      { ...call, model: 'kept', purpose: 'judge', failure: 'cancelled' },
      { ...call, model: 'kept', purpose: 'draft', failure: '' },
    ]);
    await migrate(db);
    expect(await db('ai_ledger').where({ model: 'kept' }).orderBy('id').select('purpose', 'failure')).toEqual([
      { purpose: 'score', failure: 'canceled' },
      { purpose: 'draft', failure: '' },
    ]);
  });

  test("keeps what stored reports found, and the authors' text in them", async () => {
    const db = openFixture();
    const { user_id } = await db('own_reports').first<{ user_id: number }>('user_id');
    const report = { username: 'kept', sample_size: 1, created_at: 1, user_id };
    const quote = 'They wrote {"words":"mine"}';
    await db<Row>('own_reports').insert([
      { ...report, kind: 'health', report: JSON.stringify({ error: null, findings: [{ key: 'karma', words: quote, n: 1 }] }) },
      { ...report, kind: 'vibe', report: JSON.stringify({ topics: [{ word: 'lens', words: ['lens', 'lenses'] }] }) },
    ]);
    await migrate(db);
    const kept = await db('own_reports').where({ username: 'kept' }).orderBy('id').pluck<string[]>('report');
    expect(kept.map((json) => JSON.parse(json) as unknown)).toEqual([
      { error: null, findings: [{ key: 'karma', message: quote, n: 1 }] },
      { topics: [{ word: 'lens', words: ['lens', 'lenses'] }] },
    ]);
  });

  test('gets the same schema as a new database', async () => {
    const [old, fresh] = [openFixture(), track(connect(':memory:'))];
    await migrate(old);
    await migrate(fresh);
    expect(await readSchema(old)).toEqual(await readSchema(fresh));
    expect(await listPending(old)).toEqual([]);
  });

  test('is unchanged when the upgrade fails halfway', async () => {
    const db = openFixture();
    const before = await readSchema(db);
    await db.schema.createTable('fetch_hours', (table) => void table.integer('in_the_way'));
    await expect(migrate(db)).rejects.toThrow('fetch_hours');
    await db.schema.dropTable('fetch_hours');
    expect(await readSchema(db)).toEqual(before);
    expect(await listPending(db)).toEqual(migrations.map(({ name }) => name));
  });
});

const child = join(import.meta.dirname, '../support/children/migrate.ts');

/** Upgrades in a process that is killed at a statement, unless there are fewer. */
const upgradeIn = (file: string, killAt = Infinity) =>
  spawnSync(process.execPath, [child, file, String(killAt)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

test(
  'upgrades to the same rows and schema after being killed with -9 at any statement, also during the upgrade that follows',
  { timeout: times(120_000, 1_800_000) },
  async () => {
    const whole = writeFixture();
    const statements = Number(upgradeIn(whole).stdout);
    const expected = track(connect(whole));
    const [schema, rows] = [await readSchema(expected), contentsOf(await readRows(expected))];
    const kills = times(3, 40);
    for (let kill = 0; kill < kills; kill += 1) {
      const killAt = 1 + Math.floor(((kill + 0.5) * statements) / kills);
      const file = writeFixture();
      expect(upgradeIn(file, killAt).signal, `statement ${killAt}`).toBe('SIGKILL');
      upgradeIn(file, Math.ceil(killAt / 2));
      const db = track(connect(file));
      await migrate(db);
      expect(await readSchema(db), `schema after statement ${killAt}`).toEqual(schema);
      expect(contentsOf(await readRows(db)), `rows after statement ${killAt}`).toEqual(rows);
      expect(await db.raw('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    }
  },
);

test('refuses a database of an earlier numbered migration, and one of a newer Earshot', async () => {
  const db = openFixture();
  await db('knex_migrations').where({ name: upgrade.from }).delete();
  await expect(listPending(db)).rejects.toMatchObject({ code: 'conflict' });
  const newer = track(connect(':memory:'));
  await migrate(newer);
  await newer('knex_migrations').insert({ name: '2099-01-01-later', batch: 2 });
  await expect(listPending(newer)).rejects.toMatchObject({ code: 'conflict' });
});

interface Step {
  name: string;
  up: (db: Db) => Promise<unknown>;
}

/** Applies migrations to a populated database, and returns those after which rows or references were missing. */
async function losing(steps: readonly Step[]): Promise<string[]> {
  const db = openFixture();
  await migrate(db);
  const count = async () => JSON.stringify([...(await readRows(db))].map(([name, rows]) => [name, rows.length]));
  const before = await count();
  const lost: string[] = [];
  for (const step of steps) {
    await db.transaction((trx) => step.up(trx));
    const broken = await db.raw<unknown[]>('PRAGMA foreign_key_check');
    if ((await count()) !== before || broken.length > 0) lost.push(step.name);
  }
  return lost;
}

test('detects a migration that loses rows by rebuilding a referenced table', async () => {
  const rebuilding: Step = {
    name: 'rebuild',
    up: (db) => db.schema.alterTable('users', (table) => void table.text('username').notNullable().defaultTo('').alter()),
  };
  expect(await losing([rebuilding])).toEqual(['rebuild']);
});
