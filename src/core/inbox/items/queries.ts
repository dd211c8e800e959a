import { type CampaignStreamKind, type SourceId, streamKinds } from '#shared/sources.ts';
import { type Db, type Trx, type Subquery, chunked } from '#core/platform/db/connect.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';
import { insertRows, takeNew, jsonRow, parseRows } from '#core/platform/db/many-rows.ts';
import { type IndexedText, indexTexts, forgetTexts } from '#core/platform/db/text-search.ts';
import { readScoredByAll } from '../campaigns/cursor-queries.ts';
import type { ItemsRow } from '../tables.ts';
import { readTexts } from './user-content-queries.ts';

const batch = 1000;

async function readTextsAfter(db: Db, after: number): Promise<IndexedText[]> {
  const ids = await db('posts').where('item_id', '>', after).distinct().orderBy('item_id').limit(batch).pluck<number[]>('item_id');
  return readTexts(db, ids);
}

/** Fills an empty search index with the texts of all posts, which can be in another database. */
export async function indexAllTexts(trx: Trx, source: Db = trx): Promise<void> {
  for (let texts = await readTextsAfter(source, 0); texts.length > 0;) {
    await indexTexts(trx, texts);
    texts = await readTextsAfter(source, texts.at(-1)?.itemId ?? 0);
  }
}

/** Subquery: competitor mentions in the item of the outer statement; provided by the insights room. */
export type SelectMentions = (db: Db) => Subquery;

/**
 * Deletes up to `limit` items that have no post or mention, were fetched before `until`, and were scored by every active
 * campaign.
 */
export async function deleteUnmatched(
  trx: Trx,
  { until, selectMentions, limit }: { until: number; selectMentions: SelectMentions; limit: number },
): Promise<number> {
  const scored = await readScoredByAll(trx);
  const ids = await trx('items')
    .where('fetched_at', '<', until)
    .where('seq', '<=', scored ?? Number.MAX_SAFE_INTEGER)
    .whereNotExists(trx('posts').select('id').whereRaw('posts.item_id = items.id'))
    .whereNotExists(selectMentions(trx))
    .orderBy('fetched_at')
    .limit(limit)
    .pluck<number[]>('id');
  await forgetTexts(trx, ids);
  return trx('items').whereIn('id', ids).delete();
}

export const itemColumns = [
  'id',
  'seq',
  'scope',
  'source',
  'fullname',
  'kind',
  'subreddit',
  'subreddit_key',
  'author',
  'title',
  'body',
  'url',
  'permalink',
  'created_at',
  'fetched_at',
  'points',
  'num_comments',
  'over18',
  'flair',
  'parent_fullname',
  'link_fullname',
  'locked',
  'crosspost',
  'distinguished',
  'gone',
  'gone_at',
  'checked_at',
] as const satisfies readonly (keyof ItemsRow)[];

const knownColumns = ['id', 'fullname', 'title', 'body', 'points', 'num_comments', 'locked', 'flair', 'author', 'gone'] as const;
export type KnownItem = Pick<ItemsRow, (typeof knownColumns)[number]>;

/** Fullname → what is stored of the item in this scope. */
export async function listKnown(trx: Trx, scope: string, fullnames: readonly string[]): Promise<Map<string, KnownItem>> {
  const known = new Map<string, KnownItem>();
  for (const chunk of chunked(fullnames, 1)) {
    const rows = await trx('items')
      .where({ scope })
      .whereIn('fullname', chunk)
      .select(...knownColumns)
      .limit(chunk.length);
    for (const row of rows) known.set(row.fullname, row);
  }
  return known;
}

/** Which of these were fetched on Reddit and are gone from there. */
export async function listGone(trx: Trx, fullnames: readonly string[]): Promise<Set<string>> {
  const gone = new Set<string>();
  for (const chunk of chunked(fullnames, 1)) {
    const rows = await trx('items')
      .where({ scope: '' })
      .whereIn('fullname', chunk)
      .whereNotNull('gone')
      .limit(chunk.length)
      .pluck('fullname');
    for (const fullname of rows) gone.add(fullname);
  }
  return gone;
}

