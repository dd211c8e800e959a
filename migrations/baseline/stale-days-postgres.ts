import type { Knex } from 'knex';

const dayMs = 86_400_000;

const differ = (columns: readonly string[]): string => columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
const mark = (campaignId: string, time: string): string => `perform mark_stale_day(${campaignId}, ${time});`;
const markLead = (lead: string): string => `perform mark_stale_day(campaign_id, first_seen_at) from leads where id = ${lead};`;

interface Trigger {
  name: string;
  /** Such as `after insert on posts`. */
  on: string;
  when?: string;
  statements: string;
}

async function createTrigger(db: Knex, { name, on, when, statements }: Trigger): Promise<void> {
  await db.raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${statements} return null; end $$`);
  await db.raw(`create trigger ${name} ${on} for each row ${when ? `when (${when})` : ''} execute function ${name}()`);
}

/** What the triggers in `stale-days.ts` do. */
export async function markStaleDaysPostgres(db: Knex): Promise<void> {
  await db.raw(`create function mark_stale_day(campaign bigint, at bigint) returns void language sql as $$
    insert into stale_days (campaign_id, day) select campaign, at / ${dayMs} where at is not null on conflict do nothing $$`);
  for (const event of ['insert', 'update'])
    await createTrigger(db, {
      name: `fetch_hours_${event}`,
      on: `after ${event} on fetch_hours`,
      statements: mark('new.campaign_id', `new.hour::bigint * ${dayMs / 24}`),
    });
  await markByPosts(db);
  await markByLeads(db);
}

async function markByPosts(db: Knex): Promise<void> {
  const columns = ['open', 'status', 'feedback', 'seen_at', 'matched_rules', 'lead_id'];
  const marked = mark('new.campaign_id', 'new.discovered_at');
  await createTrigger(db, { name: 'posts_insert', on: 'after insert on posts', statements: marked });
  await createTrigger(db, {
    name: 'posts_update',
    on: `after update of ${columns.join(', ')} on posts`,
    when: differ(columns),
    statements: marked + markLead('old.lead_id') + markLead('new.lead_id'),
  });
  await createTrigger(db, {
    name: 'posts_delete',
    on: 'after delete on posts',
    statements: mark('old.campaign_id', 'old.discovered_at') + markLead('old.lead_id'),
  });
}

async function markByLeads(db: Knex): Promise<void> {
  const columns = ['active', 'stage', 'first_seen_at', 'contacted_at'];
  const markBoth = (row: string): string =>
    mark(`${row}.campaign_id`, `${row}.first_seen_at`) + mark(`${row}.campaign_id`, `${row}.contacted_at`);
  await createTrigger(db, { name: 'leads_insert', on: 'after insert on leads', statements: markBoth('new') });
  await createTrigger(db, {
    name: 'leads_update',
    on: `after update of ${columns.join(', ')} on leads`,
    when: differ(columns),
    statements: markBoth('old') + markBoth('new'),
  });
  await createTrigger(db, { name: 'leads_delete', on: 'after delete on leads', statements: markBoth('old') });
}
