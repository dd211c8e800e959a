import type { Knex } from 'knex';
import { isPostgres } from '../engine.ts';

/** Rows are keyed by item; the owners are a token for each user who has a post of it, so that a search only finds their own. */
export async function searchIndex(db: Knex): Promise<void> {
  if (isPostgres(db)) {
    await db.raw('create table item_text_fts (rowid bigint primary key, terms tsvector not null)');
    await db.raw('create index item_text_fts_terms on item_text_fts using gin (terms)');
    return;
  }
  await db.raw(
    `create virtual table item_text_fts using fts5(title, body, author, owners, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2')`,
  );
}
