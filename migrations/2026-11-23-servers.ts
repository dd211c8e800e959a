import type { Knex } from 'knex';
import { time } from './columns.ts';

/** Several servers on one PostgreSQL database: which one works on a run or an import, and the request budget that they share. */
export async function servers(db: Knex): Promise<void> {
  /** Number of the server; null for the only one, and for commands. */
  for (const name of ['runs', 'pending_imports']) await db.schema.alterTable(name, (table) => void table.bigInteger('server'));
  await db.schema.createTable('shared_budgets', (table) => {
    /** A digest of the client ID, or `feeds`. */
    table.text('name').primary();
    /** JSON; its form is up to who uses the budget. */
    table.text('state').notNullable();
    time(table, 'changed_at').notNullable();
  });
}
