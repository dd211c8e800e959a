import type { Trx } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { ItemsRow } from '../tables.ts';
import { createEraser, type EraseItems, type EraseStep } from './erase.ts';
import { withoutTitle } from '#core/reddit/client/links.ts';
import { isOfPage, type KnownItem, listGone, listGoneThreads, listKnown, type NewItem, takeSequence, upsertItems } from './queries.ts';

export type ItemRow = ItemsRow;

export interface FetchedBatch {
  /** `''`: fetched from Reddit, visible to everyone. `user:ID`, `campaign:ID`: visible only to that user or campaign. */
  scope: string;
  source: string;
  items: readonly FetchedItem[];
  now: number;
}
export interface Stored {
  /** Items that weren't stored before. */
  fresh: FetchedItem[];
  /** Number of items whose text changed. */
  changed: number;
  /** Number of items that their author deleted since. */
  gone: number;
}

const flagOf = (value: boolean): number => (value ? 1 : 0);

function rowOf(item: FetchedItem, { scope, source, now }: FetchedBatch, seq: number): NewItem {
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
    // What a user read may have been shown to that user alone: it isn't known yet whether its source shows it to Earshot.
    checked_at: isOfPage(source) ? 0 : now,
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

/** A comment's title is its thread's, which sources spell differently, so only its body counts. */
const saysOther = (known: KnownItem, item: FetchedItem): boolean =>
  known.body !== item.body || (item.kind === 'post' && known.title !== item.title);
/** Values that this source lacks (points, author) don't overwrite those from another source. */
const differs = (known: KnownItem, item: FetchedItem): boolean =>
  saysOther(known, item) ||
  (item.score !== null && item.score !== known.points) ||
  (item.numComments !== null && item.numComments !== known.num_comments) ||
  (item.author !== null && item.author !== known.author) ||
  flagOf(item.locked) !== known.locked ||
  item.flair !== known.flair;

async function upsert(trx: Trx, batch: FetchedBatch, items: readonly { item: FetchedItem; bump: boolean }[]): Promise<void> {
  let seq = await takeSequence(trx, items.length);
  await upsertItems(
    trx,
    items.map(({ item, bump }) => ({ row: rowOf(item, batch, (seq += 1)), bump })),
  );
}

/** The same comment without the title of its thread, which is gone. */
export const withoutThreadTitle = (item: FetchedItem): FetchedItem => ({
  ...item,
  title: '',
  permalink: item.permalink && withoutTitle(item.permalink),
});

/** A comment's title is its thread's: it isn't stored again once the thread is gone. */
async function untitled(trx: Trx, items: readonly FetchedItem[]): Promise<FetchedItem[]> {
  const gone = await listGoneThreads(trx, [...new Set(items.flatMap(({ linkFullname }) => linkFullname ?? []))]);
  return items.map((item) => (gone.has(item.linkFullname ?? '') ? withoutThreadTitle(item) : item));
}

/**
 * Stores fetched items, once per scope. New or edited items get the next `seq` and are therefore scored again; a change of points
 * alone doesn't do that. Items that their author deleted are erased.
 */
async function storeItems(trx: Trx, batch: FetchedBatch, eraseItems: EraseItems): Promise<Stored> {
  const items = await untitled(trx, [...new Map(batch.items.map((item) => [item.fullname, item])).values()]);
  const names = items.map(({ fullname }) => fullname);
  const known = await listKnown(trx, batch.scope, names);
  const gone = batch.scope === '' ? new Set() : await listGone(trx, names);
  const alive = items.filter((item) => item.gone === null && !gone.has(item.fullname) && (known.get(item.fullname)?.gone ?? null) === null);
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

/** Everything fetched or imported, once per scope. Rooms that store something made from items pass in a step that erases it. */
export function createItems(eraseSteps: readonly EraseStep[]) {
  const { eraseItems: erase, eraseTitles } = createEraser(eraseSteps);
  return {
    erase,
    /** Erases the titles of threads that are gone, which their comments have too. */
    eraseTitles,
    store: (trx: Trx, batch: FetchedBatch): Promise<Stored> => storeItems(trx, batch, erase),
  };
}
export type Items = ReturnType<typeof createItems>;
