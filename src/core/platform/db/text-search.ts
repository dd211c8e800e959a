import { isPostgres } from '#migrations/engine.ts';
import { chunked, type Db } from './connect.ts';

/** Whether a list is limited to texts that contain something. */
export const isSearch = ({ q }: { q?: string | undefined }): boolean => Boolean(q?.trim());

const withoutMarks = (letter: string): string => letter.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');

/**
 * A text as SQLite's `unicode61 remove_diacritics 2` splits it: words of letters and digits in lowercase, without diacritics on Latin
 * letters, separated by spaces.
 */
const foldText = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\p{Script=Latin}--[a-z]]/gv, withoutMarks)
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^\p{L}\p{N}\p{Co}]+/gu, ' ')
    .trim();

const wordLike = /[\p{L}\p{N}]/u;

/**
 * The literal words to search for, or null if no word has a letter or digit (emoji, punctuation): those aren't in the
 * index.
 */
export function searchTerms(text: string): string[] | null {
  const words = text
    .toWellFormed()
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((word) => wordLike.test(word))
    .slice(0, 20);
  return words.length === 0 ? null : words;
}

/** `%text%` for LIKE, escaped with `\`. */
export const likePattern = (text: string): string =>
  `%${text
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const ownerWord = (userId: number | string): string => `u${userId}`;
/** No text has this term: texts are indexed without punctuation. */
const ownerTerm = (userId: number | string): string => `/u${userId}`;

/** FTS5's query. Quoting makes AND, NEAR, `*`, `col:`, and quotes harmless. */
function matchSqlite(words: readonly string[], owner: string | null): string {
  const all = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
  return `{title body author} : (${all})${owner === null ? '' : ` AND owners : "${ownerWord(owner)}"`}`;
}

/** Subquery: IDs of items whose text contains every word; with an owner, only items that they have posts of. */
export function itemsMatching(db: Db, words: readonly string[], owner: string | null) {
  const found = db('item_text_fts').select('rowid');
  if (!isPostgres(db)) return found.whereRaw('item_text_fts match ?', [matchSqlite(words, owner)]);
  const all = words.map((word) => `"${foldText(word)}"`).join(' ');
  void found.whereRaw(`terms @@ websearch_to_tsquery('simple', ?)`, [all]);
  return owner === null ? found : found.whereRaw('terms @@ ?::tsquery', [`'${ownerTerm(owner)}'`]);
}

export interface IndexedText {
  itemId: number;
  title: string;
  body: string;
  author: string | null;
  userIds: readonly number[];
}

/** The separator keeps a phrase from matching across two fields. */
const termsOnPostgres = ['title', 'body', 'author'].map((field) => `to_tsvector('simple', ${field})`).join(` || '/:1'::tsvector || `);

async function indexOnPostgres(db: Db, texts: readonly IndexedText[]): Promise<void> {
  const rows = texts.map(({ itemId, title, body, author, userIds }) => ({
    item_id: itemId,
    title: foldText(title),
    body: foldText(body),
    author: foldText(author ?? ''),
    owners: userIds.map(ownerTerm),
  }));
  await db.raw(
    `insert into item_text_fts (rowid, terms)
     select item_id, ${termsOnPostgres} || array_to_tsvector(owners)
     from json_to_recordset(?) as given(item_id bigint, title text, body text, author text, owners text[])
     on conflict (rowid) do update set terms = excluded.terms`,
    [JSON.stringify(rows)],
  );
}

async function indexOnSqlite(db: Db, texts: readonly IndexedText[]): Promise<void> {
  const rows = texts.flatMap(({ itemId, title, body, author, userIds }) => [
    itemId,
    title,
    body,
    author ?? '',
    userIds.map(ownerWord).join(' '),
  ]);
  const values = texts.map(() => '(?, ?, ?, ?, ?)').join(', ');
  await db.raw(`insert or replace into item_text_fts (rowid, title, body, author, owners) values ${values}`, rows);
}

/** Replaces the index entries of these items. */
export async function indexTexts(db: Db, texts: readonly IndexedText[]): Promise<void> {
  const index = isPostgres(db) ? indexOnPostgres : indexOnSqlite;
  for (const chunk of chunked(texts, 5)) await index(db, chunk);
}

export async function forgetTexts(db: Db, itemIds: readonly number[]): Promise<void> {
  for (const ids of chunked(itemIds, 1)) await db('item_text_fts').whereIn('rowid', ids).delete();
}
