import type { Trx } from '#core/platform/db/connect.ts';
import { chunked } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { forgetLearnedTerms } from '../learning/marks.ts';
import { forgetAnswers } from '#core/ai/score/reuse-queries.ts';
import { forgetTexts } from '#core/platform/db/text-search.ts';
import { logDeletion } from '#core/platform/deletion-log-queries.ts';

type Gone = NonNullable<FetchedItem['gone']>;

interface Hit {
  id: number;
  lead_id: number | null;
}

const blank = { title: '', body: '', author: null, url: null, permalink: null, flair: null };
const goneText = 'Deleted on Reddit';

/** A person's lead keeps its stage and notes; the name goes with the account, or with the last post that bears it. */
async function forgetPeople(trx: Trx, leadIds: readonly number[], always: ReadonlySet<number>): Promise<number> {
  const named = await trx('posts')
    .join('items', 'items.id', 'posts.item_id')
    .whereIn('posts.lead_id', leadIds)
    .whereNotNull('items.author')
    .distinct()
    .limit(leadIds.length)
    .pluck<number[]>('posts.lead_id');
  const nameless = leadIds.filter((id) => always.has(id) || !named.includes(id));
  for (const id of nameless)
    await trx('leads')
      .where({ id })
      .update({ reddit_username: '', author_key: `gone:${id}` });
  return nameless.length;
}

/** What is gone at Reddit, as the steps need it: at most as many at once as one statement takes. */
export interface GoneItems {
  itemIds: readonly number[];
  fullnames: readonly string[];
  postIds: readonly number[];
}
export interface EraseStep {
  /** Under which figure of the purge report it counts. */
  counts: 'answers' | 'timeline' | 'notices' | 'other';
  /** Blanks what was made from these items; answers how many rows that were. Idempotent. */
  run: (trx: Trx, gone: GoneItems) => Promise<number>;
}

async function forgetTimeline(trx: Trx, { postIds }: GoneItems): Promise<number> {
  let count = 0;
  for (const some of chunked(postIds, 1))
    count += await trx('lead_events').whereIn('post_id', some).whereIn('kind', ['heard', 'lead']).update({ kind: 'gone', text: goneText });
  return count;
}

/** What this room keeps of what people wrote. Rooms above pass their own steps in; all run in one transaction. */
const ownSteps: readonly EraseStep[] = [
  { counts: 'other', run: (trx, { itemIds }) => forgetTexts(trx, itemIds).then(() => 0) },
  { counts: 'other', run: (trx, { fullnames }) => forgetAnswers(trx, fullnames).then(() => 0) },
  { counts: 'other', run: (trx, { postIds }) => forgetLearnedTerms(trx, postIds).then(() => 0) },
  { counts: 'timeline', run: forgetTimeline },
];

/** The items themselves and what was scored of them; answers the posts, which stay as empty shells. */
async function blankItems(trx: Trx, items: readonly { id: number; gone: Gone }[], now: number): Promise<(Hit & { item_id: number })[]> {
  for (const reason of new Set(items.map(({ gone }) => gone))) {
    const same = items.filter(({ gone }) => gone === reason).map(({ id }) => id);
    await trx('items')
      .whereIn('id', same)
      .update({ ...blank, gone: reason, gone_at: now, checked_at: now });
  }
  const posts = await trx('posts')
    .whereIn(
      'item_id',
      items.map(({ id }) => id),
    )
    .select<(Hit & { item_id: number })[]>('id', 'lead_id', 'item_id')
    .limit(1_000_000);
  for (const some of chunked(posts, 1))
    await trx('posts')
      .whereIn(
        'id',
        some.map(({ id }) => id),
      )
      .update({ evidence: '[]', reason: '', author_key: null });
  return posts;
}

/** Blanks everything that these items said or who said it, wherever it was kept, and notes how much that was. */
export function createEraser(otherSteps: readonly EraseStep[]) {
  const steps = [...ownSteps, ...otherSteps];
  return async function eraseItems(trx: Trx, items: readonly { id: number; gone: Gone }[], now: number): Promise<void> {
    for (const chunk of chunked(items, 1)) {
      const itemIds = chunk.map(({ id }) => id);
      const fullnames = await trx('items').whereIn('id', itemIds).limit(itemIds.length).pluck<string[]>('fullname');
      const posts = await blankItems(trx, chunk, now);
      const figures = { items: chunk.length, posts: posts.length, people: 0, answers: 0, timeline: 0, notices: 0, other: 0 };
      const gone = { itemIds, fullnames, postIds: posts.map(({ id }) => id) };
      for (const { counts, run } of steps) figures[counts] += await run(trx, gone);
      const accounts = new Set(chunk.flatMap(({ id, gone: reason }) => (reason === 'account' ? [id] : [])));
      const leads = posts.flatMap(({ lead_id, item_id }) => (lead_id === null ? [] : [{ lead_id, account: accounts.has(item_id) }]));
      const always = new Set(leads.flatMap(({ lead_id, account }) => (account ? [lead_id] : [])));
      figures.people = await forgetPeople(trx, [...new Set(leads.map(({ lead_id }) => lead_id))], always);
      await logDeletion(trx, { at: now, cause: 'gone', ...figures });
    }
  };
}
export type EraseItems = ReturnType<typeof createEraser>;
