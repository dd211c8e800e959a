import type { Knex } from 'knex';
import { isPostgres } from '../engine.ts';

const dayMs = 86_400_000;

/** A moment whose day is marked: expressions on the changed row, `old` or `new`. */
interface Moment {
  campaign: string;
  at: string;
  /** Where the moment is in another row. */
  in?: { table: string; id: string };
}

const found = (row: 'old' | 'new'): Moment => ({ campaign: `${row}.campaign_id`, at: `${row}.discovered_at` });
const firstSeen = (row: 'old' | 'new'): Moment => ({ campaign: `${row}.campaign_id`, at: `${row}.first_seen_at` });
const contacted = (row: 'old' | 'new'): Moment => ({ campaign: `${row}.campaign_id`, at: `${row}.contacted_at` });
const leadOf = (row: 'old' | 'new'): Moment => ({
  campaign: 'leads.campaign_id',
  at: 'leads.first_seen_at',
  in: { table: 'leads', id: `${row}.lead_id` },
});
/** The product doesn't fit into PostgreSQL's integers. */
const fetched: Moment = { campaign: 'new.campaign_id', at: `(cast(new.hour as bigint) * ${dayMs / 24})` };

interface Trigger {
  event: 'insert' | 'update' | 'delete';
  table: string;
  /** An update of other columns marks nothing, nor does one that changes none of these. */
  columns?: readonly string[];
  marks: readonly Moment[];
}

const triggers: readonly Trigger[] = [
  { event: 'insert', table: 'posts', marks: [found('new')] },
  {
    event: 'update',
    table: 'posts',
    columns: ['open', 'status', 'feedback', 'seen_at', 'matched_rules', 'lead_id'],
    marks: [found('new'), leadOf('old'), leadOf('new')],
  },
  { event: 'delete', table: 'posts', marks: [found('old'), leadOf('old')] },
  { event: 'insert', table: 'leads', marks: [firstSeen('new'), contacted('new')] },
  {
    event: 'update',
    table: 'leads',
    columns: ['active', 'stage', 'first_seen_at', 'contacted_at'],
    marks: [firstSeen('old'), contacted('old'), firstSeen('new'), contacted('new')],
  },
  { event: 'delete', table: 'leads', marks: [firstSeen('old'), contacted('old')] },
  { event: 'insert', table: 'fetch_hours', marks: [fetched] },
  { event: 'update', table: 'fetch_hours', marks: [fetched] },
];

/** SQLite needs `not exists`: there, the conflict clause of the statement that fires a trigger replaces the trigger's own. */
function markSql({ campaign, at, in: other }: Moment): string {
  const day = `${at} / ${dayMs}`;
  return `insert into stale_days (campaign_id, day) select ${campaign}, ${day} ${other ? `from ${other.table}` : ''}
    where ${other ? `${other.table}.id = ${other.id} and` : ''} ${at} is not null
    and not exists (select 1 from stale_days where campaign_id = ${campaign} and day = ${day}) on conflict do nothing;`;
}

/** Triggers that mark days whose figures change, so that no change of a post or a lead can be missed. */
export async function markStaleDays(db: Knex): Promise<void> {
  for (const { event, table, columns, marks } of triggers) {
    const name = `${table}_${event}`;
    const of = columns ? `of ${columns.join(', ')}` : '';
    const when = columns ? `when (${columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')})` : '';
    const head = `create trigger ${name} after ${event} ${of} on ${table} for each row ${when}`;
    const body = marks.map(markSql).join(' ');
    if (!isPostgres(db)) {
      await db.raw(`${head} begin ${body} end`);
      continue;
    }
    await db.raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`);
    await db.raw(`${head} execute function ${name}()`);
  }
}
