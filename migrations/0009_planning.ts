import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;
const time = (table: Table, name: string) => table.bigInteger(name);
const owner = (table: Table) => table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
const count = (table: Table, name: string) => table.integer(name).notNullable().defaultTo(0);

/** Answers for later, what becomes of those that were sent, and what was blanked when. Times are UTC milliseconds. */
export async function planning(db: Knex): Promise<void> {
  await db.schema.alterTable('outbox', (table) => {
    /** What its user chose; null: at once. `due_at` is when it goes out, which pace can move. */
    time(table, 'wished_at');
    /** `paused` by the user, or `missed`: too late to go out without asking. */
    table.text('held');
    table.index(['user_id', 'wished_at']);
  });
  await db.schema.createTable('reply_watches', (table) => {
    table.integer('outbox_id').primary().references('outbox.id').onDelete('CASCADE');
    owner(table).index();
    /** Null: it is not looked at any more. */
    time(table, 'next_at').index();
    time(table, 'read_at');
    table.text('standing').notNullable();
    table.text('removed_by');
    table.integer('points');
    table.integer('locked').notNullable().defaultTo(0);
    table.integer('answers');
    /** Names as JSON; they go when their accounts go. */
    table.text('answerers').notNullable().defaultTo('[]');
    /** When the person who was answered wrote back. */
    time(table, 'answered_at');
  });
  await db.schema.createTable('reply_points', (table) => {
    table.increments('id');
    table.integer('outbox_id').notNullable().references('outbox.id').onDelete('CASCADE');
    time(table, 'at').notNullable();
    table.text('standing').notNullable();
    table.integer('points');
    table.integer('answers');
    table.index(['outbox_id', 'at']);
  });
  /** Figures alone: nothing here says what it was or whose. */
  await db.schema.createTable('purges', (table) => {
    table.increments('id');
    time(table, 'at').notNullable().index();
    table.text('cause').notNullable();
    for (const kind of ['items', 'posts', 'people', 'answers', 'timeline', 'notices', 'accounts', 'other']) count(table, kind);
  });
}
