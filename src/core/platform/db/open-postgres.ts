import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { secretFile } from '../secrets.ts';
import type { Db } from './connect.ts';
import { connectPostgres } from './connect-postgres.ts';
import type { InstanceLock } from './lock.ts';
import { listPending, migrate } from './migrate.ts';
import type { OpenDatabase } from './open-database.ts';
import { takePostgresLock } from './postgres-lock.ts';
import { partsOf } from './postgres-url.ts';

const oldestVersion = 15;

interface Standing {
  major: number;
  version: string;
  encoding: string;
  schema: string | null;
  may_create: number | null;
}

/**
 * Throws `unavailable` for a server or a database that can't be used, and says what to do. `dataDir`: the folder of the instance; null
 * for a copy into an empty database.
 */
export async function checkPostgres(db: Db, url: string, dataDir: string | null): Promise<{ version: string; isEmpty: boolean }> {
  const { user, database } = partsOf(url);
  const [found] = await db.raw<Standing[]>(
    `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding,
       current_schema() as schema, has_schema_privilege(current_schema(), 'CREATE') as may_create`,
  );
  const version = found?.version.split(' ')[0] ?? '';
  if (!found || found.major < oldestVersion)
    throw new AppError('unavailable', `PostgreSQL ${version} is too old. Upgrade it to ${oldestVersion} or later.`);
  if (found.encoding !== 'UTF8')
    throw new AppError(
      'unavailable',
      `The database ${database} is encoded in ${found.encoding}. Create one in UTF-8: createdb --encoding UTF8 --template template0 --owner ${user} NAME`,
    );
  if (found.may_create !== 1)
    throw new AppError(
      'unavailable',
      `The user ${user} may not create tables in the database ${database}. Make it the owner: ALTER DATABASE "${database}" OWNER TO "${user}"`,
    );
  await refuseForeign(db, database);
  const isEmpty = !(await db.schema.hasTable('write_turn'));
  if (isEmpty && dataDir !== null) refuseEmptied(dataDir);
  return { version, isEmpty };
}

/** All there is while the first migration runs, or if it was interrupted. */
const firstTables = new Set(['knex_migrations', 'knex_migrations_lock']);

async function refuseForeign(db: Db, database: string): Promise<void> {
  // information_schema leaves out the tables of other users.
  const tables = await db
    .from('pg_tables')
    .whereRaw('schemaname = current_schema()')
    .orderBy('tablename')
    .limit(1000)
    .pluck<string[]>('tablename');
  const others = tables.filter((name) => !firstTables.has(name));
  const isOwn = tables.includes('knex_migrations') && tables.includes('write_turn');
  if (others.length > 0 && !isOwn)
    throw new AppError(
      'conflict',
      `The database ${database} belongs to another program (table ${others[0]}). Create an empty one for Earshot.`,
    );
}

/** An empty database would be taken for a new instance, whose first visitor becomes its admin. */
function refuseEmptied(dataDir: string): void {
  const trace = ['earshot.db', secretFile].find((name) => existsSync(join(dataDir, name)));
  if (trace === undefined) return;
  const way =
    trace === secretFile
      ? 'Check the database in database.url, or restore its backup with pg_restore'
      : 'Copy it there first: earshot migrate --to URL';
  throw new AppError(
    'unavailable',
    `The database is empty, though ${dataDir} holds ${trace}. ${way}. To start a new instance, use an empty data folder (dataDir).`,
  );
}

interface Options {
  log: Log;
  hold: 'own' | 'beside';
  /** Null for a copy into an empty database. */
  dataDir: string | null;
}

async function prepare(db: Db, url: string, { log, hold, dataDir }: Options): Promise<{ lock: InstanceLock | null; applied: string[] }> {
  await checkPostgres(db, url, dataDir);
  if (hold === 'beside' && (await listPending(db)).length === 0) return { lock: null, applied: [] };
  const lock = await takePostgresLock(url, { log, onLost: () => void db.destroy() });
  try {
    const applied = await migrate(db);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    if (hold === 'own') return { lock, applied };
    await lock.release();
    return { lock: null, applied };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Connects, checks, and migrates. Throws `AppError` with a one-line message for operators. */
export async function openPostgres(url: string, options: Options): Promise<OpenDatabase> {
  const db = await connectPostgres(url);
  try {
    const { lock, applied } = await prepare(db, url, options);
    return {
      db,
      readDb: db,
      applied,
      async close() {
        // The server polls this to learn of what another process wrote.
        if (options.hold === 'beside') await db('write_turn').update({ turn: db.raw('turn + 1') });
        await db.destroy();
        await lock?.release();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
