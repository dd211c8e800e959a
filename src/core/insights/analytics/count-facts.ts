import type { Db } from '#core/platform/db/connect.ts';
import { addDuration } from './durations.ts';
import { addTo, entryOf, type Facts, newFacts, newStream, newRule, quarterMs } from './facts.ts';

/** UTC ms; `to` is outside. */
export interface Stretch {
  userId: number;
  from: number;
  to: number;
}
type ByCampaign = Map<number, Facts>;

const hourMs = 3_600_000;
const maxRows = 1_000_000;
const repliedStages = new Set(['replied', 'qualified', 'won']);

interface PostRow {
  campaign_id: number;
  subreddit_key: string;
  matched_rules: string;
  status: string;
  feedback: 'right' | 'wrong' | null;
}

const rulesOf = (json: string | null): string[] => (json === null || json === '[]' ? [] : [...new Set(JSON.parse(json) as string[])]);

/** The posts of `GET /posts?status=all`, by when they were found. */
async function addPosts(db: Db, byCampaign: ByCampaign, { userId, from, to }: Stretch): Promise<void> {
  const rows = await db('posts')
    .where({ user_id: userId })
    .whereIn('open', [0, 1])
    .where('discovered_at', '>=', from)
    .where('discovered_at', '<', to)
    .where((shown) => shown.where({ open: 1 }).orWhereIn('status', ['dismissed', 'archived']))
    .select<PostRow[]>('campaign_id', 'subreddit_key', 'matched_rules', 'status', 'feedback')
    .limit(maxRows);
  for (const row of rows) {
    const facts = entryOf(byCampaign, row.campaign_id, newFacts);
    const place = entryOf(facts.places, row.subreddit_key, newStream);
    const rules = rulesOf(row.matched_rules).map((rule) => entryOf(facts.rules, rule, newRule));
    for (const sum of [facts, place, ...rules]) {
      sum.posts += 1;
      if (row.feedback !== null) sum[row.feedback] += 1;
    }
    if (row.status === 'dismissed') facts.dismissed += 1;
  }
}

interface LeadRow {
  campaign_id: number;
  stage: string;
  first_seen_at: number;
  contacted_at: number | null;
  /** Of the conversation that made it a lead; null when nothing of it is left. */
  subreddit_key: string | null;
  matched_rules: string | null;
  created_at: number | null;
  discovered_at: number | null;
  seen_at: number | null;
}

function addLead(facts: Facts, row: LeadRow): void {
  facts.leads += 1;
  addTo(facts.found, Math.floor(row.first_seen_at / quarterMs));
  const replied = repliedStages.has(row.stage) ? 1 : 0;
  if (replied === 1 || row.stage === 'contacted' || row.contacted_at !== null) facts.contacted += 1;
  facts.replied += replied;
  if (row.stage === 'won') facts.won += 1;
  if (row.subreddit_key === null || row.created_at === null) return;
  const posted = row.created_at;
  const place = entryOf(facts.places, row.subreddit_key, newStream);
  for (const sum of [place, ...rulesOf(row.matched_rules).map((rule) => entryOf(facts.rules, rule, newRule))]) {
    sum.leads += 1;
    sum.replied += replied;
  }
  addTo(facts.written, Math.floor(posted / quarterMs));
  if (row.discovered_at !== null) addDuration(facts.latency.found, row.discovered_at - posted);
  if (row.contacted_at !== null) addDuration(facts.latency.answered, row.contacted_at - posted);
  if (row.seen_at === null) return;
  addDuration(facts.latency.seen, row.seen_at - posted);
  addDuration(place.seen, row.seen_at - posted);
}

/** The leads of `GET /leads`, by when they were first seen; each stands where the first conversation stands that makes it one. */
async function addLeads(db: Db, byCampaign: ByCampaign, { userId, from, to }: Stretch): Promise<void> {
  const first = db.raw(
    `(select id from posts as own where own.lead_id = leads.id order by (own.status = 'lead' and own.open = 1) desc, own.id limit 1)`,
  );
  const rows = await db('leads')
    .leftJoin('posts', 'posts.id', first)
    .where({ 'leads.user_id': userId, 'leads.active': 1 })
    .where('leads.first_seen_at', '>=', from)
    .where('leads.first_seen_at', '<', to)
    .select<LeadRow[]>(['leads.campaign_id', 'leads.stage', 'leads.first_seen_at', 'leads.contacted_at'])
    .select(['posts.subreddit_key', 'posts.matched_rules', 'posts.created_at', 'posts.discovered_at', 'posts.seen_at'])
    .limit(maxRows);
  for (const row of rows) addLead(entryOf(byCampaign, row.campaign_id, newFacts), row);
}

async function addAnswered(db: Db, byCampaign: ByCampaign, { userId, from, to }: Stretch): Promise<void> {
  const rows = await db('leads')
    .where({ user_id: userId, active: 1 })
    .where('contacted_at', '>=', from)
    .where('contacted_at', '<', to)
    .select<{ campaign_id: number; contacted_at: number }[]>('campaign_id', 'contacted_at')
    .limit(maxRows);
  for (const row of rows) addTo(entryOf(byCampaign, row.campaign_id, newFacts).answered, Math.floor(row.contacted_at / quarterMs));
}

interface FetchedRow {
  campaign_id: number;
  fetched: number;
  matched: number;
  subreddits: string;
}

/** Whole hours: one that the stretch cuts belongs to the stretch that it begins in. */
async function addFetched(db: Db, byCampaign: ByCampaign, { userId, from, to }: Stretch): Promise<void> {
  const rows = await db('fetch_hours')
    .whereIn('campaign_id', db('campaigns').select('id').where({ user_id: userId }))
    .where('hour', '>=', Math.ceil(from / hourMs))
    .where('hour', '<', Math.ceil(to / hourMs))
    .select<FetchedRow[]>('campaign_id', 'fetched', 'matched', 'subreddits')
    .limit(maxRows);
  for (const row of rows) {
    const facts = entryOf(byCampaign, row.campaign_id, newFacts);
    facts.heard += row.fetched;
    facts.matched += row.matched;
    for (const [name, [fetched, matched]] of Object.entries(JSON.parse(row.subreddits) as Record<string, [number, number]>)) {
      const place = entryOf(facts.places, name, newStream);
      place.heard += fetched;
      place.matched += matched;
    }
  }
}

/** Counts from the rows themselves what each campaign of a user came to. Made for stretches of a day at most. */
export async function countFacts(db: Db, stretch: Stretch): Promise<ByCampaign> {
  const byCampaign: ByCampaign = new Map();
  await addPosts(db, byCampaign, stretch);
  await addLeads(db, byCampaign, stretch);
  await addAnswered(db, byCampaign, stretch);
  await addFetched(db, byCampaign, stretch);
  return byCampaign;
}
