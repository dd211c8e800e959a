import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { insertRows, takeNew } from '#core/platform/db/many-rows.ts';
import { createEraser, type EraseItems, type EraseStep } from './erase.ts';

/** A row of `items`. */
export interface ItemRow {
  id: number;
  seq: number;
  scope: string;
  source: string;
  fullname: string;
  kind: 'post' | 'comment';
  subreddit: string;
  subreddit_key: string;
  author: string | null;
  title: string;
  body: string;
  url: string | null;
  permalink: string | null;
  created_at: number;
  fetched_at: number;
  points: number | null;
  num_comments: number | null;
  over18: number;
  flair: string | null;
  parent_fullname: string | null;
  link_fullname: string | null;
  locked: number;
  crosspost: number;
  distinguished: number;
  gone: FetchedItem['gone'];
  gone_at: number | null;
  checked_at: number;
}

export interface FetchedBatch {
  /** `''`: fetched on Reddit. `user:ID`, `campaign:ID`: seen by theirs alone. */
  scope: string;
  source: string;
  items: readonly FetchedItem[];
  now: number;
}
export interface Stored {
  /** Items that were not known. */
  fresh: FetchedItem[];
  /** Items whose text is another than before. */
  changed: number;
  /** Items that their author deleted since. */
  gone: number;
}

const flagOf = (value: boolean): number => (value ? 1 : 0);

function rowOf(item: FetchedItem, { scope, source, now }: FetchedBatch, seq: number): Omit<ItemRow, 'id' | 'gone' | 'gone_at'> {
  return {
    seq,
    scope,
    source,
    fullname: item.fullname,
    kind: item.kind,
    subreddit: item.subreddit,
    subreddit_key: item.subreddit.toLowerCase(),
    author: item.author,
    title: item.title,
    body: item.body,
    url: item.url,
    permalink: item.permalink,
    created_at: item.createdAt,
    fetched_at: now,
    points: item.score,
    num_comments: item.numComments,
    over18: flagOf(item.over18),
    flair: item.flair,
    parent_fullname: item.parentFullname,
    link_fullname: item.linkFullname,
    locked: flagOf(item.locked),
    crosspost: flagOf(item.crosspost),
    distinguished: flagOf(item.distinguished),
    checked_at: now,
  };
}

export const itemOf = (row: ItemRow): FetchedItem => ({
  fullname: row.fullname,
  kind: row.kind,
  subreddit: row.subreddit,
  author: row.author,
  title: row.title,
  body: row.body,
  url: row.url,
  permalink: row.permalink,
  createdAt: row.created_at,
  score: row.points,
  numComments: row.num_comments,
  over18: row.over18 === 1,
  flair: row.flair,
  parentFullname: row.parent_fullname,
  linkFullname: row.link_fullname,
  locked: row.locked === 1,
  crosspost: row.crosspost === 1,
  distinguished: row.distinguished === 1,
  gone: row.gone,
});

type Known = Pick<ItemRow, 'id' | 'fullname' | 'title' | 'body' | 'points' | 'num_comments' | 'locked' | 'flair' | 'author' | 'gone'>;

async function listKnown(trx: Trx, scope: string, fullnames: readonly string[]): Promise<Map<string, Known>> {
  const known = new Map<string, Known>();
  for (const chunk of chunked(fullnames, 1)) {
    const rows = await trx('items')
      .where({ scope })
      .whereIn('fullname', chunk)
      .select<Known[]>('id', 'fullname', 'title', 'body', 'points', 'num_comments', 'locked', 'flair', 'author', 'gone')
      .limit(chunk.length);
    for (const row of rows) known.set(row.fullname, row);
  }
  return known;
}

/** A comment's title is its thread's, which sources to Reddit spell differently: only its own words count. */
const saysOther = (known: Known, item: FetchedItem): boolean =>
  known.body !== item.body || (item.kind === 'post' && known.title !== item.title);
