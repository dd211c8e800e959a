import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import knex, { type Knex } from 'knex';
import { isPostgres } from '#migrations/engine.ts';
import { AppError } from '../errors.ts';
import { createPrivate } from './soundness.ts';

const ignore = (): void => {};

/** Settings of every connection. */
export const quiet = {
  // Error messages would contain bound values: email addresses, hashes, other people's text.
  compileSqlOnError: false,
  // Errors are thrown as well, and logged where they are caught.
  log: { warn: ignore, error: ignore, debug: ignore, deprecate: ignore },
};

export type Db = Knex;
export type Trx = Knex.Transaction;
/** Part of another query. */
export type Subquery = Knex.QueryBuilder;

interface RawConnection {
  run(sql: string, done: (error: Error | null) => void): void;
  get(sql: string, done: (error: Error | null, row?: Record<string, unknown>) => void): void;
}

/** Set on every connection (a pragma only affects one) and verified at startup. */
const pragmas: readonly { name: string; set: string; wanted: (value: unknown) => boolean }[] = [
  { name: 'foreign_keys', set: 'ON', wanted: (value) => value === 1 },
  { name: 'busy_timeout', set: '5000', wanted: (value) => Number(value) >= 5000 },
  // Each commit is flushed: what was acknowledged survives a power cut. With NORMAL, up to 16 MB of commits would not.
  { name: 'synchronous', set: 'FULL', wanted: (value) => Number(value) >= 2 },
  { name: 'journal_mode', set: 'WAL', wanted: (value) => value === 'wal' || value === 'memory' },
  // Overwrite deleted data: users expect it to be gone, and the file is copied and backed up.
  { name: 'secure_delete', set: 'ON', wanted: (value) => value === 1 },
  { name: 'temp_store', set: 'MEMORY', wanted: (value) => value === 2 },
  { name: 'cache_size', set: '-16000', wanted: () => true },
  // In pages (16 MB): the log is copied into the file less often, and with it each page that many commits change.
  { name: 'wal_autocheckpoint', set: '4000', wanted: (value) => value === 4000 },
];

const execute = (connection: RawConnection, sql: string): Promise<void> =>
  new Promise((resolve, reject) => connection.run(sql, (error) => (error ? reject(error) : resolve())));
const read = (connection: RawConnection, sql: string): Promise<unknown> =>
  new Promise((resolve, reject) => connection.get(sql, (error, row) => (error ? reject(error) : resolve(row && Object.values(row)[0]))));

async function prepare(connection: RawConnection): Promise<void> {
  for (const { name, set } of pragmas) await execute(connection, `PRAGMA ${name} = ${set}`);
  for (const { name, wanted } of pragmas) {
    const value = await read(connection, `PRAGMA ${name}`);
    if (!wanted(value)) throw new AppError('unavailable', `SQLite does not support ${name} here (it is ${String(value)})`);
  }
}

const onceCreated =
  (ready: (connection: RawConnection) => Promise<void>) =>
  (connection: RawConnection, done: (error: unknown, connection: RawConnection) => void): void => {
    ready(connection).then(
      () => done(null, connection),
      (error: unknown) => done(error, connection),
    );
  };

/**
 * Opens a SQLite file (or `:memory:`) with one connection: SQLite has one writer, and one connection keeps every
 * statement in order. Using the outer `db` inside a transaction deadlocks: pass the `trx`.
 */
export function connect(filename: string): Db {
  if (filename !== ':memory:') {
    mkdirSync(dirname(filename), { recursive: true, mode: 0o700 });
    createPrivate(filename);
  }
  return knex({
    client: 'sqlite3',
    connection: { filename },
    useNullAsDefault: true,
    ...quiet,
    pool: {
      min: 1,
      max: 1,
      idleTimeoutMillis: Number.MAX_SAFE_INTEGER,
      afterCreate: onceCreated(prepare),
    },
  });
}

