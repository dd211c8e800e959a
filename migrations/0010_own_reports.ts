import type { Knex } from 'knex';

/** What was made of a connected account's own posts: vibe and health. Texts are not in it, only names of items. Times are UTC ms. */
export async function ownReports(db: Knex): Promise<void> {
  await db.schema.createTable('own_reports', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('kind').notNullable();
    /** The Reddit account's name. */
    table.text('username').notNullable();
    table.bigInteger('created_at').notNullable();
    table.integer('sample_size').notNullable();
    /** JSON. */
    table.text('report').notNullable();
    table.index(['user_id', 'kind', 'id']);
  });
}
