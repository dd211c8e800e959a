import type { Knex } from 'knex';

/** Campaigns also monitor Hacker News and feeds. A stream stores where its source stopped reading, and its own title. */
export async function otherSources(db: Knex): Promise<void> {
  await db.raw('alter table campaigns add column hacker_news integer not null default 0');
  await db.raw(`alter table campaigns add column feeds text not null default '[]'`);
  await db.raw('alter table streams add column "cursor" text');
  await db.raw('alter table streams add column shown_name text');
}
