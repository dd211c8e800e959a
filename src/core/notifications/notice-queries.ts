import type { Move } from '#core/inbox/campaigns/move-queries.ts';
import type { EraseStep } from '#core/inbox/items/erase.ts';
import { type EventKind, isForPrograms, programKinds, type StoredKind } from '#shared/notify.ts';
import type { FollowUpsRow, ItemsRow, LeadEventsRow, LeadsRow, PostsRow } from '#core/inbox/tables.ts';
import { type Db, chunked, type Trx } from '#core/platform/db/connect.ts';
import { insertRows } from '#core/platform/db/many-rows.ts';
import type { DeletionFigures } from '#core/platform/deletion-log-queries.ts';
import type { Below } from '#core/platform/paging/cursor.ts';
import type { NotificationsRow } from './tables.ts';

export const findActiveCampaign = (db: Db, id: number): Promise<{ user_id: number; name: string } | undefined> =>
  db('campaigns').where({ id, status: 'active' }).first('user_id', 'name');

/** The first runs that failed since the last successful one, oldest first. */
export async function listFailedRuns(db: Db, campaignId: number, limit: number): Promise<{ id: number; error: string | null }[]> {
  const ended = db('runs').where({ campaign_id: campaignId }).whereNotNull('finished_at');
  const worked = await ended.clone().whereNot({ state: 'failed' }).max<{ id: number | null }>({ id: 'id' }).first();
  return ended
    .clone()
    .where('id', '>', worked?.id ?? 0)
    .orderBy('id')
    .select('id', 'error')
    .limit(limit);
}

export interface Disconnected {
  id: number;
  user_id: number;
  username: string;
  connected_at: number;
}

/** Reddit accounts that must be connected again because Reddit no longer accepts them. */
export const listDisconnected = (db: Db): Promise<Disconnected[]> =>
  db('reddit_accounts').where({ needs_reconnect: 1 }).select('id', 'user_id', 'username', 'connected_at').limit(10_000);

/** Notices of a campaign aren't for the people of another workspace. */
export async function dropNoticesOf(trx: Trx, { campaignId, from }: Move): Promise<void> {
  const [posts, leads] = [trx('posts').where({ campaign_id: campaignId }), trx('leads').where({ campaign_id: campaignId })];
  await trx('notifications')
    .where({ user_id: from })
    .where((rows) =>
      rows.where({ campaign_id: campaignId }).orWhereIn('post_id', posts.select('id')).orWhereIn('lead_id', leads.select('id')),
    )
    .delete();
}

export type NewNotice = Omit<NotificationsRow, 'id' | 'read_at' | 'unconfirmed' | 'person_id'> &
  Partial<Pick<NotificationsRow, 'unconfirmed' | 'person_id'>>;

/** About the account or the instance: for the person alone, though others may be in their workspace. */
const personalKinds: ReadonlySet<string> = new Set(['health', 'reconnect', 'outage', 'feedback-answered'] satisfies StoredKind[]);

/** Inserts new notices and returns them with their ids; repeats are skipped. */
export async function insertNew<N extends NewNotice>(trx: Trx, notices: readonly N[]): Promise<(N & { id: number })[]> {
  const keyOf = (row: { user_id: number; key: string }): string => `${row.user_id} ${row.key}`;
  const keys = notices.map(({ key }) => key);
  const userIds = [...new Set(notices.map(({ user_id }) => user_id))];
  async function read(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const some of chunked(keys, 1)) {
      const rows = await trx('notifications')
        .whereIn('key', some)
        .whereIn('user_id', userIds)
        .select('id', 'user_id', 'key')
        .limit(100_000);
      for (const row of rows) found.set(keyOf(row), row.id);
    }
    return found;
  }
  const before = await read();
  const fresh = [...new Map(notices.map((notice) => [keyOf(notice), notice])).values()].filter((notice) => !before.has(keyOf(notice)));
  await insertRows(trx, 'notifications', {
    rows: fresh.map(
      ({ user_id, person_id = null, key, kind, campaign_id, lead_id, post_id, title, text, path, created_at, unconfirmed = 0 }) => ({
        user_id,
        person_id: person_id ?? (personalKinds.has(kind) ? user_id : null),
        key,
        kind,
        campaign_id,
        lead_id,
        post_id,
        title,
        text,
        path,
        created_at,
        read_at: isForPrograms(kind) ? created_at : null,
        unconfirmed,
      }),
    ),
  });
  const after = await read();
  return fresh.flatMap((notice) => {
    const id = after.get(keyOf(notice));
    return id === undefined ? [] : [{ ...notice, id }];
  });
}

