import { connect } from '#core/platform/db/connect.ts';

/** A database as versions from before the baseline made it: other migrations, and tables with rows. */
export async function makeFromBeforeBaseline(file: string): Promise<void> {
  const db = connect(file);
  await db.schema.createTable('knex_migrations', (table) => {
    table.increments();
    table.text('name');
    table.integer('batch');
    table.timestamp('migration_time');
  });
  const names = ['2026-11-22-baseline', '2026-11-28-one-person'];
  await db('knex_migrations').insert(names.map((name) => ({ name, batch: 1, migration_time: new Date(0) })));
  for (const table of ['users', 'write_turn']) await db.schema.createTable(table, (made) => void made.text('username'));
  await db('users').insert({ username: 'ada' });
  await db.raw('PRAGMA wal_checkpoint(TRUNCATE)');
  await db.destroy();
}
