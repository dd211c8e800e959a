import type { Db } from '#core/platform/db/connect.ts';
import { unknownTime } from '#core/platform/item.ts';
import { addDuration } from './durations.ts';
import { type FoundLead, listAnswers, listFetchedHours, listFoundLeads, listFoundPosts, type Stretch } from './fact-queries.ts';
import { addTo, entryOf, type Facts, newFacts, newStream, newRule, quarterMs } from './facts.ts';

type ByCampaign = Map<number, Facts>;

const repliedStages = new Set(['replied', 'qualified', 'won']);

const rulesOf = (json: string | null): string[] => (json === null || json === '[]' ? [] : [...new Set(JSON.parse(json) as string[])]);

async function addPosts(db: Db, byCampaign: ByCampaign, stretch: Stretch): Promise<void> {
  for (const row of await listFoundPosts(db, stretch)) {
    const facts = entryOf(byCampaign, row.campaign_id, newFacts);
    const stream = entryOf(facts.subreddits, row.subreddit_key, newStream);
    const rules = rulesOf(row.matched_rules).map((rule) => entryOf(facts.rules, rule, newRule));
    for (const sum of [facts, stream, ...rules]) {
      sum.posts += 1;
      if (row.feedback === 'right' || row.feedback === 'wrong') sum[row.feedback] += 1;
    }
    if (row.status === 'dismissed') facts.dismissed += 1;
  }
}

function addLead(facts: Facts, row: FoundLead): void {
  facts.leads += 1;
  addTo(facts.found, Math.floor(row.first_seen_at / quarterMs));
  const replied = repliedStages.has(row.stage) ? 1 : 0;
  if (replied === 1 || row.stage === 'contacted' || row.contacted_at !== null) facts.contacted += 1;
  facts.replied += replied;
  if (row.stage === 'won') facts.won += 1;
  if (row.subreddit_key === null || row.created_at === null) return;
  const posted = row.created_at;
  const stream = entryOf(facts.subreddits, row.subreddit_key, newStream);
  for (const sum of [stream, ...rulesOf(row.matched_rules).map((rule) => entryOf(facts.rules, rule, newRule))]) {
    sum.leads += 1;
    sum.replied += replied;
  }
  if (posted === unknownTime) return;
  addTo(facts.written, Math.floor(posted / quarterMs));
  if (row.discovered_at !== null) addDuration(facts.latency.found, row.discovered_at - posted);
  if (row.contacted_at !== null) addDuration(facts.latency.answered, row.contacted_at - posted);
  if (row.seen_at === null) return;
  addDuration(facts.latency.seen, row.seen_at - posted);
  addDuration(stream.seen, row.seen_at - posted);
}

async function addFetched(db: Db, byCampaign: ByCampaign, stretch: Stretch): Promise<void> {
  for (const row of await listFetchedHours(db, stretch)) {
    const facts = entryOf(byCampaign, row.campaign_id, newFacts);
    facts.heard += row.fetched;
    facts.matched += row.matched;
    for (const [name, [fetched, matched]] of Object.entries(JSON.parse(row.subreddits) as Record<string, [number, number]>)) {
      const stream = entryOf(facts.subreddits, name, newStream);
      stream.heard += fetched;
      stream.matched += matched;
    }
  }
}

/** Counts the facts of each campaign of a user from posts, leads, and fetch hours. Meant for at most a day at a time. */
export async function countFacts(db: Db, stretch: Stretch): Promise<ByCampaign> {
  const byCampaign: ByCampaign = new Map();
  await addPosts(db, byCampaign, stretch);
  for (const lead of await listFoundLeads(db, stretch)) addLead(entryOf(byCampaign, lead.campaign_id, newFacts), lead);
  for (const { campaign_id, contacted_at } of await listAnswers(db, stretch))
    addTo(entryOf(byCampaign, campaign_id, newFacts).answered, Math.floor(Number(contacted_at) / quarterMs));
  await addFetched(db, byCampaign, stretch);
  return byCampaign;
}
