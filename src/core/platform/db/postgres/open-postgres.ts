import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { noPeers, type Peers } from '../../peers.ts';
import { secretFile } from '../../secrets.ts';
import type { CommitMark } from '../read-cache.ts';
import type { Db } from '../connect.ts';
import { connectPostgres, refuseUnfinished } from './connect-postgres.ts';
import { listPending, migrate } from '../migrate.ts';
import type { Hold, OpenDatabase } from '../open-database.ts';
import { countServers, heldBy, isLockedOut, listServers, lockAlone, nameOf, releaseTurn, shareLock, tryTurn } from './postgres-lock.ts';
import { openPostgresQueue } from './postgres-queue.ts';
import { partsOf } from './postgres-url.ts';

/**
 * Which transactions a statement would see, as text: equal texts mean the same ones. Of this connection only: another one may lead
 * to another server, or to one that lost commits in a crash, and begins anew. A standby doesn't name those that are still being
 * replayed.
 */
const statement = `select case when not pg_is_in_recovery()
  then concat_ws(':', pg_backend_pid(), extract(epoch from pg_postmaster_start_time()), pg_current_snapshot()) end as mark`;

/** Marks commits by a statement on a pool of one connection. Without it, nothing is known. */
export const snapshotMark =
  (side: Db): CommitMark =>
  async () => {
    const [row] = await side.raw<{ mark: string | null }[]>(statement).catch(() => []);
    return row?.mark ?? null;
  };

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
       current_schema() as schema, has_schema_privilege(current_schema(), 'CREATE')
         and has_database_privilege(current_database(), 'CREATE') as may_create`,
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
  if (dataDir !== null) {
    if (isEmpty) refuseEmptied(dataDir);
    await refuseUnfinished(db);
  }
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
  hold: Hold;
  /** Null for a copy into an empty database. */
  dataDir: string | null;
}

/** All servers write in turn, so one that is suspended in a transaction, or whose host is gone, would keep the others from writing. */
const maxPauseMs = 15_000;
/** How long a server waits while another one migrates. */
const maxWaitMs = 120_000;
const retryMs = 200;
/** No statement of the pool of one waits for a lock, so a slower one means that the connection is dead. */
const answerMs = 10_000;
const maxNumber = 2 ** 31;

async function migrateLogged(db: Db, log: Log): Promise<string[]> {
  const applied = await migrate(db);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  return applied;
}

/** Refused while servers of an earlier version, whose tables these are, are running. */
async function refuseBesideOlder(db: Db): Promise<void> {
  const servers = await countServers(db);
  if (servers > 0 && (await listPending(db)).length > 0)
    throw new AppError(
      'conflict',
      `This version has to change the tables, and ${servers === 1 ? 'a server of an earlier version uses' : `${servers} servers of an earlier version use`} them. Stop ${servers === 1 ? 'it' : 'them'} first.`,
    );
}

/** Waits for the first connection of a server. Of servers that start at once, one migrates and the others wait. */
async function becomeServer(db: Db, side: Db, log: Log): Promise<string[]> {
  let applied: string[] = [];
  for (const until = Date.now() + maxWaitMs; Date.now() < until; await wait(retryMs)) {
    if ((await listPending(db)).length === 0) {
      if (await isOpen(side)) return applied;
      continue;
    }
    const lock = await lockAlone(db);
    if (lock) applied = await migrateLogged(db, log).finally(() => lock.end());
    else await refuseBesideOlder(db);
  }
  throw await heldBy(db);
}

/** False while a command has the database. */
const isOpen = (side: Db): Promise<boolean> =>
  side.raw('select 1').then(
    () => true,
    (error: unknown) => {
      if (!isLockedOut(error)) throw error;
      return false;
    },
  );

type Held = Omit<OpenDatabase, 'readDb' | 'close'> & { release(): Promise<void> };

/** A command, with the database alone if it has to migrate it or wants that. */
async function openCommand(db: Db, url: string, { log, hold }: Pick<Options, 'log' | 'hold'>): Promise<Held> {
  const isReady = hold === 'beside' && (await listPending(db)).length === 0;
  const lock = isReady ? null : await lockAlone(db);
  if (!isReady && !lock) throw await heldBy(db);
  try {
    const applied = lock ? await migrateLogged(db, log) : [];
    let isAlone = hold === 'alone';
    if (!isAlone) await lock?.end();
    // Others may use the database then.
    lock?.once('end', () => void (isAlone && db.destroy()));
    const release = async (): Promise<void> => {
      isAlone = false;
      await lock?.end();
    };
    return { db, exportDb: await connectPostgres(url, { max: 1 }), applied, peers: noPeers, release };
  } catch (error) {
    await lock?.end();
    throw error;
  }
}

const turnMs = 100;

/** `side`: a pool of one, because a turn belongs to its connection. */
function openPeers(side: Db, number: number, closing: AbortSignal): Peers {
  return {
    number,
    listRunning: () => listServers(side),
    async takeTurn(name, signal = closing) {
      const ends = AbortSignal.any([signal, closing]);
      while (!ends.aborted) {
        if (await tryTurn(side, name).catch(() => false)) return () => releaseTurn(side, name).catch(() => undefined);
        await wait(turnMs);
      }
      // The work is begun without a turn, and sees the signal itself; a server that closes has ended its work before.
      return async () => undefined;
    },
  };
}

/** A server: each of its connections keeps commands away that need the database alone. */
async function openServer(check: Db, url: string, { log }: Pick<Options, 'log'>): Promise<Held> {
  const number = randomInt(1, maxNumber);
  const closing = new AbortController();
  const side = await connectPostgres(url, { keeps: 1, name: nameOf(number), answerMs, onConnect: shareLock });
  const applied = await becomeServer(check, side, log).catch(async (error: unknown) => {
    await side.destroy();
    throw error;
  });
  const db = await connectPostgres(url, { maxPauseMs, onConnect: shareLock });
  const queue = await openPostgresQueue(db, log).catch(async (error: unknown) => {
    await Promise.all([side.destroy(), db.destroy()]);
    throw error;
  });
  return {
    db,
    exportDb: await connectPostgres(url, { max: 1, onConnect: shareLock }),
    queue,
    applied,
    peers: openPeers(side, number, closing.signal),
    commitMark: snapshotMark(side),
    async release() {
      closing.abort();
      await queue.close();
      await side.destroy();
    },
  };
}

/** Connects, checks, and migrates. Throws `AppError` with a one-line message for operators. */
export async function openPostgres(url: string, options: Options): Promise<OpenDatabase> {
  const first = await connectPostgres(url);
  try {
    await checkPostgres(first, url, options.dataDir);
    const { release, ...held } = await (options.hold === 'own' ? openServer : openCommand)(first, url, options);
    const { db, exportDb } = held;
    if (db !== first) await first.destroy();
    return {
      ...held,
      readDb: db,
      async close() {
        // Servers poll this to learn of what a command wrote.
        if (options.hold === 'beside') await db('write_turn').update({ turn: db.raw('turn + 1') });
        await release();
        await Promise.all([db.destroy(), exportDb.destroy()]);
      },
    };
  } catch (error) {
    await first.destroy();
    throw error;
  }
}
