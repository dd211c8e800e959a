/** Knex's client for PostgreSQL: the part that is replaced here, which its own types leave out. */
declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex';

  interface Response {
    rows: unknown[];
  }
  export interface Query {
    method?: string;
    output?: unknown;
    response: Response | Response[];
  }
  /** The SQL of each column type. */
  export interface ColumnTypes {
    bigincrements: unknown;
    integer: unknown;
    increments: unknown;
    floating: unknown;
  }
  export interface RawConnection {
    /** Several statements at once have several results. */
    query(sql: string | { text: string; values?: unknown[]; types?: object }): Promise<{ rows: Record<string, unknown>[] }>;
    once(event: 'end', listener: () => void): void;
    end(): Promise<void>;
  }
  export default class PostgresClient extends Knex.Client {
    columnCompiler(...given: unknown[]): ColumnTypes;
    acquireRawConnection(): Promise<RawConnection>;
    query(connection: RawConnection, query: unknown): Promise<unknown>;
    prepBindings(bindings: unknown[] | undefined): unknown[] | undefined;
    processResponse(query: Query, runner: unknown): unknown;
  }
}
