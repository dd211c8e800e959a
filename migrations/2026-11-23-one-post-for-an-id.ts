import type { Knex } from 'knex';

/** A post that was both fetched and imported was listed twice in a campaign; the one without user actions is hidden. */
export async function onePostForAnId(db: Knex): Promise<void> {
  await db.schema.alterTable('items', (table) => void table.index(['fullname']));
  await db.raw(`
    with ranked as (
      select posts.id, posts.touched, row_number() over (
        partition by posts.campaign_id, items.fullname
        order by posts.touched desc, items.scope <> '', posts.open desc, posts.id
      ) as place
      from posts join items on items.id = posts.item_id
    )
    update posts set open = 0 where id in (select id from ranked where place > 1 and touched = 0)`);
}
