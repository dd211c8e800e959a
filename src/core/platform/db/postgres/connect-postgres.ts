import knex, { type Knex } from 'knex';
import type { ColumnTypes, Query, RawConnection } from 'knex/lib/dialects/postgres/index.js';
import { AppError } from '../../errors.ts';
import { type Db, quiet, type Trx } from '../connect.ts';
import { storableText } from '../dialect.ts';
import { checkUrl, partsOf, type UrlParts } from './postgres-url.ts';

const refusedLogin = ({ user, server }: UrlParts): string =>
  `PostgreSQL at ${server} refused the user ${user} or its password. Check database.url.`;
const isStarting = ({ server }: UrlParts): string => `PostgreSQL at ${server} is starting or stopping. Try again in a moment.`;
const isFull = (): string => 'The disk of the database server is full. Free some space, then try again.';
const isReadOnly = ({ server }: UrlParts): string =>
  `PostgreSQL at ${server} only allows reading, as a standby does. Check database.url, or make it the primary.`;
const lacksRight = ({ user, database }: UrlParts): string =>
  `The user ${user} lacks rights in the database ${database}. Make it the owner: ALTER DATABASE "${database}" OWNER TO "${user}"`;

/** By PostgreSQL's error code. */
const messages: Record<string, (parts: UrlParts) => string> = {
  '28P01': refusedLogin,
  '28000': refusedLogin,
  '3D000': ({ user, database }) => `The database ${database} doesn't exist. Create it: createdb --owner ${user} ${database}`,
  '25006': isReadOnly,
  '42501': lacksRight,
  '53100': isFull,
  '53300': ({ server }) => `PostgreSQL at ${server} has no free connections. Raise max_connections.`,
  '57P01': isStarting,
  '57P02': isStarting,
  '57P03': isStarting,
};
const retryAfter = 5;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
/** Of the operating system, and PostgreSQL's class 08. */
const cutCodes = /^(?:ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|08\w{3})$/;
const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message.includes('Query read timeout');
/** The driver's own errors about a connection that was cut have no code, and Knex puts the statement before them. */
const isCut = (error: unknown): boolean =>
  error instanceof Error &&
  (isUnanswered(error) ||
    cutCodes.test(codeOf(error)) ||
    /Connection terminated|Client has encountered a connection error/.test(error.message));

/** `unavailable` for a server that can't be used as it is, with what to do; null for any other error of a statement. */
export function postgresFailure(url: string, error: unknown): AppError | null {
  const parts = partsOf(url);
  const message = isCut(error)
    ? `The connection to PostgreSQL at ${parts.server} was cut. Try again in a moment.`
    : messages[codeOf(error)]?.(parts);
  return message === undefined ? null : new AppError('unavailable', message, { cause: error, retryAfter });
}

/** The same for an error while connecting, which is always about the server. */
function connectFailure(url: string, error: unknown): AppError {
  const parts = partsOf(url);
  const code = codeOf(error);
  const reason = code || (error instanceof Error ? error.message : 'no reason given');
  const message =
    messages[code]?.(parts) ?? `PostgreSQL at ${parts.server} can't be reached (${reason}). Check that it runs, and database.url.`;
  return new AppError('unavailable', message, { cause: error, retryAfter });
}

/** Like SQLite's driver, which takes booleans as 0 and 1. */
function bindingOf(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' ? storableText(value) : value;
}

