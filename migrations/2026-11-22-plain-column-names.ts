import type { Knex } from 'knex';
import { markStaleDaysPostgres } from './baseline/stale-days-postgres.ts';
import { orderByBytes } from './collation.ts';
import { isPostgres } from './engine.ts';

/** Table → old column → new column. */
const columns: Record<string, Record<string, string>> = {
  posts: { verdict: 'feedback', verdict_reason: 'feedback_reason', verdict_at: 'feedback_at', barred: 'blacklisted' },
  leads: { answered_at: 'contacted_at' },
  campaign_learning: { words: 'terms' },
  runs: { places: 'streams' },
  campaign_days: { heard: 'fetched', right: 'good', wrong: 'bad', places: 'subreddits' },
  fetch_hours: { heard: 'fetched', places: 'subreddits' },
};

/** Index → its new name, and its columns. SQLite can't rename an index. */
const indexes: Record<string, [name: string, on: string]> = {
  posts_judged: ['posts_with_feedback', 'posts (campaign_id, feedback_at) where feedback is not null'],
  posts_barred: ['posts_blacklisted', 'posts (id) where blacklisted = 1'],
  leads_user_id_answered_at_index: ['leads_user_id_contacted_at_index', 'leads (user_id, contacted_at)'],
};

/** Only names change; SQLite also renames a column in its triggers and indexes. An undo stores posts as JSON by column. */
export async function plainColumnNames(db: Knex): Promise<void> {
  for (const [table, names] of Object.entries(columns))
    for (const [old, now] of Object.entries(names)) await db.raw(`alter table "${table}" rename column "${old}" to "${now}"`);
  await orderByBytes(db);
  if (isPostgres(db)) await markStaleDaysPostgres(db);
  for (const [old, [name, on]] of Object.entries(indexes)) {
    await db.raw(`drop index "${old}"`);
    await db.raw(`create index "${name}" on ${on}`);
  }
  await db.raw(`update ai_ledger set purpose = 'score' where purpose = 'judge'`);
  await db.raw(`update ai_ledger set failure = 'canceled' where failure = 'cancelled'`);
  for (const [old, now] of Object.entries(columns['posts'] ?? {}))
    await db.raw(`update undos set payload = replace(payload, '"${old}":', '"${now}":')`);
}
