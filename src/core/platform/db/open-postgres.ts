import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { noPeers, type Peers } from '../peers.ts';
import { secretFile } from '../secrets.ts';
import type { CommitMark } from './commit-mark.ts';
import type { Db } from './connect.ts';
import { connectPostgres } from './connect-postgres.ts';
import { listPending, migrate } from './migrate.ts';
import type { Hold, OpenDatabase } from './open-database.ts';
import { countServers, heldBy, isLockedExclusively, releaseExclusiveLock, tryInstanceLock } from './postgres-lock.ts';
import { joinPeers } from './postgres-peers.ts';
import { openSession, type Session } from './postgres-session.ts';
import { createSnapshotMark } from './postgres-snapshot.ts';
import { partsOf } from './postgres-url.ts';
import { refuseUnfinished } from './unfinished-copy.ts';

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

async function migrateLogged(db: Db, log: Log): Promise<string[]> {
  const applied = await migrate(db);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  return applied;
}

/** Refused while servers of an earlier version, whose tables these are, are running. */
async function refuseBesideOlder(db: Db): Promise<void> {
  if ((await isLockedExclusively(db)) || (await listPending(db)).length === 0) return;
  const servers = await countServers(db);
  if (servers > 0)
    throw new AppError(
      'conflict',
      `This version has to change the tables, and ${servers === 1 ? 'a server of an earlier version uses' : `${servers} servers of an earlier version use`} them. Stop ${servers === 1 ? 'it' : 'them'} first.`,
    );
}

/** Takes the lock of a server. Of servers that start at once, one migrates and the others wait. */
async function becomeServer(db: Db, session: Session, log: Log): Promise<string[]> {
  for (const until = Date.now() + maxWaitMs; Date.now() < until; await wait(retryMs)) {
    if ((await listPending(db)).length === 0) {
      if (await tryInstanceLock(session, 'shared')) return [];
    } else if (await tryInstanceLock(session, 'exclusive')) {
      const applied = await migrateLogged(db, log);
      await tryInstanceLock(session, 'shared');
      await releaseExclusiveLock(session);
      return applied;
    } else await refuseBesideOlder(db);
  }
  throw await heldBy(db);
}

/** Holds the database alone and migrates it. Throws `conflict` while servers use it. */
async function holdAlone(db: Db, url: string, log: Log): Promise<{ session: Session; applied: string[] }> {
  const session = await openSession(url, { onEnd: () => void db.destroy() });
  try {
    if (!(await tryInstanceLock(session, 'exclusive'))) throw await heldBy(db);
    return { session, applied: await migrateLogged(db, log) };
  } catch (error) {
    await session.end();
    throw error;
  }
}

interface Held {
  applied: string[];
  peers: Peers;
  commitMark?: CommitMark;
  release(): Promise<void>;
}

async function prepare(db: Db, url: string, { log, hold, dataDir }: Options): Promise<Held> {
  await checkPostgres(db, url, dataDir);
  const nothing = async (): Promise<void> => undefined;
  if (hold === 'own') {
    const { commitMark, connect, disconnect } = createSnapshotMark(url);
    const onCut = (): void => void disconnect();
    const { peers, prepared } = await joinPeers({ url, db, log, onCut }, (session) => becomeServer(db, session, log));
    peers.onGap(() => void connect());
    await connect();
    const release = async (): Promise<void> => {
      await disconnect();
      await peers.close();
    };
    return { applied: prepared, peers, commitMark, release };
  }
  if (hold === 'beside' && (await listPending(db)).length === 0) return { applied: [], peers: noPeers, release: nothing };
  const { session, applied } = await holdAlone(db, url, log);
  if (hold === 'alone') return { applied, peers: noPeers, release: session.end };
  await session.end();
  return { applied, peers: noPeers, release: nothing };
}

/** Connects, checks, and migrates. Throws `AppError` with a one-line message for operators. */
export async function openPostgres(url: string, options: Options): Promise<OpenDatabase> {
  const db = await connectPostgres(url, options.hold === 'own' ? { maxPauseMs } : {});
  const exportDb = await connectPostgres(url, { max: 1 });
  try {
    const { release, ...held } = await prepare(db, url, options);
    return {
      db,
      readDb: db,
      exportDb,
      ...held,
      async close() {
        // Servers poll this to learn of what a command wrote.
        if (options.hold === 'beside') await db('write_turn').update({ turn: db.raw('turn + 1') });
        await release();
        await Promise.all([db.destroy(), exportDb.destroy()]);
      },
    };
  } catch (error) {
    await Promise.all([db.destroy(), exportDb.destroy()]);
    throw error;
  }
}
