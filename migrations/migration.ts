import type { Knex } from 'knex';

export interface Migration {
  /** The date it was written, and what it does. */
  name: string;
  up(db: Knex): Promise<void>;
}
