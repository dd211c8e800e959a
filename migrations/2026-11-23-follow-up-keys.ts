import type { Knex } from 'knex';

/** A client's key for each new follow-up, so that a request sent again after a lost response doesn't add another one. */
export async function followUpKeys(db: Knex): Promise<void> {
  await db.raw('alter table follow_ups add column change_key text');
  await db.schema.alterTable('follow_ups', (table) => void table.unique(['user_id', 'change_key']));
}