/** A source that does not tell points or author takes nothing away from what another told. */
const differs = (known: Known, item: FetchedItem): boolean =>
  saysOther(known, item) ||
  (item.score !== null && item.score !== known.points) ||
  (item.numComments !== null && item.numComments !== known.num_comments) ||
  (item.author !== null && item.author !== known.author) ||
  flagOf(item.locked) !== known.locked ||
  item.flair !== known.flair;

async function takeSequence(trx: Trx, count: number): Promise<number> {
  await trx('item_seq').increment('seq', count);
  const row = await trx('item_seq').first<{ seq: number }>('seq');
  return row.seq - count;
}

const kept = ['points', 'num_comments', 'author'].map((column) => `${column} = coalesce(excluded.${column}, items.${column})`).join(', ');
const merged = `(scope, fullname) ${takeNew(['title', 'body', 'locked', 'flair'])}, ${kept}`;

/** `bump`: the item goes to the end of the queue. */
async function upsert(trx: Trx, batch: FetchedBatch, items: readonly { item: FetchedItem; bump: boolean }[]): Promise<void> {
  let seq = await takeSequence(trx, items.length);
  const rows = items.map(({ item, bump }) => ({ row: rowOf(item, batch, (seq += 1)), bump }));
  await insertRows(trx, 'items', { rows: rows.flatMap(({ row, bump }) => (bump ? [] : [row])), onConflict: merged });
  await insertRows(trx, 'items', {
    rows: rows.flatMap(({ row, bump }) => (bump ? [row] : [])),
    onConflict: `${merged}, seq = excluded.seq`,
  });
}

/**
 * Stores what was fetched: each item once for its scope, however often it comes. A new item, or one whose text
 * was edited, gets the next `seq` and is so scored again; new points alone do not. What an author deleted is erased.
 */
async function storeItems(trx: Trx, batch: FetchedBatch, eraseItems: EraseItems): Promise<Stored> {
  const items = [...new Map(batch.items.map((item) => [item.fullname, item])).values()];
  const known = await listKnown(
    trx,
    batch.scope,
    items.map(({ fullname }) => fullname),
  );
  const alive = items.filter((item) => item.gone === null && (known.get(item.fullname)?.gone ?? null) === null);
  const fresh = alive.filter((item) => !known.has(item.fullname));
  const writes = alive.flatMap((item) => {
    const before = known.get(item.fullname);
    return !before || differs(before, item) ? [{ item, bump: before !== undefined && saysOther(before, item) }] : [];
  });
  if (writes.length > 0) await upsert(trx, batch, writes);
  const deleted = items.flatMap((item) => {
    const before = known.get(item.fullname);
    return item.gone !== null && before?.gone === null ? [{ id: before.id, gone: item.gone }] : [];
  });
  await eraseItems(trx, deleted, batch.now);
  return { fresh, changed: writes.filter(({ bump }) => bump).length, gone: deleted.length };
}

export async function newestSeq(db: Db): Promise<number> {
  const row = await db('item_seq').first<{ seq: number }>('seq');
  return row.seq;
}

/** Fullnames fetched in a subreddit at or after a time, for a source to know where it was. */
export function listFetchedSince(
  db: Db,
  { subreddit, kind, since, limit }: { subreddit: string; kind: 'post' | 'comment'; since: number; limit: number },
): Promise<string[]> {
  return db('items')
    .where({ scope: '', subreddit_key: subreddit.toLowerCase(), kind })
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .pluck<string[]>('fullname');
}

/** Everything that was fetched or imported, each item once for its scope. Rooms that keep something made from items pass in how to erase it. */
export function createItems(eraseSteps: readonly EraseStep[]) {
  const erase = createEraser(eraseSteps);
  return { erase, store: (trx: Trx, batch: FetchedBatch): Promise<Stored> => storeItems(trx, batch, erase) };
}
export type Items = ReturnType<typeof createItems>;
