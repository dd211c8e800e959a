import type { ComplaintTopic, MentionKind } from '#shared/competitors.ts';
import type { CampaignStream } from '#shared/streams.ts';
import { otherScopesOf } from '#core/inbox/campaigns/streams.ts';
import type { EraseStep } from '#core/inbox/items/erase.ts';
import type { ItemRow } from '#core/inbox/items/items.ts';
import type { PostsRow } from '#core/inbox/tables.ts';
import type { Db, Subquery, Trx } from '#core/platform/db/connect.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';
import { insertRows } from '#core/platform/db/many-rows.ts';
import { isCommonWord } from '#core/text/background.ts';
import type { CompetitorMentionsRow, CompetitorsRow } from '../tables.ts';

/** Subquery: mentions of the outer query's item. */
export const selectMentions = (db: Db): Subquery =>
  db('competitor_mentions').select('id').whereRaw('competitor_mentions.item_id = items.id');

/** Mentions in a deleted post are hidden with it; those in the title that its comments had are deleted. */
export const eraseMentions: EraseStep = {
  counts: 'other',
  run: () => Promise.resolve(0),
  runBelow: (trx, { itemIds }) =>
    trx('competitor_mentions')
      .whereIn('item_id', [...itemIds])
      .where({ field: 'title' })
      .delete(),
};

export type CompetitorRow = CompetitorsRow;
export type CompetitorChange = Partial<Omit<CompetitorRow, 'id' | 'user_id' | 'created_at'>>;
const maxRows = 1000;

export const listCompetitors = (db: Db | Trx, userId: number): Promise<CompetitorRow[]> =>
  db('competitors').where({ user_id: userId }).orderBy('id').select('*').limit(maxRows);
/** The names of the products that a user follows, without those that are also common words. */
export async function listProducts(db: Db, userId: number): Promise<string[][]> {
  const rows = await listCompetitors(db, userId);
  return rows.filter(({ name }) => !isCommonWord(name)).map(({ name, aliases }) => [name, ...(JSON.parse(aliases) as string[])]);
}
export const findCompetitor = (db: Db | Trx, userId: number, id: number): Promise<CompetitorRow | undefined> =>
  db('competitors').where({ id, user_id: userId }).first();

export async function findCompetitorOwner(db: Db, id: number): Promise<number | undefined> {
  return (await db('competitors').where({ id }).first('user_id'))?.user_id;
}

export async function insertCompetitor(trx: Trx, row: Omit<CompetitorRow, 'id'>): Promise<number> {
  const [made] = await trx('competitors').insert(row).returning('id');
  return made?.id ?? 0;
}
export const updateCompetitor = (db: Db | Trx, id: number, change: CompetitorChange) => db('competitors').where({ id }).update(change);
export const deleteCompetitor = (trx: Trx, id: number) => trx('competitors').where({ id }).delete();
export const forgetMentions = (trx: Trx, competitorId: number) =>
  trx('competitor_mentions').where({ competitor_id: competitorId }).delete();

export async function readNewestSeq(db: Db): Promise<number> {
  return (await db('items').max<{ seq: number | null }>({ seq: 'seq' }).first())?.seq ?? 0;
}

/** Competitors of all users that are furthest behind; one pass reads items for all of them. */
export async function listBehind(db: Db, newest: number): Promise<CompetitorRow[]> {
  const first = await db('competitors').where('read_seq', '<', newest).min<{ seq: number | null }>({ seq: 'read_seq' }).first();
  if (first?.seq == null) return [];
  return db('competitors').where({ read_seq: first.seq }).orderBy('id').select('*').limit(10_000);
}

export const listItemsAfter = (db: Db, seq: number, limit: number): Promise<ItemRow[]> =>
  db('items').where('seq', '>', seq).whereNull('gone').orderBy('seq').select('*').limit(limit);

/** Who may see items by their scope: the owner of a campaign, and users with a campaign that monitors it. */
export interface Audiences {
  owners: ReadonlyMap<string, number>;
  byScope: ReadonlyMap<string, ReadonlySet<number>>;
}
export async function readAudiences(db: Db): Promise<Audiences> {
  const rows = await db('campaigns').select('id', 'user_id', 'streams').limit(1_000_000);
  const byScope = new Map<string, Set<number>>();
  for (const { user_id, streams } of rows) {
    for (const scope of otherScopesOf(JSON.parse(streams) as CampaignStream[]))
      byScope.set(scope, (byScope.get(scope) ?? new Set()).add(user_id));
  }
  return { owners: new Map(rows.map(({ id, user_id }) => [String(id), user_id])), byScope };
}

