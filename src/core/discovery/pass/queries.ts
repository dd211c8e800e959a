import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import { insertRows, takeNew } from '#core/platform/db/many-rows.ts';
import { hourMs } from '#shared/time.ts';
import type { EraseStep } from '#core/inbox/items/erase.ts';
import type { ScorerResult } from '#core/scoring/scorer.ts';
import type { ReadItemsRow, ReadingsRow, ReadsRow, UnseenCandidatesRow } from '../tables.ts';

type Read = Pick<ReadItemsRow, 'item_id' | 'user_id' | 'matched'>;

/** Which of these items are counted already, for any user. */
export async function listRead(trx: Trx, itemIds: readonly number[]): Promise<Read[]> {
  const found: Read[] = [];
  for (const ids of chunked(itemIds, 1))
    found.push(...(await trx('read_items').whereIn('item_id', ids).select('item_id', 'user_id', 'matched').limit(1_000_000)));
  return found;
}

export const saveRead = (trx: Trx, rows: readonly ReadItemsRow[]): Promise<void> =>
  insertRows(trx, 'read_items', { rows: rows.map((row) => ({ ...row })), onConflict: `(item_id, user_id) ${takeNew(['matched'])}` });

export const listReads = (trx: Trx, userIds: readonly number[], hours: readonly number[]): Promise<ReadsRow[]> =>
  trx('reads')
    .whereIn('user_id', userIds)
    .whereIn('hour', hours)
    .select('user_id', 'span', 'hour', 'fetched', 'matched', 'subreddits')
    .limit(userIds.length * 3);

export const saveReads = (trx: Trx, rows: readonly ReadsRow[]): Promise<void> =>
  insertRows(trx, 'reads', {
    rows: rows.map((row) => ({ ...row })),
    onConflict: `(user_id, span, hour) ${takeNew(['fetched', 'matched', 'subreddits'])}`,
  });

/** What a user's campaigns read, each item once, by the hour in which the first of them read it. */
export interface ReadOnce {
  read: number;
  matched: number;
  /** By lowercase subreddit. */
  subreddits: Map<string, { read: number; matched: number }>;
}

const dayHours = 24;

/** UTC ms; `to` is exclusive. An hour belongs to the period in which it begins. */
export async function countReadOnce(db: Db, userId: number, { from, to }: { from: number; to: number }): Promise<ReadOnce> {
  const [first, end] = [Math.ceil(from / hourMs), Math.ceil(to / hourMs)];
  const firstDay = Math.ceil(first / dayHours) * dayHours;
  const endDay = Math.max(firstDay, Math.floor(end / dayHours) * dayHours);
  const isWithin = (start: number, before: number, span: number) => (rows: ReturnType<Db['queryBuilder']>) =>
    void rows.where('span', span).where('hour', '>=', start).where('hour', '<', before);
  const rows = await db('reads')
    .where({ user_id: userId })
    .where((parts) =>
      firstDay > end
        ? parts.where(isWithin(first, end, 1))
        : parts
            .where(isWithin(firstDay, endDay, dayHours))
            .orWhere(isWithin(first, firstDay, 1))
            .orWhere(isWithin(endDay, end, 1)),
    )
    .select('fetched', 'matched', 'subreddits')
    .limit(100_000);
  const sum: ReadOnce = { read: 0, matched: 0, subreddits: new Map() };
  for (const { fetched, matched, subreddits } of rows) {
    sum.read += fetched;
    sum.matched += matched;
    for (const [name, [read, found]] of Object.entries(JSON.parse(subreddits) as Record<string, [number, number]>)) {
      const own = sum.subreddits.get(name) ?? { read: 0, matched: 0 };
      sum.subreddits.set(name, { read: own.read + read, matched: own.matched + found });
    }
  }
  return sum;
}

/** The same by hour, without subreddits. */
export const listReadOnceHours = (db: Db, userId: number, { from, to }: { from: number; to: number }) =>
  db('reads')
    .where({ user_id: userId, span: 1 })
    .where('hour', '>=', Math.ceil(from / hourMs))
    .where('hour', '<', Math.ceil(to / hourMs))
    .select('hour', 'fetched', 'matched')
    .limit(100_000);

/** The same after a moment within the last days, to the minute, from the items themselves. */
export async function countReadSince(db: Db, userId: number, at: number): Promise<{ read: number; subreddits: number }> {
  const row = await db('read_items')
    .join('items', 'items.id', 'read_items.item_id')
    .where('read_items.user_id', userId)
    .where('read_items.read_at', '>', at)
    .first<{ n: number; subreddits: number }>(db.raw('count(*) as n'), db.raw('count(distinct items.subreddit_key) as subreddits'));
  return { read: row.n, subreddits: row.subreddits };
}