/** Which of these threads are stored as gone, in any scope. */
export async function listGoneThreads(trx: Trx, fullnames: readonly string[]): Promise<Set<string>> {
  const gone = new Set<string>();
  for (const chunk of chunked(fullnames, 1)) {
    const rows = await trx('items').whereIn('fullname', chunk).whereNotNull('gone').limit(1_000_000).pluck('fullname');
    for (const fullname of rows) gone.add(fullname);
  }
  return gone;
}

/** Reserves the next `count` numbers, and returns the one before the first. */
export async function takeSequence(trx: Trx, count: number): Promise<number> {
  const [row] = await trx('item_seq').increment('seq', count).returning('seq');
  return (row?.seq ?? count) - count;
}

const kept = ['points', 'num_comments', 'author'].map((column) => `${column} = coalesce(excluded.${column}, items.${column})`).join(', ');
const merged = `(scope, fullname) ${takeNew(['title', 'body', 'locked', 'flair'])}, ${kept}`;

export type NewItem = Omit<ItemsRow, 'id' | 'gone' | 'gone_at'>;

/** `bump` moves the item to the end of the scoring queue. */
export async function upsertItems(trx: Trx, rows: readonly { row: NewItem; bump: boolean }[]): Promise<void> {
  await insertRows(trx, 'items', { rows: rows.flatMap(({ row, bump }) => (bump ? [] : [row])), onConflict: merged });
  await insertRows(trx, 'items', {
    rows: rows.flatMap(({ row, bump }) => (bump ? [row] : [])),
    onConflict: `${merged}, seq = excluded.seq`,
  });
}

export async function newestSeq(db: Db): Promise<number> {
  return (await db('item_seq').first('seq'))?.seq ?? 0;
}

interface FetchedSince {
  kind: 'post' | 'comment';
  wanted: readonly { subreddit: string; since: number }[];
  /** Of the newest, per subreddit. */
  limit: number;
}

const subredditsAtOnce = 500;

/** Subreddit in lowercase → fullnames fetched from it at or after its time; tells a source where it left off. */
export async function listFetchedSince(db: Db, { kind, wanted, limit }: FetchedSince): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (let start = 0; start < wanted.length; start += subredditsAtOnce) {
    const some = wanted.slice(start, start + subredditsAtOnce);
    const given = db.raw(
      `values ${some.map(() => '(cast(? as text), cast(? as bigint))').join(', ')}`,
      some.flatMap(({ subreddit, since }) => [subreddit.toLowerCase(), since]),
    );
    // Per subreddit, so that each is read from the index, whatever the planner expects of the others.
    const newest = db('items')
      .where({ scope: '', kind })
      .whereRaw('items.subreddit_key = given.subreddit_key and items.created_at >= given.since')
      .orderBy('created_at', 'desc')
      .limit(limit)
      .select('fullname');
    const rows = await db
      .with('given', ['subreddit_key', 'since'], given)
      .from('given')
      .select<{ subreddit_key: string; names: string | null }[]>(
        'subreddit_key',
        db
          .from(newest.as('newest'))
          .select(db.raw(dialectOf(db).array('fullname')))
          .as('names'),
      )
      .limit(some.length);
    for (const { subreddit_key, names } of rows) found.set(subreddit_key, JSON.parse(names ?? '[]') as string[]);
  }
  return found;
}

export const findItem = (db: Db, by: { id: number } | { scope: string; fullname: string }): Promise<ItemsRow | undefined> =>
  db('items').where(by).first();

export async function listItems(db: Db, ids: readonly number[]): Promise<ItemsRow[]> {
  const found: ItemsRow[] = [];
  for (const chunk of chunked([...new Set(ids)], 1))
    found.push(...(await db('items').whereIn('id', chunk).select('*').limit(chunk.length)));
  return found;
}

