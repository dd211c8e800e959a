import { chunked, type Db } from './connect.ts';

const wordLike = /[\p{L}\p{N}]/u;

/**
 * A full-text query for the literal words, or null if no word has a letter or digit (emoji, punctuation): those aren't
 * in the index. Quoting makes AND, NEAR, `*`, `col:`, and quotes harmless.
 */
export function textQuery(text: string): string | null {
  const words = text
    .toWellFormed()
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((word) => wordLike.test(word))
    .slice(0, 20);
  return words.length === 0 ? null : words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
}

/** `%text%` for LIKE, escaped with `\`. */
export const likePattern = (text: string): string =>
  `%${text
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const ownerWord = (userId: number | string): string => `u${userId}`;

/** Subquery: IDs of items whose text contains every word; with an owner, only items that they have posts of. */
export function itemsMatching(db: Db, query: string, owner: string | null) {
  const text = `{title body author} : (${query})`;
  return db('item_text_fts')
    .select('rowid')
    .whereRaw('item_text_fts match ?', [owner === null ? text : `${text} AND owners : "${ownerWord(owner)}"`]);
}

export interface IndexedText {
  itemId: number;
  title: string;
  body: string;
  author: string | null;
  userIds: readonly number[];
}

/** Replaces the index entries of these items. */
export async function indexTexts(db: Db, texts: readonly IndexedText[]): Promise<void> {
  for (const chunk of chunked(texts, 5)) {
    const rows = chunk.flatMap(({ itemId, title, body, author, userIds }) => [
      itemId,
      title,
      body,
      author ?? '',
      userIds.map(ownerWord).join(' '),
    ]);
    const values = chunk.map(() => '(?, ?, ?, ?, ?)').join(', ');
    await db.raw(`insert or replace into item_text_fts (rowid, title, body, author, owners) values ${values}`, rows);
  }
}

export async function forgetTexts(db: Db, itemIds: readonly number[]): Promise<void> {
  for (const ids of chunked(itemIds, 1)) await db('item_text_fts').whereIn('rowid', ids).delete();
}