export type NewMention = Omit<CompetitorMentionsRow, 'id'>;
/** Kinds of the stored mentions of these competitors in these items. */
export async function listKnownKinds(
  trx: Trx,
  { competitorIds, itemIds }: { competitorIds: readonly number[]; itemIds: readonly number[] },
): Promise<{ competitor_id: number; item_id: number; kind: MentionKind }[]> {
  return trx('competitor_mentions')
    .whereIn('competitor_id', competitorIds)
    .whereIn('item_id', itemIds)
    .select('competitor_id', 'item_id', 'kind')
    .limit(1_000_000);
}

/** Which of these items already have a mention through another item with the same Reddit ID, as `competitor item`. */
export async function listMentionedElsewhere(
  trx: Trx,
  { competitorIds, itemIds }: { competitorIds: readonly number[]; itemIds: readonly number[] },
): Promise<{ competitor_id: number; item_id: number }[]> {
  return trx('items as mine')
    .join('items as other', (on) => on.on('other.fullname', 'mine.fullname').on('other.id', '<>', 'mine.id'))
    .join('competitor_mentions as m', 'm.item_id', 'other.id')
    .whereIn('mine.id', itemIds)
    .whereIn('m.competitor_id', competitorIds)
    .select<{ competitor_id: number; item_id: number }[]>('m.competitor_id', 'mine.id as item_id')
    .limit(1_000_000);
}

/** Overwrites an existing mention: the author may have edited the item. */
export const writeMentions = (trx: Trx, rows: readonly NewMention[]): Promise<unknown> =>
  insertRows(trx, 'competitor_mentions', {
    rows,
    onConflict:
      '(competitor_id, item_id) do update set kind = excluded.kind, complains = excluded.complains, sentiment = excluded.sentiment, field = excluded.field, "start" = excluded."start", "end" = excluded."end", topics = excluded.topics',
  });

/** Advances competitors that nothing changed since the batch began; an edited one is read again. Returns the advanced ids. */
export async function moveOn(trx: Trx, rows: readonly CompetitorRow[], to: number): Promise<Set<number>> {
  const current = new Set<number>();
  for (const row of rows) {
    const moved = await trx('competitors')
      .where({ id: row.id, read_seq: row.read_seq, updated_at: row.updated_at })
      .update({ read_seq: to });
    if (moved === 1) current.add(row.id);
  }
  return current;
}

const mentionsOf = (db: Db, userId: number) =>
  db('competitor_mentions as m').join('items as i', 'i.id', 'm.item_id').where('m.user_id', userId).whereNull('i.gone');

export interface Figures {
  competitor_id: number;
  mentions: number;
  alternatives: number;
  complaints: number;
  lately: number;
  last_at: number | null;
}
export const listFigures = (db: Db, userId: number, since: number): Promise<Figures[]> =>
  mentionsOf(db, userId)
    .groupBy('m.competitor_id')
    .select<Figures[]>([
      'm.competitor_id',
      db.raw('count(*) as mentions'),
      db.raw(`count(*) filter (where m.kind = 'alternative') as alternatives`),
      db.raw(`sum(m.complains) as complaints`),
      db.raw('count(*) filter (where m.created_at >= ?) as lately', [since]),
      db.raw('max(m.created_at) as last_at'),
    ])
    .limit(maxRows);

/** A mention with its competitor and its item. */
export type MentionRow = Omit<CompetitorMentionsRow, 'user_id' | 'complains'> &
  Pick<CompetitorRow, 'name' | 'own'> &
  Pick<ItemRow, 'fullname' | 'title' | 'body' | 'subreddit' | 'author' | 'permalink'> & {
    item_kind: ItemRow['kind'];
    post_id: PostsRow['id'] | null;
  };
export interface MentionFilter {
  competitorId?: number | undefined;
  /** `complaint` includes complaints whose author looks for an alternative. */
  kind?: MentionKind | undefined;
  sentiment?: 'good' | 'bad' | 'neutral' | undefined;
  since?: number | undefined;
  until?: number | undefined;
  /** Escaped LIKE pattern. */
  pattern?: string | undefined;
}
/** Sentiment at or above this is good, at or below its negative bad. */
export const sideFrom = 0.2;

