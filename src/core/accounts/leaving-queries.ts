import type { Db, Trx } from '#core/platform/db/connect.ts';
import { chunked } from '#core/platform/db/connect.ts';
import type { OwnedTable } from '#core/platform/db/owned.ts';
import { anonymizeAudit } from '#core/platform/audit/queries.ts';
import { logDeletion } from '#core/platform/deletion-log-queries.ts';
import { forgetTexts, indexTexts } from '#core/platform/db/text-search.ts';

const maxRows = 200_000;

type Record = { [column: string]: string | number | null };

/** The rows of a user, by themselves or through the rows of the table that they hang on. */
export function listOwned(db: Db, tables: readonly OwnedTable[], { table, userId }: { table: OwnedTable; userId: number }) {
  const scope = (of: OwnedTable): ReturnType<Db> => {
    const rows = db(of.name);
    if (of.by.parent === 'users') return rows.where(`${of.name}.${of.by.column}`, userId) as ReturnType<Db>;
    const parent = tables.find(({ name }) => name === of.by.parent);
    return (
      parent ? rows.whereIn(`${of.name}.${of.by.column}`, scope(parent).select(`${parent.name}.id`)) : rows.whereRaw('1 = 0')
    ) as ReturnType<Db>;
  };
  return scope(table).limit(maxRows);
}

/** What was said in the conversations that the user keeps. */
export const listConversations = (db: Db, userId: number): Promise<Record[]> =>
  db('items')
    .whereIn('id', db('posts').select('item_id').where({ user_id: userId }))
    .select<Record[]>('id', 'fullname', 'kind', 'subreddit', 'author', 'title', 'body', 'url', 'permalink', 'created_at')
    .orderBy('id')
    .limit(maxRows);

/** Everything that somebody brought themselves, for all or for one campaign. */
async function listImported(trx: Trx, userId: number): Promise<number[]> {
  const campaigns = await trx('campaigns').where({ user_id: userId }).pluck<number[]>('id').limit(100_000);
  const ids: number[] = [];
  for (const scopes of chunked([`user:${userId}`, ...campaigns.map((id) => `campaign:${id}`)], 1))
    ids.push(...(await trx('items').whereIn('scope', scopes).pluck<number[]>('id').limit(10_000_000)));
  return ids;
}

/** Gives the search index the owners that are left: nobody searches for somebody who is gone. */
async function reindex(trx: Trx, itemIds: readonly number[]): Promise<void> {
  for (const ids of chunked(itemIds, 1)) {
    const texts = await trx('items')
      .whereIn('id', ids)
      .select<{ id: number; title: string; body: string; author: string | null }[]>('id', 'title', 'body', 'author')
      .limit(ids.length);
    const owners = await trx('posts')
      .whereIn('item_id', ids)
      .distinct()
      .select<{ item_id: number; user_id: number }[]>('item_id', 'user_id')
      .limit(1_000_000);
    const byItem = Map.groupBy(owners, ({ item_id }) => item_id);
    await forgetTexts(
      trx,
      ids.filter((id) => !byItem.has(id)),
    );
    await indexTexts(
      trx,
      texts
        .filter(({ id }) => byItem.has(id))
        .map(({ id, title, body, author }) => ({
          itemId: id,
          title,
          body,
          author,
          userIds: (byItem.get(id) ?? []).map(({ user_id }) => user_id),
        })),
    );
  }
}

/** For the purge report: figures alone. */
async function countOwned(trx: Trx, userId: number) {
  const count = async (table: string): Promise<number> => {
    const row = await trx(table).where({ user_id: userId }).count<{ n: number }>({ n: '*' }).first();
    return row?.n ?? 0;
  };
  return {
    posts: await count('posts'),
    people: await count('leads'),
    answers: await count('outbox'),
    notices: await count('notifications'),
  };
}

/** The account and all that hangs on it. */
export async function deleteAccount(trx: Trx, { id, emailKey, now }: { id: number; emailKey: string; now: number }): Promise<void> {
  const brought = await listImported(trx, id);
  const kept = await trx('posts').where({ user_id: id }).distinct().pluck<number[]>('item_id').limit(10_000_000);
  await trx('beta_applications').where({ email_key: emailKey }).delete();
  const figures = await countOwned(trx, id);
  await anonymizeAudit(trx, id);
  await trx('users').where({ id }).delete();
  const gone = new Set(brought);
  await forgetTexts(trx, brought);
  for (const ids of chunked(brought, 1)) await trx('items').whereIn('id', ids).delete();
  await reindex(
    trx,
    kept.filter((item) => !gone.has(item)),
  );
  await logDeletion(trx, { at: now, cause: 'account', ...figures, items: brought.length, accounts: 1 });
}
