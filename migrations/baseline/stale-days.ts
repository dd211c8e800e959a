import type { Knex } from 'knex';

const dayMs = 86_400_000;

// Not `or ignore`: inside a trigger the outer statement's conflict clause applies, and an upsert's would fail here.
const isUnmarked = (campaignId: string, time: string): string =>
  `${time} is not null and not exists (select 1 from stale_days where campaign_id = ${campaignId} and day = ${time} / ${dayMs})`;
const mark = (campaignId: string, time: string): string =>
  `insert into stale_days (campaign_id, day) select ${campaignId}, ${time} / ${dayMs} where ${isUnmarked(campaignId, time)};`;
const markLead = (lead: string): string =>
  `insert into stale_days (campaign_id, day) select leads.campaign_id, leads.first_seen_at / ${dayMs} from leads
   where leads.id = ${lead} and ${isUnmarked('leads.campaign_id', 'leads.first_seen_at')};`;
const differ = (columns: readonly string[]): string => columns.map((column) => `old.${column} is not new.${column}`).join(' or ');

/** Triggers that mark days whose figures change, so that no change of a post or a lead can be missed. */
export async function markStaleDays(db: Knex): Promise<void> {
  await markByPosts(db);
  await markByLeads(db);
  for (const event of ['insert', 'update'])
    await db.raw(`create trigger fetch_hours_${event} after ${event} on fetch_hours begin
      ${mark('new.campaign_id', `(new.hour * ${dayMs / 24})`)} end`);
}

async function markByPosts(db: Knex): Promise<void> {
  const columns = ['open', 'status', 'verdict', 'seen_at', 'matched_rules', 'lead_id'];
  await db.raw(`create trigger posts_insert after insert on posts begin
    ${mark('new.campaign_id', 'new.discovered_at')} end`);
  await db.raw(`create trigger posts_update after update of ${columns.join(', ')} on posts when ${differ(columns)} begin
    ${mark('new.campaign_id', 'new.discovered_at')} ${markLead('old.lead_id')} ${markLead('new.lead_id')} end`);
  await db.raw(`create trigger posts_delete after delete on posts begin
    ${mark('old.campaign_id', 'old.discovered_at')} ${markLead('old.lead_id')} end`);
}

async function markByLeads(db: Knex): Promise<void> {
  const columns = ['active', 'stage', 'first_seen_at', 'answered_at'];
  const markBoth = (row: string): string =>
    mark(`${row}.campaign_id`, `${row}.first_seen_at`) + mark(`${row}.campaign_id`, `${row}.answered_at`);
  await db.raw(`create trigger leads_insert after insert on leads begin ${markBoth('new')} end`);
  await db.raw(`create trigger leads_update after update of ${columns.join(', ')} on leads when ${differ(columns)} begin
    ${markBoth('old')} ${markBoth('new')} end`);
  await db.raw(`create trigger leads_delete after delete on leads begin ${markBoth('old')} end`);
}