const readPragmas = ['busy_timeout = 5000', 'query_only = ON', 'temp_store = MEMORY', 'cache_size = -8000'];

async function prepareReading(connection: RawConnection): Promise<void> {
  for (const pragma of readPragmas) await execute(connection, `PRAGMA ${pragma}`);
}

/** Enough for two lists while a report is computed; each connection caches up to 8 MB of pages. */
const readConnections = 3;
const readIdleMs = 30_000;

/**
 * Read-only connections to a file that `connect` has open. In WAL mode they see what was committed before each statement, and
 * neither wait for writes nor delay them. Each statement runs on a thread of libuv's pool, which `bin/earshot` makes large enough.
 */
export function connectReading(filename: string, { max = readConnections, idleMs = readIdleMs } = {}): Db {
  return knex({
    client: 'sqlite3',
    connection: { filename },
    useNullAsDefault: true,
    ...quiet,
    pool: {
      min: 0,
      max,
      idleTimeoutMillis: idleMs,
      afterCreate: onceCreated(prepareReading),
    },
  });
}

/** 3.7.0 to 3.51.2 can corrupt a WAL database when a checkpoint races a commit (fixed upstream in 3.51.3). */
const oldestSafeEngine = [3, 51, 3];

export function isSafeEngine(version: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, least] of oldestSafeEngine.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

/** Throws for an SQLite version that can lose data. */
export async function checkEngine(db: Db): Promise<void> {
  const [row] = await db.select<{ version: string; fts: number }[]>(
    db.raw(`sqlite_version() as version, sqlite_compileoption_used('ENABLE_FTS5') as fts`),
  );
  const version = row?.version ?? 'unknown';
  if (!isSafeEngine(version))
    throw new AppError('unavailable', `SQLite ${version} can corrupt its log; 3.51.3 or later is needed (npm rebuild sqlite3)`);
  if (row?.fts !== 1) throw new AppError('unavailable', 'This SQLite was built without FTS5 (npm rebuild sqlite3)');
}

/** SQLite's busy, and PostgreSQL's deadlock and serialization failure. */
const busyCodes: ReadonlySet<unknown> = new Set(['SQLITE_BUSY', '40P01', '40001']);
const isBusy = (error: unknown): boolean => error instanceof Error && 'code' in error && busyCodes.has(error.code);

/** Any number that no other program uses for an advisory lock in the same database. */
const writeLock = 7_345_123;

/** PostgreSQL has no single writer, but what was written for one isn't written for several. */
async function takeWriteTurn(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await trx.raw('select pg_advisory_xact_lock(?)', [writeLock]);
  else await trx('write_turn').update({ turn: trx.raw('turn + 1') });
}

/**
 * A transaction that takes the write lock first: with a plain BEGIN, a read followed by a write fails with SQLITE_BUSY
 * if another process wrote in between, regardless of the busy timeout. Retried up to five times if busy.
 */
export async function transact<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    // A full disk rolls back by itself; the explicit ROLLBACK then fails, and its error would hide the first one.
    const failed: { first?: unknown } = {};
    try {
      return await db.transaction(async (trx) => {
        try {
          await takeWriteTurn(trx);
          return await work(trx);
        } catch (error) {
          failed.first = error;
          throw error;
        }
      });
    } catch (error) {
      const first = failed.first ?? error;
      if (!isBusy(first)) throw first;
      if (attempt === 5) throw new AppError('unavailable', 'The database is busy', { cause: first, retryAfter: 5 });
      await new Promise((resolve) => setTimeout(resolve, 50 * attempt * (0.5 + Math.random())));
    }
  }
}

/** Splits rows into chunks for multi-row statements: SQLite allows 32,766 variables per statement. */
export function* chunked<T>(rows: readonly T[], columns: number): Generator<T[]> {
  const size = Math.max(1, Math.floor(30_000 / Math.max(1, columns)));
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
