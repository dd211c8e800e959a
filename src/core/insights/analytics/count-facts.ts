import { dayMs, hourMs } from '#shared/time.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { writeOr } from '#core/platform/db/failure.ts';
import { unknownTime } from '#core/platform/item.ts';
import {
  type FoundLead,
  listAnswers,
  listFetchedHours,
  listFoundLeads,
  listFoundPosts,
  type Stretch,
  listStaleDays,
  repliedStages,
  saveDays,
  type StaleDay,
  takeStale,
  type UserDays,
} from './queries.ts';
import { isEmpty, addTo, entryOf, type Facts, newFacts, newStream, newRule, quarterMs, addDuration } from './facts.ts';

/** Days that are counted in one transaction: fewer statements than one by one, and not long for those who wait to write. */
const daysAtOnce = 7;

/** Recounts days of a user in a transaction of their own; a concurrent change marks a day as stale again. */
async function countDays(db: Db, { userId, days }: UserDays): Promise<void> {
  await transact(db, async (trx) => {
    const stale = await takeStale(trx, { userId, days });
    const facts = await countDayFacts(trx, { userId, first: Math.min(...days), last: Math.max(...days) });
    const counted = [...stale].flatMap(([day, ids]) =>
      ids.map((campaignId) => {
        const own = facts.get(day)?.get(campaignId);
        return { campaignId, day, facts: own === undefined || isEmpty(own) ? null : own };
      }),
    );
    await saveDays(trx, userId, counted);
  });
}

/** Days of the same user that are near each other. */
function together(stale: readonly StaleDay[]): UserDays[] {
  const groups = Map.groupBy(stale, ({ user_id, day }) => `${user_id} ${Math.floor(day / daysAtOnce)}`);
  return [...groups.values()].map((some) => ({ userId: some[0]?.user_id ?? 0, days: some.map(({ day }) => day) }));
}

interface Wanted {
  /** Null: all users. */
  userId: number | null;
  /** First and last UTC day (inclusive); no bound when absent. */
  from?: number;
  to?: number;
  limit: number;
}

/** Recounts stale days, newest first. Returns how many it counted. */
export async function catchUp(db: Db, wanted: Wanted, signal?: AbortSignal): Promise<number> {
  const stale = await listStaleDays(db, wanted);
  let done = 0;
  for (const some of together(stale)) {
    if (signal?.aborted) break;
    await countDays(db, some);
    done += some.days.length;
  }
  return done;
}

/** The same before a read, which shows the stored figures while the database can't be written. */
export const tryCatchUp = (db: Db, wanted: Wanted, signal?: AbortSignal): Promise<number> =>
  writeOr(
    () => catchUp(db, wanted, signal),
    async () => 0,
  );

type ByCampaign = Map<number, Facts>;
/** The facts to which something at a time (UTC ms) adds. */
type FactsAt = (campaignId: number, at: number) => Facts;

const replied = new Set<string>(repliedStages);

const rulesOf = (json: string | null): string[] => (json === null || json === '[]' ? [] : [...new Set(JSON.parse(json) as string[])]);

async function addPosts(db: Db, factsAt: FactsAt, stretch: Stretch): Promise<void> {
  for (const row of await listFoundPosts(db, stretch)) {
    const facts = factsAt(row.campaign_id, row.discovered_at);
    const stream = entryOf(facts.subreddits, row.subreddit_key, newStream);
    const rules = rulesOf(row.matched_rules).map((rule) => entryOf(facts.rules, rule, newRule));
    for (const sum of [facts, stream, ...rules]) {
      sum.posts += 1;
      if (row.feedback === 'right' || row.feedback === 'wrong') sum[row.feedback] += 1;
    }
    if (row.status === 'dismissed') facts.dismissed += 1;
    // Every post that was kept had been read, and matched.
    for (const sum of stretch.step ? [facts, stream] : []) {
      sum.heard += 1;
      sum.matched += 1;
    }
  }
}

export function addLead(facts: Facts, row: FoundLead): void {
  facts.leads += 1;
  addTo(facts.found, Math.floor(row.first_seen_at / quarterMs));
  const hasReplied = replied.has(row.stage) ? 1 : 0;
  if (hasReplied === 1 || row.stage === 'contacted' || row.contacted_at !== null) facts.contacted += 1;
  facts.replied += hasReplied;
  if (row.stage === 'won') facts.won += 1;
  if (row.subreddit_key === null || row.created_at === null) return;
  const posted = row.created_at;
  const stream = entryOf(facts.subreddits, row.subreddit_key, newStream);
  for (const sum of [stream, ...rulesOf(row.matched_rules).map((rule) => entryOf(facts.rules, rule, newRule))]) {
    sum.leads += 1;
    sum.replied += hasReplied;
  }
  if (posted === unknownTime) return;
  addTo(facts.written, Math.floor(posted / quarterMs));
  if (row.discovered_at !== null) addDuration(facts.latency.found, row.discovered_at - posted);
  if (row.contacted_at !== null) addDuration(facts.latency.answered, row.contacted_at - posted);
  if (row.seen_at === null) return;
  addDuration(facts.latency.seen, row.seen_at - posted);
  addDuration(stream.seen, row.seen_at - posted);
}

async function addFetched(db: Db, factsAt: FactsAt, stretch: Stretch): Promise<void> {
  for (const row of await listFetchedHours(db, stretch)) {
    const facts = factsAt(row.campaign_id, row.hour * hourMs);
    facts.heard += row.fetched;
    facts.matched += row.matched;
    for (const [name, [fetched, matched]] of Object.entries(JSON.parse(row.subreddits) as Record<string, [number, number]>)) {
      const stream = entryOf(facts.subreddits, name, newStream);
      stream.heard += fetched;
      stream.matched += matched;
    }
  }
}

async function addAll(db: Db, factsAt: FactsAt, stretch: Stretch): Promise<void> {
  await addPosts(db, factsAt, stretch);
  for (const lead of await listFoundLeads(db, stretch)) addLead(factsAt(lead.campaign_id, lead.first_seen_at), lead);
  for (const { campaign_id, contacted_at } of await listAnswers(db, stretch)) {
    const at = Number(contacted_at);
    addTo(factsAt(campaign_id, at).answered, Math.floor(at / quarterMs));
  }
  if (!stretch.step) await addFetched(db, factsAt, stretch);
}

/** Counts the facts of each campaign of a user from posts, leads, and fetch hours. Meant for at most a day at a time. */
export async function countFacts(db: Db, stretch: Stretch): Promise<ByCampaign> {
  const byCampaign: ByCampaign = new Map();
  await addAll(db, (campaignId) => entryOf(byCampaign, campaignId, newFacts), stretch);
  return byCampaign;
}

/** The same for each UTC day from the first to the last, which should be few. */
const countDayFacts = (
  db: Db,
  { userId, first, last }: { userId: number; first: number; last: number },
): Promise<Map<number, ByCampaign>> => countFactsByDay(db, { userId, from: first * dayMs, to: (last + 1) * dayMs });

/** The same by UTC day, of a whole range where a step leaves few leads. */
export async function countFactsByDay(db: Db, stretch: Stretch): Promise<Map<number, ByCampaign>> {
  const byDay = new Map<number, ByCampaign>();
  const factsAt: FactsAt = (campaignId, at) =>
    entryOf(
      entryOf(byDay, Math.floor(at / dayMs), () => new Map<number, Facts>()),
      campaignId,
      newFacts,
    );
  await addAll(db, factsAt, stretch);
  return byDay;
}
