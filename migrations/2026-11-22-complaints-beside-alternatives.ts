import type { Knex } from 'knex';

/** Whether a mention complains, including mentions that look for an alternative. Existing mentions get it from their kind. */
export async function complaintsBesideAlternatives(db: Knex): Promise<void> {
  await db.raw('alter table competitor_mentions add column complains integer not null default 0');
  await db.raw(`update competitor_mentions set complains = 1 where kind = 'complaint'`);
}
