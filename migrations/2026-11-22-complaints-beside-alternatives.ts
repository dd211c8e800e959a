import type { Knex } from 'knex';

/** Whether a mention complains, also while its author looks for an alternative. Mentions from before are what their kind says. */
export async function complaintsBesideAlternatives(db: Knex): Promise<void> {
  await db.raw('alter table competitor_mentions add column complains integer not null default 0');
  await db.raw(`update competitor_mentions set complains = 1 where kind = 'complaint'`);
}
