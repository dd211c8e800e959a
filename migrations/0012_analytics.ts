import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;
const dayMs = 86_400_000;
const owner = (table: Table) => table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
const campaign = (table: Table) => table.integer('campaign_id').notNullable().references('campaigns.id').onDelete('CASCADE');
const counts = ['heard', 'matched', 'posts', 'leads', 'contacted', 'replied', 'won', 'dismissed', 'right', 'wrong'];
const details = ['found', 'answered', 'written', 'places', 'rules', 'latency'];

/** What campaigns came to, day by day. Days are UTC days since 1970, hours UTC hours since 1970. */
export async function analytics(db: Knex): Promise<void> {
  /** What was heard is forgotten after two days by default, so it is counted as it is judged. */
  await db.schema.createTable('heard_hours', (table) => {
    campaign(table);
    owner(table).index();
    table.integer('hour').notNullable();
    table.integer('heard').notNullable();
    table.integer('matched').notNullable();
    /** Subreddit → [heard, matched]. */
    table.text('places').notNullable();
    table.primary(['campaign_id', 'hour']);
  });
  /** No item up to this one counts as heard again, however often the campaign judges anew. */
  await db.schema.alterTable('campaigns', (table) => void table.integer('counted_item').notNullable().defaultTo(0));
  await db.raw('update campaigns set counted_item = (select coalesce(max(id), 0) from items)');
  await db.schema.createTable('campaign_days', (table) => {
    campaign(table);
    owner(table);
    table.integer('day').notNullable();
    for (const name of counts) table.integer(name).notNullable();
    for (const name of details) table.text(name).notNullable();
    table.primary(['campaign_id', 'day']);
    table.index(['user_id', 'day']);
  });
  /** Days whose figures changed since they were last counted. No reference: a campaign that goes marks days on its way out. */
  await db.schema.createTable('stale_days', (table) => {
    table.integer('campaign_id').notNullable();
    table.integer('day').notNullable();
    table.primary(['campaign_id', 'day']);
    table.index(['day']);
  });
  await watchPosts(db);
  await watchLeads(db);
  await markAll(db);
}

// Not `or ignore`: inside a trigger the conflict clause of the statement that fired it rules, and an upsert's would fail here.
const unmarked = (campaignId: string, time: string): string =>
  `${time} is not null and not exists (select 1 from stale_days where campaign_id = ${campaignId} and day = ${time} / ${dayMs})`;
const mark = (campaignId: string, time: string): string =>
  `insert into stale_days (campaign_id, day) select ${campaignId}, ${time} / ${dayMs} where ${unmarked(campaignId, time)};`;
const markLead = (lead: string): string =>
  `insert into stale_days (campaign_id, day) select leads.campaign_id, leads.first_seen_at / ${dayMs} from leads
   where leads.id = ${lead} and ${unmarked('leads.campaign_id', 'leads.first_seen_at')};`;
const differ = (columns: readonly string[]): string => columns.map((column) => `old.${column} is not new.${column}`).join(' or ');

/** By the database itself, so that no way of changing a post or a lead, present or future, can forget it. */
async function watchPosts(db: Knex): Promise<void> {
  const telling = ['open', 'status', 'verdict', 'seen_at', 'matched_rules', 'lead_id'];
  await db.raw(`create trigger posts_counted_in after insert on posts begin
    ${mark('new.campaign_id', 'new.discovered_at')} end`);
  await db.raw(`create trigger posts_counted_anew after update of ${telling.join(', ')} on posts when ${differ(telling)} begin
    ${mark('new.campaign_id', 'new.discovered_at')} ${markLead('old.lead_id')} ${markLead('new.lead_id')} end`);
  await db.raw(`create trigger posts_counted_out after delete on posts begin
    ${mark('old.campaign_id', 'old.discovered_at')} ${markLead('old.lead_id')} end`);
  for (const event of ['insert', 'update'])
    await db.raw(`create trigger heard_hours_${event} after ${event} on heard_hours begin
      ${mark('new.campaign_id', `(new.hour * ${dayMs / 24})`)} end`);
}

async function watchLeads(db: Knex): Promise<void> {
  const telling = ['active', 'stage', 'first_seen_at', 'answered_at'];
  const markBoth = (row: string): string =>
    mark(`${row}.campaign_id`, `${row}.first_seen_at`) + mark(`${row}.campaign_id`, `${row}.answered_at`);
  await db.raw(`create trigger leads_counted_in after insert on leads begin ${markBoth('new')} end`);
  await db.raw(`create trigger leads_counted_anew after update of ${telling.join(', ')} on leads when ${differ(telling)} begin
    ${markBoth('old')} ${markBoth('new')} end`);
  await db.raw(`create trigger leads_counted_out after delete on leads begin ${markBoth('old')} end`);
}

/** What is stored already is counted in the background: only the days are written down here, whatever they hold. */
export async function markAll(db: Knex): Promise<void> {
  const ends = ['min', 'max'].flatMap((end) => [
    `select user_id, ${end}(discovered_at) as at from posts where open = 1 group by user_id`,
    `select user_id, ${end}(discovered_at) as at from posts where open = 0 group by user_id`,
    `select user_id, ${end}(first_seen_at) as at from leads group by user_id`,
    `select user_id, ${end}(answered_at) as at from leads where answered_at is not null group by user_id`,
  ]);
  await db.raw(`insert into stale_days (campaign_id, day)
    with recursive reach(user_id, first, last) as (
      select user_id, min(at) / ${dayMs}, max(at) / ${dayMs} from (${ends.join(' union all ')}) group by user_id
    ),
    days(user_id, day, last) as (
      select user_id, first, last from reach union all select user_id, day + 1, last from days where day < last
    )
    select campaigns.id, days.day from days join campaigns on campaigns.user_id = days.user_id`);
}
