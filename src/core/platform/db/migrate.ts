import type { Knex } from 'knex';
import { migrations } from '#migrations/index.ts';
import { AppError } from '../errors.ts';
import type { Db } from './connect.ts';

/** Names without an extension, so that a database outlives a change of how files are named. */
const source: Knex.MigrationSource<(typeof migrations)[number]> = {
  getMigrations: () => Promise.resolve([...migrations]),
  getMigrationName: (migration) => migration.name,
  getMigration: (migration) =>
    Promise.resolve({ up: (db) => migration.up(db), down: () => Promise.reject(new Error('Migrations only go forward')) }),
};

async function listApplied(db: Db): Promise<string[]> {
  if (!(await db.schema.hasTable('knex_migrations'))) return [];
  const rows = await db<{ name: string }>('knex_migrations').select('name').orderBy('id').limit(10_000);
  return rows.map((row) => row.name);
}

/** Names of migrations that this database still needs. Throws `conflict` for a database of a newer Earshot. */
export async function listPending(db: Db): Promise<string[]> {
  const applied = new Set(await listApplied(db));
  const known = new Set(migrations.map((migration) => migration.name));
  const foreign = [...applied].filter((name) => !known.has(name));
  if (foreign.length > 0) throw new AppError('conflict', `This database belongs to a newer Earshot (it has ${foreign.join(', ')})`);
  return migrations.flatMap(({ name }) => (applied.has(name) ? [] : [name]));
}

/**
 * Brings the schema up to date. Only while holding the instance lock: a lock row that a killed process left
 * behind is then known to be stale and is cleared. Returns what was applied.
 */
export async function migrate(db: Db): Promise<string[]> {
  const pending = await listPending(db);
  if (pending.length === 0) return [];
  const settings: Knex.MigratorConfig = { migrationSource: source };
  if (await db.schema.hasTable('knex_migrations_lock')) await db.migrate.forceFreeMigrationsLock(settings);
  await db.migrate.latest(settings);
  return pending;
}
