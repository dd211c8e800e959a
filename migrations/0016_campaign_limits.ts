import type { Knex } from 'knex';

/** What an offering does not include, where it is available and what it costs. */
export async function campaignLimits(db: Knex): Promise<void> {
  await db.schema.alterTable('campaigns', (table) => {
    table.text('exclusions').notNullable().defaultTo('[]');
    table.text('regions').notNullable().defaultTo('[]');
    table.text('price_range').notNullable().defaultTo('null');
  });
}
