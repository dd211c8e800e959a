import type { Trx } from '../db/connect.ts';
import { chunked } from '../db/connect.ts';
import type { HeardItem } from '../item.ts';
import { forgetLearnedWords } from '../learning/marks.ts';
import { forgetAnswers } from '../ai/judge/reuse.ts';
import { forgetNotices } from '../notify/notice-queries.ts';
import { forgetTexts } from '../posts/search.ts';

type Gone = NonNullable<HeardItem['gone']>;

interface Hit {
  id: number;
  lead_id: number | null;
}

const blank = { title: '', body: '', author: null, url: null, permalink: null, flair: null };
const goneText = 'Deleted on Reddit';

/** A person's lead keeps its stage and notes; the name goes with the account, or with the last post that bears it. */
async function forgetPeople(trx: Trx, leadIds: readonly number[], always: ReadonlySet<number>): Promise<void> {
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
}

/** Blanks everything that these items said or who said it, wherever it was kept; posts stay as empty shells. */
export async function eraseItems(trx: Trx, items: readonly { id: number; gone: Gone }[], now: number): Promise<void> {
  for (const chunk of chunked(items, 1)) {
    const ids = chunk.map(({ id }) => id);
    for (const reason of new Set(chunk.map(({ gone }) => gone))) {
      const same = chunk.filter(({ gone }) => gone === reason).map(({ id }) => id);
      await trx('items')
        .whereIn('id', same)
        .update({ ...blank, gone: reason, gone_at: now, checked_at: now });
    }
    await forgetTexts(trx, ids);
    await forgetAnswers(trx, await trx('items').whereIn('id', ids).limit(ids.length).pluck<string[]>('fullname'));
    const posts = await trx('posts')
      .whereIn('item_id', ids)
      .select<(Hit & { item_id: number })[]>('id', 'lead_id', 'item_id')
      .limit(1_000_000);
    const postIds = posts.map(({ id }) => id);
    await forgetLearnedWords(trx, postIds);
    await forgetNotices(trx, postIds);
    for (const some of chunked(postIds, 1)) {
      await trx('posts').whereIn('id', some).update({ evidence: '[]', reason: '', author_key: null });
      await trx('lead_events').whereIn('post_id', some).whereIn('kind', ['heard', 'lead']).update({ kind: 'gone', text: goneText });
    }
    const accounts = new Set(chunk.flatMap(({ id, gone }) => (gone === 'account' ? [id] : [])));
    const leads = posts.flatMap(({ lead_id, item_id }) => (lead_id === null ? [] : [{ lead_id, account: accounts.has(item_id) }]));
    const always = new Set(leads.flatMap(({ lead_id, account }) => (account ? [lead_id] : [])));
    await forgetPeople(trx, [...new Set(leads.map(({ lead_id }) => lead_id))], always);
  }
}