export type ModelCandidate = Omit<UnseenCandidatesRow, 'asked_at'>;

/** The model is asked once per state of the campaign. */
const onConflict = `(campaign_id, item_id) do update set
  asked_at = case when excluded.profile_version = unseen_candidates.profile_version then unseen_candidates.asked_at end,
  profile_version = excluded.profile_version, route = excluded.route, score = excluded.score`;

export const insertModelCandidates = (trx: Trx, rows: readonly ModelCandidate[]): Promise<void> =>
  insertRows(trx, 'unseen_candidates', { rows: rows.map((row) => ({ ...row })), onConflict });

/** What the built-in model said of these items, for any campaign. */
export async function listReadings(db: Db, itemIds: readonly number[]): Promise<ReadingsRow[]> {
  const found: ReadingsRow[] = [];
  for (const ids of chunked(itemIds, 1)) found.push(...(await db('readings').whereIn('item_id', ids).limit(1_000_000)));
  return found;
}

async function listAlive(trx: Trx, itemIds: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const ids of chunked(itemIds, 1))
    for (const id of await trx('items').whereIn('id', ids).whereNull('gone').limit(ids.length).pluck<number[]>('id')) found.add(id);
  return found;
}

interface ReadNow {
  campaign: { id: number };
  item: { id: number };
  result: Pick<ScorerResult, 'said'>;
}

/** Stores what was read now, except of items that were deleted meanwhile. */
export async function saveReadings(trx: Trx, findings: readonly ReadNow[], current: ReadonlySet<number>): Promise<void> {
  const rows = findings.flatMap(({ campaign, item, result: { said } }): ReadingsRow[] => {
    if (!said || !current.has(campaign.id)) return [];
    const { onTopic, moved, ...odds } = said;
    return [{ campaign_id: campaign.id, item_id: item.id, ...odds, on_topic: onTopic, moved: moved ? JSON.stringify(moved) : null }];
  });
  const alive = await listAlive(trx, [...new Set(rows.map(({ item_id }) => item_id))]);
  await insertRows(trx, 'readings', {
    rows: rows.filter(({ item_id }) => alive.has(item_id)).map((row) => ({ ...row })),
    onConflict: `(campaign_id, item_id) ${takeNew(['hash', 'on_topic', 'lead', 'strong', 'near', 'moved'])}`,
  });
}

async function forget(trx: Trx, { itemIds }: { itemIds: readonly number[] }): Promise<number> {
  for (const ids of chunked(itemIds, 1)) await trx('readings').whereIn('item_id', ids).del();
  return 0;
}

export const eraseReadings: EraseStep = { counts: 'other', run: forget, runBelow: forget };

/** Reddit accounts that users follow as their own; provided by the replies room. */
export type ListFollowedNames = (db: Db, userIds: readonly number[]) => Promise<{ user_id: number; username: string }[]>;

/** Workspace → names of the Reddit accounts that its members connected or follow as their own, lowercase. */
export async function listOwnAccounts(
  db: Db,
  userIds: readonly number[],
  listFollowedNames: ListFollowedNames,
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const own = new Map<number, Set<string>>();
  for (const ids of chunked([...new Set(userIds)], 1)) {
    const members = await db('workspace_members').whereIn('workspace_id', ids).select('workspace_id', 'user_id').limit(100_000);
    const workspaces = Map.groupBy([...ids.map((id) => ({ workspace_id: id, user_id: id })), ...members], ({ user_id }) => user_id);
    const people = [...workspaces.keys()];
    const connected = await db('reddit_accounts').whereIn('user_id', people).select('user_id', 'username').limit(100_000);
    for (const { user_id, username } of [...connected, ...(await listFollowedNames(db, people))])
      for (const { workspace_id } of workspaces.get(user_id) ?? [])
        own.set(workspace_id, (own.get(workspace_id) ?? new Set()).add(username.toLowerCase()));
  }
  return own;
}

/** Fullname → a campaign's post of it, open or archived. */
export async function listKeptPosts(db: Db, campaignId: number, fullnames: readonly string[]): Promise<Map<string, string>> {
  const rows = await db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .where('posts.campaign_id', campaignId)
    .whereIn('items.fullname', fullnames)
    .select('posts.id', 'items.fullname')
    .limit(fullnames.length * 3);
  return new Map(rows.map(({ id, fullname }) => [fullname, String(id)]));
}
