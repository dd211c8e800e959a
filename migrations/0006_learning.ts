import type { Knex } from 'knex';

/** What a campaign learned from its user's judgements, and what it adds to each post. */
export async function learning(db: Knex): Promise<void> {
  await db.schema.alterTable('posts', (table) => {
    /** What the judgements add to the points, −25 to 25. */
    table.double('learned_points').notNullable().defaultTo(0);
    /** Its user made a lead of it by hand. */
    table.bigInteger('kept_at');
  });
  await db.schema.alterTable(
    'posts',
    (table) => void table.index(['campaign_id'], 'posts_kept', { predicate: db.whereNotNull('kept_at') }),
  );
  await db.schema.alterTable('campaigns', (table) => {
    /** Grows when what is learned changes: a batch judged by the one before is judged again. */
    table.integer('learned_revision').notNullable().defaultTo(0);
  });
  await db.schema.createTable('campaign_learning', (table) => {
    table.integer('campaign_id').primary().references('campaigns.id').onDelete('CASCADE');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    /** Grows with every change of what is learned from; `done` is its value when that was last worked in. */
    table.integer('wanted').notNullable().defaultTo(0);
    table.integer('done').notNullable().defaultTo(0);
    /** As JSON: a weight for each feature; null below eight judgements. */
    table.text('layer');
    table.integer('lessons').notNullable().defaultTo(0);
    /** As JSON: the heaviest weights in words. */
    table.text('words').notNullable().defaultTo('[]');
    /** Every stored post has the points of `layer`. */
    table.integer('applied').notNullable().defaultTo(1);
    table.bigInteger('learned_at');
  });
  await db.raw(`insert into campaign_learning (campaign_id, user_id, wanted)
    select distinct campaign_id, user_id, 1 from posts where verdict is not null`);
  await db.schema.createTable('resting_rules', (table) => {
    table.integer('campaign_id').notNullable().references('campaigns.id').onDelete('CASCADE');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('rule').notNullable();
    /** Null once it was woken. */
    table.bigInteger('rests_since');
    /** Judgements before this moment put it to rest no more. */
    table.bigInteger('woken_at');
    table.primary(['campaign_id', 'rule']);
  });
}