/** Queued items after `from`, up to and including `to`. */
export async function listQueued(db: Db, { from, to, limit }: { from: number; to: number; limit: number }): Promise<ItemsRow[]> {
  const rows = await db('items')
    .where('seq', '>', from)
    .where('seq', '<=', to)
    .orderBy('seq')
    .select<{ json: string }[]>(jsonRow(db, itemColumns))
    .limit(limit);
  return parseRows<Pick<ItemsRow, (typeof itemColumns)[number]>>(rows);
}

/** Items fetched since a time and visible in one of these scopes, newest first. */
export const listRecent = (
  db: Db,
  { before, since, scopes, limit }: { before: number; since: number; scopes: readonly string[]; limit: number },
): Promise<ItemsRow[]> =>
  db('items')
    .where('seq', '<', before)
    .where('fetched_at', '>=', since)
    .whereNull('gone')
    .whereIn('scope', scopes)
    .orderBy('seq', 'desc')
    .select('*')
    .limit(limit);

/** Scopes of the stored items of a kind of stream outside Reddit: one for its only stream, or one for each name. */
async function listScopes(db: Db, { kind, only }: CampaignStreamKind): Promise<string[]> {
  if (only !== undefined) return [kind];
  const scopes: string[] = [];
  for (let last = `${kind}:`; ;) {
    const row = await db('items')
      .where('scope', '>', last)
      .where('scope', '<', `${kind};`)
      .min<{ scope: string | null }>({ scope: 'scope' })
      .first();
    if (row?.scope == null) return scopes;
    last = row.scope;
    scopes.push(last);
  }
}

/** Scopes of the stored items from a source outside Reddit. */
export async function listScopesOf(db: Db, source: SourceId): Promise<string[]> {
  const scopes: string[] = [];
  for (const kind of streamKinds) if (kind.source === source) scopes.push(...(await listScopes(db, kind)));
  return scopes;
}

/** The source of items that users saved from pages of one that says what was deleted. */
export const pageSourceOf = (source: SourceId): string => `page:${source}`;
export const isOfPage = (source: string): boolean => source.startsWith('page:');

/** Items of pages that their source doesn't show to everybody: they are checked no more. */
export async function keepUnchecked(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx('items').whereIn('id', ids).update({ source: 'import' });
}

/** Scopes of campaigns with such items. */
export const listScopesOfPages = (db: Db, source: SourceId): Promise<string[]> =>
  db('items')
    .where('scope', '>', 'campaign:')
    .where('scope', '<', 'campaign;')
    .whereNull('gone')
    .where({ source: pageSourceOf(source) })
    .distinct()
    .limit(100_000)
    .pluck('scope');

export type CheckedItem = Pick<ItemsRow, 'id' | 'fullname' | 'link_fullname' | 'checked_at'>;

interface UncheckedQuery {
  scope: string;
  /** All by default. */
  source?: string | undefined;
  before: number;
  after: CheckedItem | null;
  limit: number;
  selectMentions: SelectMentions;
}

/** Items of a scope that are kept, for a post or a mention, and were last checked before a time, oldest check first. */
export const listUnchecked = (db: Db, { scope, source, before, after, limit, selectMentions }: UncheckedQuery): Promise<CheckedItem[]> =>
  db('items')
    .where({ scope, ...(source !== undefined && { source }) })
    .whereNull('gone')
    .where('checked_at', '<', before)
    .modify((items) => {
      if (after)
        void items.where((next) =>
          next
            .where('checked_at', '>', after.checked_at)
            .orWhere((same) => same.where('checked_at', after.checked_at).where('id', '>', after.id)),
        );
    })
    .where((needed) => needed.whereExists(db('posts').select('id').whereRaw('posts.item_id = items.id')).orWhereExists(selectMentions(db)))
    .orderBy(['checked_at', 'id'])
    .select('id', 'fullname', 'link_fullname', 'checked_at')
    .limit(limit);

export async function markChecked(trx: Trx, ids: readonly number[], now: number): Promise<void> {
  await trx('items').whereIn('id', ids).update({ checked_at: now });
}
