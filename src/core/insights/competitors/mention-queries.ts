import type { Db, Subquery } from '#core/platform/db/connect.ts';

/** Subquery: mentions of the outer query's item. */
export const selectMentions = (db: Db): Subquery =>
  db('competitor_mentions').select('id').whereRaw('competitor_mentions.item_id = items.id');
