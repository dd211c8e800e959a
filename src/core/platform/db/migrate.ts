import type { Knex } from 'knex';
import { orderByBytes } from '#migrations/engine.ts';
import { migrations } from '#migrations/index.ts';
import { AppError } from '../errors.ts';
import type { Db } from './connect.ts';

/** Names without extension, so that file extensions can change. */
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

/** Names of pending migrations. Throws `conflict` for the database of a newer Earshot, or of one from before the baseline. */
export async function listPending(db: Db): Promise<string[]> {
  const applied = await listApplied(db);
  const [first] = applied;
  if (first !== undefined && first !== migrations[0].name)
    throw new AppError(
      'conflict',
      `A version of Earshot from before 1.0.0 made this database (${first}), and this one can't read it. Keep it with that version, and start this one with an empty database.`,
    );
  const known = new Set(migrations.map(({ name }) => name));
  const foreign = applied.filter((name) => !known.has(name));
  if (foreign.length > 0)
    throw new AppError(
      'conflict',
      `A newer version of Earshot made this database (${foreign.join(', ')}). Upgrade Earshot, or restore a backup.`,
    );
  return migrations.flatMap(({ name }) => (applied.includes(name) ? [] : [name]));
}

/**
 * Applies pending migrations and returns their names. Requires the instance lock: then, a migration lock in the database
 * must be left from a killed process and is cleared.
 */
export async function migrate(db: Db): Promise<string[]> {
  const pending = await listPending(db);
  if (pending.length === 0) return [];
  const settings: Knex.MigratorConfig = { migrationSource: source };
  if (await db.schema.hasTable('knex_migrations_lock')) await db.migrate.forceFreeMigrationsLock(settings);
  await db.migrate.latest(settings);
  await orderByBytes(db);
  return pending;
}
