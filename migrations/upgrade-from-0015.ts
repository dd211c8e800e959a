import type { Knex } from 'knex';
import { markStaleDays } from './baseline/stale-days.ts';
import { flag, json, time } from './columns.ts';

/** The last migration before the baseline replaced them; its databases are upgraded in place. */
export const lastNumbered = '0015_feedback_pictures';

const tables = {
  places: 'streams',
  place_readings: 'stream_readings',
  heard_hours: 'fetch_hours',
  resting_rules: 'paused_rules',
  notices: 'notifications',
  notify_channels: 'notification_channels',
  notify_messages: 'notification_messages',
  notify_deliveries: 'notification_deliveries',
  purges: 'deletion_log',
} as const;

/** New table → old column → new column. */
const columns: Record<string, Record<string, string>> = {
  items: { heard_at: 'fetched_at' },
  campaigns: { judged_seq: 'scored_seq', recency_most: 'max_recency_points', counted_item: 'counted_item_id' },
  stream_readings: { place_id: 'stream_id' },
  paused_rules: { rests_since: 'paused_since', woken_at: 'resumed_at' },
  outbox: { wished_at: 'scheduled_at' },
  billing_accounts: { ends_then: 'cancels_at_period_end' },
  reddit_accounts: { asked_scopes: 'requested_scopes' },
  own_activity: { born_at: 'account_created_at' },
};

const renamed = new Map<string, string>([...Object.entries(tables), ...Object.values(columns).flatMap((names) => Object.entries(names))]);
const longestFirst = [...renamed].sort(([a], [b]) => b.length - a.length);

/** The baseline's name for an index that is named after a renamed table or column. */
const newNameOf = (index: string): string => {
  const table = Object.entries(tables).find(([old]) => index.startsWith(`${old}_`));
  const [head, rest] = table ? [table[1], index.slice(table[0].length)] : ['', index];
  return longestFirst.reduce((name, [old, now]) => (old.includes('_') ? name.replace(old, now) : name), `${head}${rest}`);
};

async function renameIndexes(db: Knex): Promise<void> {
  const rows = await db.raw<{ name: string; sql: string }[]>(
    "select name, sql from sqlite_master where type = 'index' and sql is not null",
  );
  for (const { name, sql } of rows) {
    const now = newNameOf(name);
    if (now === name) continue;
    await db.raw(`drop index "${name}"`);
    await db.raw(sql.replace(name, now));
  }
}

async function addColumns(db: Knex): Promise<void> {
  await db.schema.alterTable('campaigns', (table) => {
    json(table, 'exclusions');
    json(table, 'regions');
    json(table, 'price_range', 'null');
  });
  await db.schema.alterTable('leads', (table) => {
    time(table, 'announce_since');
    table.index(['id'], 'leads_to_announce', { predicate: db.whereNotNull('announce_since') });
  });
  await db.raw('update leads set announce_since = first_seen_at where id > (select coalesce(max(lead_id), 0) from notify_cursor)');
  await db.schema.dropTable('notify_cursor');
  await db.schema.alterTable('notifications', (table) => void flag(table, 'unconfirmed'));
}

/**
 * Upgrades a database of the fifteen numbered migrations to the baseline: names change and columns are added, and no row is lost.
 */
export async function upgradeFrom0015(db: Knex): Promise<void> {
  const triggers = await db.raw<{ name: string }[]>("select name from sqlite_master where type = 'trigger'");
  for (const { name } of triggers) await db.raw(`drop trigger "${name}"`);
  for (const [old, now] of Object.entries(tables)) await db.schema.renameTable(old, now);
  for (const [table, names] of Object.entries(columns))
    for (const [old, now] of Object.entries(names)) await db.raw(`alter table "${table}" rename column "${old}" to "${now}"`);
  await addColumns(db);
  await db.raw("update ai_ledger set purpose = 'score' where purpose = 'judge'");
  await renameIndexes(db);
  await markStaleDays(db);
}
