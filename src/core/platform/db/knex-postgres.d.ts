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
  export default class PostgresClient extends Knex.Client {
    prepBindings(bindings: unknown[] | undefined): unknown[] | undefined;
    processResponse(query: Query, runner: unknown): unknown;
  }
}
