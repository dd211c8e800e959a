import type { Knex } from 'knex';

/** Whether this is PostgreSQL; otherwise it is SQLite. */
export const isPostgres = (db: Knex): boolean => (db.client as { dialect?: string }).dialect === 'postgresql';
