import knex, { type Knex } from 'knex';
import type { ColumnTypes, Query, RawConnection } from 'knex/lib/dialects/postgres/index.js';
import { AppError } from '../../errors.ts';
import type { Db } from '../connect.ts';
import { connectFailure, isUnanswered, postgresFailure } from './postgres-failure.ts';
import { storableText } from './postgres-text.ts';
import { checkUrl } from './postgres-url.ts';
import { quiet } from '../quiet.ts';

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
