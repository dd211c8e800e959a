import { chunked, type Trx } from '#core/platform/db/connect.ts';
import type { ItemsRow, PostsRow } from '../tables.ts';

const blank = { title: '', body: '', author: null, url: null, permalink: null, flair: null };
const goneText = 'Deleted where it was posted';
const goneThread = 'A comment on a deleted post';

export const listFullnames = (trx: Trx, itemIds: readonly number[]): Promise<string[]> =>
  trx('items').whereIn('id', itemIds).limit(itemIds.length).pluck('fullname');

/** What users imported of these items, which were fetched on Reddit: the author's decision holds for these copies too. */
export const listCopies = (trx: Trx, itemIds: readonly number[]): Promise<{ id: number; originalId: number }[]> =>
  trx('items as copy')
    .join('items as original', 'original.fullname', 'copy.fullname')
    .whereIn('original.id', itemIds)
    .where('original.scope', '')
    .whereNot('copy.scope', '')
    .whereNull('copy.gone')
    .select<{ id: number; originalId: number }[]>('copy.id', 'original.id as originalId')
    .limit(1_000_000);

export async function blankItems(
  trx: Trx,
  itemIds: readonly number[],
  { reason, now }: { reason: NonNullable<ItemsRow['gone']>; now: number },
): Promise<void> {
  await trx('items')
    .whereIn('id', itemIds)
    .update({ ...blank, gone: reason, gone_at: now, checked_at: now });
}

/** Blanks what was scored of these items. Returns their posts, which stay as empty shells. */
export async function blankPosts(trx: Trx, itemIds: readonly number[]): Promise<Pick<PostsRow, 'id' | 'lead_id' | 'item_id'>[]> {
  const posts = await trx('posts').whereIn('item_id', itemIds).select('id', 'lead_id', 'item_id').limit(1_000_000);
  for (const some of chunked(posts, 1))
    await trx('posts')
      .whereIn(
        'id',
        some.map(({ id }) => id),
      )
      .update({ evidence: '[]', reason: '', author_key: null });
  return posts;
}

/** Returns how many timeline entries lost their text. */
export async function blankEvents(trx: Trx, postIds: readonly number[]): Promise<number> {
  let count = 0;
  for (const some of chunked(postIds, 1))
    count += await trx('lead_events').whereIn('post_id', some).whereIn('kind', ['heard', 'lead']).update({ kind: 'gone', text: goneText });
  return count;
}

/** The given leads that still have a post with its author's name. */
export const listNamed = (trx: Trx, leadIds: readonly number[]): Promise<number[]> =>
  trx('posts')
    .join('items', 'items.id', 'posts.item_id')
    .whereIn('posts.lead_id', leadIds)
    .whereNotNull('items.author')
    .distinct()
    .limit(leadIds.length)
    .pluck<number[]>('posts.lead_id');

/** Leads without a name leave the list of leads, unless the user has worked on them. */
export async function blankLeads(trx: Trx, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await trx('leads')
      .where({ id })
      .update({ reddit_username: '', author_key: `gone:${id}` });
    await trx('leads').where({ id, stage: 'new' }).update({ active: 0 });
  }
}

export type Below = Pick<ItemsRow, 'id' | 'fullname' | 'title' | 'body' | 'author' | 'permalink'>;

/** Stored comments of these threads, also what users imported. */
export const listBelow = (trx: Trx, threads: readonly string[]): Promise<Below[]> =>
  trx('items')
    .whereIn('link_fullname', threads)
    .whereNull('gone')
    .select('id', 'fullname', 'title', 'body', 'author', 'permalink')
    .limit(1_000_000);

/** Blanks the title that comments have from their thread, and what was scored with it. `seq` puts them last in the scoring queue. */
export async function blankTitles(trx: Trx, below: readonly (Below & { seq: number })[]): Promise<number[]> {
  for (const { id, permalink, seq } of below) await trx('items').where({ id }).update({ title: '', permalink, seq });
  const postIds = await trx('posts')
    .whereIn(
      'item_id',
      below.map(({ id }) => id),
    )
    .limit(1_000_000)
    .pluck('id');
  for (const some of chunked(postIds, 1)) {
    await trx('posts').whereIn('id', some).update({ evidence: '[]', reason: '' });
    await trx('lead_events').whereIn('post_id', some).where({ kind: 'heard' }).update({ text: goneThread });
  }
  return postIds;
}
