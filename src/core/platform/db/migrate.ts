import type { Knex } from 'knex';
import { orderByBytes } from '#migrations/collation.ts';
import { migrations, upgrade } from '#migrations/index.ts';
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

const isNumbered = (name: string): boolean => /^00\d\d_/.test(name);

/** Names of pending migrations. Throws `conflict` for the database of a newer Earshot. */
export async function listPending(db: Db): Promise<string[]> {
  const applied = await listApplied(db);
  if (applied.at(-1) === upgrade.from) return migrations.map(({ name }) => name);
  const known = new Set(migrations.map(({ name }) => name));
  const foreign = applied.filter((name) => !known.has(name));
  if (foreign.some(isNumbered))
    throw new AppError(
      'conflict',
      `This database was made by an unreleased version (${foreign.at(-1)}). Start Earshot once from a checkout of that version's last commit.`,
    );
  if (foreign.length > 0)
    throw new AppError(
      'conflict',
      `A newer version of Earshot made this database (${foreign.join(', ')}). Upgrade Earshot, or restore a backup.`,
    );
  return migrations.flatMap(({ name }) => (applied.includes(name) ? [] : [name]));
}

/** Upgrades a database with numbered migrations to the schema of the first dated one, in one transaction. */
async function upgradeNumbered(db: Db): Promise<void> {
  if ((await listApplied(db)).at(-1) !== upgrade.from) return;
  await db.transaction(async (trx) => {
    await upgrade.up(trx);
    await trx('knex_migrations').delete();
    await trx('knex_migrations').insert({ name: migrations[0].name, batch: 1, migration_time: new Date() });
  });
}

/**
 * Applies pending migrations and returns their names. Requires the instance lock: then, a migration lock in the database
 * must be left from a killed process and is cleared.
 */
export async function migrate(db: Db): Promise<string[]> {
  const pending = await listPending(db);
  if (pending.length === 0) return [];
  await upgradeNumbered(db);
  const settings: Knex.MigratorConfig = { migrationSource: source };
  if (await db.schema.hasTable('knex_migrations_lock')) await db.migrate.forceFreeMigrationsLock(settings);
  await db.migrate.latest(settings);
  await orderByBytes(db);
  return pending;
}
