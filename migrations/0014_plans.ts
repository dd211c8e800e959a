import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;
const time = (table: Table, name: string) => table.bigInteger(name);
const owner = (table: Table, name = 'user_id') => table.integer(name).references('users.id').onDelete('CASCADE');

/** What accounts may use and have used, who shares it, and what the payment service says. Times are UTC milliseconds. */
export async function plans(db: Knex): Promise<void> {
  /** The configuration's plans, so that a limit can be held inside the statement that would pass it. Null: no limit. */
  await db.schema.createTable('plan_limits', (table) => {
    table.text('id').primary();
    table.integer('position').notNullable();
    table.integer('campaigns');
    table.integer('leads_per_month');
    table.integer('ai_calls_per_day');
    table.integer('seats');
  });
  await db.schema.createTable('plan_use', (table) => {
    owner(table).notNullable();
    /** Months since 1970 in UTC. */
    table.integer('month').notNullable();
    table.integer('leads').notNullable();
    table.primary(['user_id', 'month']);
  });
  await db.schema.createTable('plan_seats', (table) => {
    table.increments('id');
    owner(table).notNullable();
    table.text('email').notNullable();
    table.text('email_key').notNullable().index();
    /** Null until somebody with that address takes it. */
    owner(table, 'member_id').unique();
    time(table, 'created_at').notNullable();
    table.unique(['user_id', 'email_key']);
  });
  await db.schema.createTable('billing_accounts', (table) => {
    owner(table).primary();
    table.text('customer_id').notNullable().unique();
    table.text('subscription_id');
    table.text('state').notNullable();
    /** What the subscription is for; null while it is for nothing. */
    table.text('plan');
    time(table, 'period_end');
    table.integer('ends_then').notNullable().defaultTo(0);
    time(table, 'synced_at').notNullable();
  });
  await db.schema.createTable('billing_events', (table) => {
    table.text('id').primary();
    table.text('type').notNullable();
    time(table, 'received_at').notNullable().index();
  });
}