export interface ProgramUser {
  user_id: number;
  /** When the first webhook was added that wants this. */
  since: number;
}
/** Users with an active webhook that wants this kind. */
export const listProgramUsers = (db: Db, kind: EventKind): Promise<ProgramUser[]> =>
  db('notification_channels')
    .where({ kind: 'webhook' })
    .whereNull('paused')
    .where('kinds', 'like', `%"${kind}"%`)
    .groupBy('user_id')
    .select<ProgramUser[]>('user_id', db.raw('min(created_at) as since'))
    .limit(10_000);

const changedBy = ['stage', 'note', 'tag', 'value', 'feedback', 'status'] as const;
/** Of all timelines; more than happens between two rounds. */
const newestEvents = 5000;

export interface LeadChange extends Pick<LeadEventsRow, 'id' | 'kind' | 'text' | 'at' | 'post_id'> {
  lead_id: number;
  user_id: number;
  campaign_id: number;
}
/** What these users recently did with their leads and were not notified of, oldest first. */
export const listLeadChanges = (trx: Trx, { userIds, after }: { userIds: readonly number[]; after: number }): Promise<LeadChange[]> =>
  trx('lead_events')
    .join('leads', 'leads.id', 'lead_events.lead_id')
    .where('lead_events.id', '>', trx.raw('(select coalesce(max(id), 0) from lead_events) - ?', [newestEvents]))
    .where('lead_events.at', '>', after)
    .whereIn('lead_events.kind', changedBy)
    .whereIn('leads.user_id', userIds)
    .whereNotExists(
      trx('notifications')
        .select('id')
        .whereRaw(`notifications.user_id = leads.user_id and notifications.key = 'lead-updated:' || lead_events.id`),
    )
    .select<LeadChange[]>(
      ...['id', 'kind', 'text', 'at', 'post_id', 'lead_id'].map((column) => `lead_events.${column}`),
      'leads.user_id',
      'leads.campaign_id',
    )
    .orderBy('lead_events.id')
    .limit(newestEvents);

export interface DueFollowUp extends Pick<FollowUpsRow, 'id' | 'user_id' | 'lead_id' | 'due_at' | 'note'> {
  campaign_id: number;
}
/** Open follow-ups of these users that became due and that they were not notified of. */
export const listDueFollowUps = (
  trx: Trx,
  { userIds, after, now }: { userIds: readonly number[]; after: number; now: number },
): Promise<DueFollowUp[]> =>
  trx('follow_ups')
    .join('leads', 'leads.id', 'follow_ups.lead_id')
    .whereIn('follow_ups.user_id', userIds)
    .whereNull('follow_ups.done_at')
    .whereBetween('follow_ups.due_at', [after, now])
    .whereNotExists(
      trx('notifications')
        .select('id')
        .whereRaw(
          `notifications.user_id = follow_ups.user_id and notifications.key = 'follow-up-due:' || follow_ups.id || ':' || follow_ups.due_at`,
        ),
    )
    .select<DueFollowUp[]>(...['id', 'user_id', 'lead_id', 'due_at', 'note'].map((column) => `follow_ups.${column}`), 'leads.campaign_id')
    .orderBy('follow_ups.due_at')
    .limit(1000);

type Nullable<T> = { [K in keyof T]: T[K] | null };