const filtered = (db: Db, userId: number, filter: MentionFilter) =>
  mentionsOf(db, userId).modify((rows) => {
    const { competitorId, kind, sentiment, since, until, pattern } = filter;
    const { like } = dialectOf(db);
    if (competitorId !== undefined) void rows.where('m.competitor_id', competitorId);
    if (kind === 'complaint') void rows.where('m.complains', 1);
    else if (kind !== undefined) void rows.where('m.kind', kind);
    if (since !== undefined) void rows.where('m.created_at', '>=', since);
    if (until !== undefined) void rows.where('m.created_at', '<', until);
    if (sentiment === 'good') void rows.where('m.sentiment', '>=', sideFrom);
    if (sentiment === 'bad') void rows.where('m.sentiment', '<=', -sideFrom);
    if (sentiment === 'neutral')
      void rows.where((either) => either.whereNull('m.sentiment').orWhereBetween('m.sentiment', [-sideFrom, sideFrom]));
    if (pattern !== undefined)
      void rows.where((either) => either.whereRaw(like('i.title'), [pattern]).orWhereRaw(like('i.body'), [pattern]));
  });

const mentionColumns = (db: Db) => [
  'm.id',
  'm.competitor_id',
  'm.item_id',
  'm.kind',
  'm.sentiment',
  'm.topics',
  'm.field',
  'm.start',
  'm.end',
  'm.created_at',
  'c.name',
  'c.own',
  'i.fullname',
  'i.title',
  'i.body',
  'i.subreddit',
  'i.author',
  'i.permalink',
  db.raw('i.kind as item_kind'),
  db.raw('(select id from posts p where p.item_id = m.item_id and p.user_id = m.user_id order by id limit 1) as post_id'),
];

/** Newest first; `below` is the last row of the previous page. */
export const listMentions = (
  db: Db,
  userId: number,
  { limit, below, ...filter }: MentionFilter & { limit: number; below: { key: number; id: number } | null },
): Promise<MentionRow[]> =>
  filtered(db, userId, filter)
    .join('competitors as c', 'c.id', 'm.competitor_id')
    .modify((rows) => {
      if (below) void rows.whereRaw('(m.created_at, m.id) < (?, ?)', [below.key, below.id]);
    })
    .orderBy([
      { column: 'm.created_at', order: 'desc' },
      { column: 'm.id', order: 'desc' },
    ])
    .select<MentionRow[]>(mentionColumns(db))
    .limit(limit);

export const findMention = (db: Db, userId: number, id: number): Promise<MentionRow | undefined> =>
  mentionsOf(db, userId)
    .join('competitors as c', 'c.id', 'm.competitor_id')
    .where('m.id', id)
    .first<MentionRow | undefined>(mentionColumns(db));

export async function countMentions(db: Db, userId: number, filter: MentionFilter): Promise<number> {
  return (await filtered(db, userId, filter).count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
}

export type PlainMention = Pick<CompetitorMentionsRow, 'kind' | 'complains' | 'sentiment' | 'topics' | 'created_at'> &
  Pick<ItemRow, 'subreddit'>;
export const listPlain = (db: Db, userId: number, filter: MentionFilter): Promise<PlainMention[]> =>
  filtered(db, userId, filter)
    .orderBy('m.created_at')
    .select<PlainMention[]>('m.kind', 'm.complains', 'm.sentiment', 'm.topics', 'i.subreddit', 'm.created_at')
    .limit(1_000_000);

export const countByCompetitor = (db: Db, userId: number, filter: MentionFilter): Promise<{ competitor_id: number; n: number }[]> =>
  filtered(db, userId, filter)
    .groupBy('m.competitor_id')
    .select<{ competitor_id: number; n: number }[]>(['m.competitor_id', db.raw('count(*) as n')])
    .limit(maxRows);

export const topicsIn = (text: string): ComplaintTopic[] => JSON.parse(text) as ComplaintTopic[];

/** Public items, newest first, in pages because texts can be long. */
export const listNewestTexts = (
  db: Db,
  beforeId: number,
  limit: number,
): Promise<{ id: number; title: string; body: string; permalink: string | null }[]> =>
  db('items')
    .where({ scope: '' })
    .where('id', '<', beforeId)
    .whereNull('gone')
    .orderBy('id', 'desc')
    .select('id', 'title', 'body', 'permalink')
    .limit(limit);