/** What was acknowledged survives a power cut, whatever the server's default is. Stricter settings stay. */
const flushCommits = `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;

/** The pool leaves this connection out from now on. */
export const discard = (connection: RawConnection, error: unknown): void => void Object.assign(connection, { __knex__disposed: error });

/** Loaded when used: most instances run on SQLite. */
async function loadClient(url: string, { name, onConnect }: Pick<Pool, 'name' | 'onConnect'>): Promise<typeof Knex.Client> {
  const { default: PostgresClient } = await import('knex/lib/dialects/postgres/index.js');
  return class extends PostgresClient {
    /** As large as SQLite's numbers, so that no number that a user or a cursor names is out of range. */
    override columnCompiler(...given: unknown[]): ColumnTypes {
      const types = super.columnCompiler(...given);
      const { bigincrements } = types;
      return Object.assign(types, { integer: 'bigint', increments: bigincrements, floating: 'double precision' });
    }

    override prepBindings(bindings: unknown[] | undefined): unknown[] | undefined {
      return super.prepBindings(bindings)?.map(bindingOf);
    }

    override async acquireRawConnection(): Promise<RawConnection> {
      try {
        const connection = await super.acquireRawConnection();
        // A name in the URL would replace one among the options.
        await connection.query(`${flushCommits}; set application_name = '${name}'`);
        await onConnect?.(connection).catch(async (error: unknown) => {
          await connection.end();
          throw error;
        });
        return connection;
      } catch (error) {
        throw error instanceof AppError ? error : connectFailure(url, error);
      }
    }

    override query(connection: RawConnection, query: unknown): Promise<unknown> {
      return super.query(connection, query).catch((error: unknown) => {
        // A dead connection doesn't end by itself for minutes.
        if (isUnanswered(error)) discard(connection, error);
        throw postgresFailure(url, error) ?? error;
      });
    }

    /** Statements written as SQL return their rows, as on SQLite. */
    override processResponse(query: Query, runner: unknown): unknown {
      if (query.method !== 'raw' || query.output) return super.processResponse(query, runner);
      const last = Array.isArray(query.response) ? query.response.at(-1) : query.response;
      return last?.rows ?? [];
    }
  };
}

const toNumber = (text: string): number => Number(text);
/** By PostgreSQL's type number: `bigint` and `numeric` as numbers, `boolean` as 0 or 1. All integers here are below 2^53. */
const parsers = new Map<number, (text: string) => number>([
  [20, toNumber],
  [1700, toNumber],
  [16, (text) => (text === 't' ? 1 : 0)],
]);

const defaultConnections = 10;
const connectMs = 10_000;

interface Pool {
  /** How many connections are kept open. */
  keeps?: number;
  max?: number;
  /** After how long between two statements PostgreSQL ends a transaction. 0: never. */
  maxPauseMs?: number;
  /** After how long a statement without an answer ends its connection. */
  answerMs?: number;
  /** As PostgreSQL shows it. */
  name?: string;
  /** What each new connection has to do before it is used. */
  onConnect?: (connection: RawConnection) => Promise<void>;
}

/** Opens a PostgreSQL database. The first statement connects. */
export async function connectPostgres(
  url: string,
  { keeps = 0, max = keeps || defaultConnections, maxPauseMs = 0, answerMs, name = 'earshot', onConnect }: Pool = {},
): Promise<Db> {
  checkUrl(url);
  const { default: pg } = await import('pg');
  const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format);
  return knex({
    client: await loadClient(url, { name, onConnect }),
    connection: {
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
      idle_in_transaction_session_timeout: maxPauseMs,
      query_timeout: answerMs,
      types: { getTypeParser },
    } as Knex.PgConnectionConfig,
    ...quiet,
    pool: { min: keeps, max },
  });
}

const mark = 'unfinished copy';

/** The mark is a comment, which can be read while the copy holds the tables. */
export async function markUnfinished(target: Db): Promise<void> {
  await target.raw(`comment on table write_turn is '${mark}'`);
}

export async function markFinished(trx: Trx): Promise<void> {
  await trx.raw('comment on table write_turn is null');
}

/** Throws `conflict` for a database that a copy didn't fill: the first visitor would become the admin of an empty instance. */
export async function refuseUnfinished(db: Db): Promise<void> {
  const [row] = await db.raw<{ comment: string | null }[]>(`select obj_description(to_regclass('write_turn'), 'pg_class') as comment`);
  if (row?.comment === mark)
    throw new AppError(
      'conflict',
      'A copy into this database is running or was stopped before its end. Wait for it, or run it again: earshot migrate --to URL',
    );
}