/** A notice with the current state of its lead and conversation. */
export type NoticeRow = NotificationsRow &
  Nullable<
    Pick<LeadsRow, 'static_points' | 'recency_points' | 'cap' | 'basis_at' | 'stage' | 'notes' | 'tags' | 'value'> &
      Pick<PostsRow, 'reason' | 'components' | 'feedback'> &
      Pick<ItemsRow, 'subreddit' | 'permalink'>
  > & {
    campaign: string | null;
    username: string | null;
    item_title: string | null;
    item_body: string | null;
    item_gone: string | null;
    item_created_at: number | null;
  };

const ofNotice = [
  'id',
  'user_id',
  'person_id',
  'key',
  'kind',
  'campaign_id',
  'lead_id',
  'post_id',
  'title',
  'text',
  'path',
  'created_at',
  'read_at',
  'unconfirmed',
];
const ofLead = [
  'leads.reddit_username as username',
  ...['static_points', 'recency_points', 'cap', 'basis_at', 'stage', 'notes', 'tags', 'value'].map((column) => `leads.${column}`),
];
const ofItem = [
  'items.title as item_title',
  'items.body as item_body',
  'items.gone as item_gone',
  'items.created_at as item_created_at',
  'items.subreddit',
  'items.permalink',
];

const selectNotices = (db: Db | Trx) =>
  db('notifications')
    .leftJoin('campaigns', 'campaigns.id', 'notifications.campaign_id')
    .leftJoin('leads', 'leads.id', 'notifications.lead_id')
    .leftJoin('posts', 'posts.id', 'notifications.post_id')
    .leftJoin('items', 'items.id', 'posts.item_id')
    .select<NoticeRow[]>([
      ...ofNotice.map((column) => `notifications.${column}`),
      'campaigns.name as campaign',
      ...ofLead,
      'posts.reason',
      'posts.components',
      'posts.feedback',
      ...ofItem,
    ]);

/** What somebody gets in a workspace. */
export interface Reader {
  /** The workspace. */
  userId: number;
  personId: number;
}

/** What everybody in the workspace gets, and this person there; what is about the person, wherever they are. */
const shownTo = (db: Db | Trx, { userId, personId }: Reader) =>
  db('notifications')
    .whereIn('notifications.user_id', [...new Set([userId, personId])])
    .whereRaw(
      '((notifications.user_id = ? and coalesce(notifications.person_id, ?) = ?) or (notifications.user_id = ? and notifications.person_id = ?))',
      [userId, personId, personId, personId, personId],
    )
    .whereNotIn('notifications.kind', programKinds);

/**
 * Whether this person has read it. What is older than their membership is nothing new to them. Where somebody works alone, their
 * reading is the first, which an index finds.
 */
async function isReadBy(db: Db | Trx, { userId, personId }: Reader): Promise<[sql: string, bindings: number[]]> {
  const colleague = await db('workspace_members').where({ workspace_id: userId }).first('user_id');
  if (!colleague) return ['notifications.read_at is not null', []];
  return [
    `(notifications.created_at < coalesce((select created_at from workspace_members where workspace_id = ? and user_id = ?), 0)
      or (notifications.read_at is not null
        and exists (select 1 from notification_reads where notice_id = notifications.id and notification_reads.user_id = ?)))`,
    [userId, personId, personId],
  ];
}

export type ReadNoticeRow = NoticeRow & { is_read: number };

export async function listNotices(db: Db, { beforeId, limit, ...reader }: Below & Reader): Promise<ReadNoticeRow[]> {
  const [sql, bindings] = await isReadBy(db, reader);
  const page = shownTo(db, reader)
    .modify((rows) => void (beforeId === null || rows.where('id', '<', beforeId)))
    .orderBy('id', 'desc')
    .select('id')
    .limit(limit);
  return selectNotices(db)
    .whereIn('notifications.id', page)
    .select<ReadNoticeRow[]>(db.raw(`case when ${sql} then 1 else 0 end as is_read`, bindings))
    .orderBy('notifications.id', 'desc')
    .limit(limit);
}

