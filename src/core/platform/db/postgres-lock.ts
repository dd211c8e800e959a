import { AppError } from '../errors.ts';
import type { Db } from './connect.ts';
import type { Session } from './postgres-session.ts';

/** Any numbers that no other program uses for advisory locks in the same database. */
const instanceLock = 7_345_124;
const serverLocks = 7_345_125;
const turnLocks = 7_345_126;

/** `shared`: held by each server. `exclusive`: held while tables are changed or replaced, when no server may use them. */
export type LockMode = 'shared' | 'exclusive';

async function isTrue(session: Session, condition: string, values: readonly unknown[]): Promise<boolean> {
  const [row] = await session.query<{ held: boolean }>(`select ${condition} as held`, values);
  return row?.held === true;
}

/** False if others hold it in a way that excludes this. */
export const tryInstanceLock = (session: Session, mode: LockMode): Promise<boolean> =>
  isTrue(session, `pg_try_advisory_lock${mode === 'shared' ? '_shared' : ''}($1)`, [instanceLock]);

export async function releaseExclusiveLock(session: Session): Promise<void> {
  await session.query('select pg_advisory_unlock($1)', [instanceLock]);
}

/** Shows others that the server with this number is running. */
export const tryServerLock = (session: Session, number: number): Promise<boolean> =>
  isTrue(session, 'pg_try_advisory_lock($1, $2)', [serverLocks, number]);

/** Takes a turn by name; one server has it at a time. */
export const tryTurn = (session: Session, name: string): Promise<boolean> =>
  isTrue(session, 'pg_try_advisory_lock($1, hashtext($2))', [turnLocks, name]);

export async function releaseTurn(session: Session, name: string): Promise<void> {
  await session.query('select pg_advisory_unlock($1, hashtext($2))', [turnLocks, name]);
}

const heldHere = (db: Db) =>
  db
    .from('pg_locks')
    .where({ locktype: 'advisory', granted: true })
    .whereRaw('database = (select oid from pg_database where datname = current_database())');

/** How many servers use the database. */
export async function countServers(db: Db): Promise<number> {
  const row = await heldHere(db).where({ classid: 0, objid: instanceLock, mode: 'ShareLock' }).count<{ n: number }>({ n: '*' }).first();
  return row?.n ?? 0;
}

/** Numbers of the servers that are running. */
export async function listServers(db: Db): Promise<number[]> {
  const rows = await heldHere(db)
    .where({ classid: serverLocks, objsubid: 2 })
    .select<{ number: number }[]>(db.raw('objid::bigint as number'))
    .limit(1000);
  return rows.map(({ number }) => number);
}

/** Whether the tables are being changed or replaced. */
export async function isLockedExclusively(db: Db): Promise<boolean> {
  const row = await heldHere(db).where({ classid: 0, objid: instanceLock, mode: 'ExclusiveLock' }).first('objid');
  return row !== undefined;
}

/** Why an exclusive lock can't be taken. */
export async function heldBy(db: Db): Promise<AppError> {
  const servers = await countServers(db);
  if (servers === 0)
    return new AppError('conflict', 'Another Earshot is migrating, copying, or restoring this database. Try again when it has finished.');
  const who = servers === 1 ? 'A server uses this database. Stop it' : `${servers} servers use this database. Stop them`;
  return new AppError('conflict', `${who} first, or set another database (database.url).`);
}
