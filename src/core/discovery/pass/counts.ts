import type { Trx } from '#core/platform/db/connect.ts';
import { listRead, listReads, saveRead, saveReads } from './queries.ts';
import type { ReadItemsRow, ReadsRow } from '../tables.ts';
import type { Finding } from './finding.ts';
import { hourMs } from '#shared/time.ts';
import { moveCounted } from '#core/inbox/campaigns/cursor-queries.ts';
import { type FetchHour, listHour, upsertHours } from '../fetch/run-queries.ts';

interface Counted {
  userId: number;
  newest: number;
  fetched: number;
  matched: number;
  /** Subreddit → [fetched, matched]. */
  subreddits: Map<string, [number, number]>;
}
interface Counting {
  findings: readonly Finding[];
  /** Campaigns whose cursor advances with this batch, with the id of the last item that their counts include. */
  countedUpTo: ReadonlyMap<number, number>;
  /** Whether this finding creates a new post. */
  isNewPost: (finding: Finding) => boolean;
  now: number;
}

function count({ findings, countedUpTo, isNewPost }: Counting): Map<number, Counted> {
  const counted = new Map<number, Counted>();
  for (const finding of findings) {
    const { campaign, item, result } = finding;
    const upTo = countedUpTo.get(campaign.id);
    // A rescored item was counted when it was fetched; only a new match is counted now.
    const isRead = upTo !== undefined && item.id > upTo;
    if (upTo === undefined || !(isRead || isNewPost(finding))) continue;
    const sum = counted.get(campaign.id) ?? { userId: campaign.userId, newest: 0, fetched: 0, matched: 0, subreddits: new Map() };
    counted.set(campaign.id, sum);
    const figures = sum.subreddits.get(item.subreddit_key) ?? [0, 0];
    sum.subreddits.set(item.subreddit_key, figures);
    sum.newest = Math.max(sum.newest, item.id);
    sum.fetched += isRead ? 1 : 0;
    figures[0] += isRead ? 1 : 0;
    if (result.outcome !== 'scored') continue;
    sum.matched += 1;
    figures[1] += 1;
  }
  return counted;
}

function addRow(sum: Counted, row: FetchHour): void {
  sum.fetched += row.fetched;
  sum.matched += row.matched;
  for (const [name, [fetched, matched]] of Object.entries(JSON.parse(row.subreddits) as Record<string, [number, number]>)) {
    const figures = sum.subreddits.get(name) ?? [0, 0];
    sum.subreddits.set(name, [figures[0] + fetched, figures[1] + matched]);
  }
}

/** Adds a batch to each campaign's hourly figures, in the hour of scoring; each item counts once per campaign. */
export async function countFetched(trx: Trx, counting: Counting): Promise<void> {
  const hour = Math.floor(counting.now / hourMs);
  const counted = count(counting);
  for (const row of await listHour(trx, [...counted.keys()], hour)) {
    const sum = counted.get(row.campaign_id);
    if (sum) addRow(sum, row);
  }
  const rows = [...counted].map(([campaignId, { userId, fetched, matched, subreddits }]) => ({
    campaign_id: campaignId,
    user_id: userId,
    hour,
    fetched,
    matched,
    subreddits: JSON.stringify(Object.fromEntries(subreddits)),
  }));
  await upsertHours(trx, rows);
  const newest = [...counted].map(([id, sum]) => [id, sum.newest] as const);
  await moveCounted(
    trx,
    newest.filter(([id, itemId]) => itemId > (counting.countedUpTo.get(id) ?? 0)),
  );
}

type Counts = Map<string, readonly [read: number, matched: number]>;

/** What a batch adds to the figures of a user. */
interface Added {
  read: number;
  matched: number;
  subreddits: Counts;
}

const keyOf = ({ item_id, user_id }: Pick<ReadItemsRow, 'item_id' | 'user_id'>): string => `${user_id} ${item_id}`;

/** Each user's items of the batch once, and whether any of their campaigns has a rule that matches. */
function itemsOf(findings: readonly Finding[], now: number): Map<string, ReadItemsRow & { subreddit: string }> {
  const items = new Map<string, ReadItemsRow & { subreddit: string }>();
  for (const { campaign, item, result } of findings) {
    const row = { item_id: item.id, user_id: campaign.userId, matched: result.outcome === 'scored' ? 1 : 0, read_at: now };
    const known = items.get(keyOf(row));
    if (known) known.matched = Math.max(known.matched, row.matched);
    else items.set(keyOf(row), { ...row, subreddit: item.subreddit_key });
  }
  return items;
}

function addTo(counts: Counts, name: string, [read, matched]: readonly [number, number]): void {
  const [before, matchedBefore] = counts.get(name) ?? [0, 0];
  counts.set(name, [before + read, matchedBefore + matched]);
}

async function addReads(trx: Trx, added: ReadonlyMap<number, Added>, now: number): Promise<void> {
  const hour = Math.floor(now / hourMs);
  const spans = [
    [1, hour],
    [24, hour - (hour % 24)],
  ] as const;
  const keyFor = ({ user_id, span, hour: at }: Pick<ReadsRow, 'user_id' | 'span' | 'hour'>): string => `${user_id} ${span} ${at}`;
  const stored = await listReads(
    trx,
    [...added.keys()],
    spans.map(([, at]) => at),
  );
  const before = new Map(stored.map((row) => [keyFor(row), row]));
  const rows = [...added].flatMap(([user_id, { read, matched, subreddits }]) =>
    spans.map(([span, at]) => {
      const row = before.get(keyFor({ user_id, span, hour: at }));
      const counts: Counts = new Map(Object.entries(JSON.parse(row?.subreddits ?? '{}') as Record<string, [number, number]>));
      for (const [name, more] of subreddits) addTo(counts, name, more);
      return {
        user_id,
        span,
        hour: at,
        fetched: (row?.fetched ?? 0) + read,
        matched: (row?.matched ?? 0) + matched,
        subreddits: JSON.stringify(Object.fromEntries(counts)),
      };
    }),
  );
  await saveReads(trx, rows);
}

/** Adds a batch to what each user has read. An item counts once, whichever of their campaigns read it, and when. */
export async function countRead(trx: Trx, findings: readonly Finding[], now: number): Promise<void> {
  const items = itemsOf(findings, now);
  const stored = await listRead(trx, [...new Set([...items.values()].map(({ item_id }) => item_id))]);
  const known = new Map(stored.map((row) => [keyOf(row), row.matched]));
  const added = new Map<number, Added>();
  const rows: ReadItemsRow[] = [];
  for (const [key, { subreddit, ...row }] of items) {
    const before = known.get(key);
    if (before !== undefined && before >= row.matched) continue;
    rows.push(row);
    const sum = added.get(row.user_id) ?? { read: 0, matched: 0, subreddits: new Map<string, readonly [number, number]>() };
    added.set(row.user_id, sum);
    const read = before === undefined ? 1 : 0;
    sum.read += read;
    sum.matched += row.matched;
    addTo(sum.subreddits, subreddit, [read, row.matched]);
  }
  await saveRead(trx, rows);
  if (added.size > 0) await addReads(trx, added, now);
}
