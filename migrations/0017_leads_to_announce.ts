import type { Knex } from 'knex';

/** Which leads still have to be announced: each on its own, because one waits for a model while later ones do not. */
export async function leadsToAnnounce(db: Knex): Promise<void> {
  await db.schema.alterTable('leads', (table) => {
    /** UTC ms; null once it is settled whether anybody is notified. */
    table.integer('announce_since');
    table.index(['id'], 'leads_to_announce', { predicate: db.whereNotNull('announce_since') });
  });
  await db.raw('update leads set announce_since = first_seen_at where id > (select coalesce(max(lead_id), 0) from notify_cursor)');
  await db.schema.dropTable('notify_cursor');
  await db.schema.alterTable('notices', (table) => {
    /** Of a lead that no model has scored, though one is configured. */
    table.integer('unconfirmed').notNullable().defaultTo(0);
  });
}