/** The notices of a message, in chronological order. */
export const listOfMessage = (db: Db, messageId: number): Promise<NoticeRow[]> =>
  selectNotices(db)
    .whereIn('notifications.id', db('notification_deliveries').select('notice_id').where({ message_id: messageId }))
    .orderBy('notifications.id')
    .limit(5000);

async function unreadBy(db: Db | Trx, reader: Reader) {
  const [sql, bindings] = await isReadBy(db, reader);
  // Not the query itself: it would run when it is awaited.
  return { rows: shownTo(db, reader).whereRaw(`not (${sql})`, bindings) };
}

export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const { rows } = await unreadBy(db, reader);
  const row = await rows.count<{ n: number }>({ n: '*' }).first();
  return row?.n ?? 0;
}

/** Null marks all of them. */
export async function markRead(trx: Trx, { ids, now, ...reader }: Reader & { ids: readonly number[] | null; now: number }): Promise<void> {
  const { rows } = await unreadBy(trx, reader);
  if (ids !== null) void rows.whereIn('id', ids);
  const found = await rows.pluck<number[]>('id').limit(100_000);
  await insertRows(trx, 'notification_reads', { rows: found.map((notice_id) => ({ notice_id, user_id: reader.personId })) });
  for (const some of chunked(found, 1)) await trx('notifications').whereIn('id', some).whereNull('read_at').update({ read_at: now });
}

/** A receiver's answer may repeat what it was sent, also of a lead without its post: its author. */
async function forgetAnswers(trx: Trx, postIds: readonly number[]): Promise<void> {
  const sent = trx('notification_deliveries')
    .join('notifications', 'notifications.id', 'notification_deliveries.notice_id')
    .where((told) =>
      told
        .whereIn('notifications.post_id', postIds)
        .orWhereIn('notifications.lead_id', trx('posts').select('lead_id').whereIn('id', postIds).whereNotNull('lead_id')),
    )
    .whereNotNull('notification_deliveries.message_id')
    .select('notification_deliveries.message_id');
  await trx('notification_attempts').whereIn('message_id', sent).update({ answer: '' });
}

/** Our texts about deleted conversations may contain their authors' names. */
export async function forgetNotices(trx: Trx, postIds: readonly number[]): Promise<number> {
  let count = 0;
  for (const some of chunked(postIds, 1)) {
    count += await trx('notifications').whereIn('post_id', some).update({ title: '', text: '' });
    await forgetAnswers(trx, some);
  }
  return count;
}

interface Ages {
  /** UTC ms. */
  readBefore: number;
  before: number;
  attemptedBefore: number;
}
/** Deletes old notices, finished messages, and logged attempts, and returns the number of notices. */
export async function prune(trx: Trx, { readBefore, before, attemptedBefore }: Ages): Promise<number> {
  await trx('notification_attempts').where('at', '<', attemptedBefore).delete();
  await trx('notification_messages').where('created_at', '<', readBefore).whereNotIn('state', ['queued', 'sending']).delete();
  return trx('notifications')
    .where('created_at', '<', before)
    .orWhere((old) => old.whereNotNull('read_at').where('created_at', '<', readBefore))
    .delete();
}

/** What was for somebody who leaves a workspace, also what is about to be sent to them. */
export const forgetNoticesFor = (trx: Trx, { workspace_id, user_id }: { workspace_id: number; user_id: number }): Promise<number> =>
  trx('notifications').where({ user_id: workspace_id, person_id: user_id }).delete();

const forget: EraseStep['run'] = (trx, { postIds }) => forgetNotices(trx, postIds);
export const eraseNotifications: EraseStep = { counts: 'notices', run: forget, runBelow: forget };

export async function countNotices(trx: Trx, userId: number): Promise<Pick<DeletionFigures, 'notices'>> {
  const row = await trx('notifications').where({ user_id: userId }).count<{ n: number }>({ n: '*' }).first();
  return { notices: row?.n ?? 0 };
}
