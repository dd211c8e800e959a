import type { Merge } from '#core/accounts/user-data.ts';
import type { Subquery, Trx } from '#core/platform/db/connect.ts';
import { insertRows } from '#core/platform/db/many-rows.ts';
import { itemColumns, takeSequence } from '../items/queries.ts';
import { refreshLeads } from '../leads/merge.ts';
import { listKnown, listLeadsOfPerson, personOf } from '../leads/person-queries.ts';
import { savePerson } from '../leads/queries.ts';
import { reindex } from '../items/user-content-queries.ts';
import type { ItemsRow } from '../tables.ts';

/** A campaign on its way from one workspace to another. */
export interface Move {
  campaignId: number;
  from: number;
  to: number;
  /** Who works in the other workspace. */
  people: readonly number[];
  /** IDs of its leads. */
  leads: Subquery;
}
/** Takes along, or ends, what a room keeps for a campaign. Throws `conflict` while something is under way. */
export type MoveStep = (trx: Trx, move: Move) => Promise<void>;

type Copied = Omit<ItemsRow, 'id' | 'seq' | 'scope'>;
const own: ReadonlySet<string> = new Set(['id', 'seq', 'scope']);
const copied = itemColumns.filter((column) => !own.has(column));

/** What somebody imported for all their campaigns stays theirs: the campaign takes a copy along. */
async function copyImported(trx: Trx, { campaignId, from }: Move): Promise<void> {
  const scope = `campaign:${campaignId}`;
  const imported = () =>
    trx('posts').join('items as i', 'i.id', 'posts.item_id').where('posts.campaign_id', campaignId).where('i.scope', `user:${from}`);
  const rows = await imported()
    .distinct()
    .select<Copied[]>(copied.map((column) => `i.${column}`))
    .limit(1_000_000);
  let seq = await takeSequence(trx, rows.length);
  await insertRows(trx, 'items', {
    rows: rows.map((row) => ({ ...row, scope, seq: (seq += 1) })),
    onConflict: '(scope, fullname) do nothing',
  });
  const twin = trx('items as own').whereRaw('own.fullname = i.fullname').where('own.scope', scope).select('own.id').limit(1);
  const ids = await imported().select<{ id: number; twin: number }[]>('posts.id', twin.as('twin')).limit(1_000_000);
  for (const { id, twin: itemId } of ids) {
    const taken = await trx('posts').where({ campaign_id: campaignId, item_id: itemId }).first('id');
    if (taken) await trx('posts').where({ id }).delete();
    else await trx('posts').where({ id }).update({ item_id: itemId });
  }
}

export const selectLeadsOf = (trx: Trx, campaignId: number): Subquery => trx('leads').where({ campaign_id: campaignId }).select('id');

/** Whom the other workspace has as a lead, too, is one person there: what they know of them counts, then what is moved. */
async function moveLeads(trx: Trx, { campaignId, to, people, now }: Move & { now: number }): Promise<void> {
  const of = { campaign_id: campaignId };
  await trx('leads').where(of).whereNotIn('assignee_id', people).update({ assignee_id: null });
  const moved = await trx('leads')
    .where(of)
    .select('id', 'author_key', 'stage', 'notes', 'tags', 'value', 'assignee_id', 'contacted_at')
    .limit(1_000_000);
  const there = moved.map((lead) => ({ ...lead, user_id: to }));
  const known = await listKnown(trx, there);
  // The other workspace has clients of its own.
  await trx('leads').where(of).update({ user_id: to, shown_to_clients: 0 });
  for (const lead of there) {
    const other = known.get(personOf(lead));
    if (!other) continue;
    await savePerson(trx, lead, {
      stage: other.stage === 'new' ? lead.stage : other.stage,
      notes: [...new Set([other.notes, lead.notes])].filter((notes) => notes !== '').join('\n'),
      tags: JSON.stringify([...new Set([other.tags, lead.tags].flatMap((tags) => JSON.parse(tags) as string[]))]),
      value: other.value ?? lead.value,
      assignee_id: other.assignee_id ?? lead.assignee_id,
      contacted_at: other.contacted_at ?? lead.contacted_at,
      last_activity_at: now,
    });
    await refreshLeads(trx, await listLeadsOfPerson(trx, lead), now);
  }
}

/** The campaign with its posts, leads, timeline, and follow-ups. Its feed ends. */
export async function moveCampaign(trx: Trx, move: Move & { now: number }): Promise<void> {
  const { campaignId, to, people, leads, now } = move;
  await copyImported(trx, move);
  const of = { campaign_id: campaignId };
  // A batch that is being scored is scored again: it knows the campaign as it was.
  await trx('campaigns').where({ id: campaignId }).update({ user_id: to, updated_at: now });
  await trx('posts').where(of).update({ user_id: to });
  await moveLeads(trx, move);
  await trx('lead_events').whereIn('lead_id', leads).whereNotIn('actor_id', people).update({ actor_id: null });
  await trx('follow_ups').whereIn('lead_id', leads).update({ user_id: to, change_key: null });
  await trx('campaign_learning').where(of).update({ user_id: to });
  await trx('paused_rules').where(of).update({ user_id: to });
  await trx('feeds').where(of).delete();
  await reindex(trx, await trx('posts').where(of).distinct().pluck<number[]>('item_id').limit(10_000_000));
}

/** Two accounts of one person: what names the one names the other, and its saved views go along. */
export async function mergeNames(trx: Trx, { from, to }: Merge): Promise<void> {
  await trx('leads').where({ assignee_id: from }).update({ assignee_id: to });
  await trx('lead_events').where({ actor_id: from }).update({ actor_id: to });
  await trx('feeds').where({ made_by: from }).update({ made_by: to });
  const views = await trx('saved_views').where({ user_id: from }).select('id', 'list', 'name').limit(10_000);
  for (const { id, list, name } of views)
    if (!(await trx('saved_views').where({ user_id: to, list, name }).first('id')))
      await trx('saved_views').where({ id }).update({ user_id: to });
}
