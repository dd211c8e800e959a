import { type ChannelKind, maxDeliveries } from '#shared/notify.ts';
import type { CampaignsRow, LeadsRow } from '#core/inbox/tables.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { NotificationAttemptsRow, NotificationChannelsRow, NotificationMessagesRow } from './tables.ts';

export type MessageRow = NotificationMessagesRow;

const messages = (db: Db | Trx) => db('notification_messages');
const batch = 200;
/** Notices that a message shows in full; the others are only counted. */
export const maxInFull = 50;

interface ReadyChannel {
  channel_id: number;
  user_id: number;
  kind: ChannelKind;
}
/** Channels that have due notices and no message in progress. */
export const listReady = (trx: Trx, now: number): Promise<ReadyChannel[]> =>
  trx('notification_deliveries')
    .join('notification_channels', 'notification_channels.id', 'notification_deliveries.channel_id')
    .join('users', 'users.id', 'notification_channels.user_id')
    .whereNull('notification_deliveries.message_id')
    .where('notification_deliveries.due_at', '<=', now)
    .whereNull('notification_channels.paused')
    .where('users.disabled', 0)
    .whereNotExists(
      trx('notification_messages')
        .select('id')
        .whereRaw('notification_messages.channel_id = notification_channels.id')
        .whereIn('state', ['queued', 'sending']),
    )
    .distinct()
    .select<ReadyChannel[]>('notification_channels.id as channel_id', 'notification_channels.user_id', 'notification_channels.kind')
    .limit(batch);

/** Puts a channel's due notices into one message: all, or for a program, which needs each of them, as many as are sent in full. */
export async function formMessage(
  trx: Trx,
  { channel_id, user_id, kind }: ReadyChannel,
  { eventId, now }: { eventId: string; now: number },
): Promise<void> {
  const row = { user_id, channel_id, event_id: eventId, state: 'queued', due_at: now, created_at: now } as const;
  const [made] = await messages(trx).insert(row).returning('id');
  if (!made) throw new Error('The database gave a new message no id');
  const due = trx('notification_deliveries').where({ channel_id }).whereNull('message_id').where('due_at', '<=', now);
  if (kind === 'webhook')
    await trx('notification_deliveries').whereIn('id', due.select('id').orderBy('id').limit(maxInFull)).update({ message_id: made.id });
  else await due.update({ message_id: made.id });
}

/** Due messages of active channels and users. */
export const listDue = (db: Db, now: number): Promise<MessageRow[]> =>
  messages(db)
    .join('notification_channels', 'notification_channels.id', 'notification_messages.channel_id')
    .join('users', 'users.id', 'notification_messages.user_id')
    .where('notification_messages.state', 'queued')
    .where('notification_messages.due_at', '<=', now)
    .whereNull('notification_channels.paused')
    .where('users.disabled', 0)
    .select<MessageRow[]>('notification_messages.*')
    .orderBy('notification_messages.due_at')
    .limit(batch);

/** Updates the message only if it is unchanged since it was read; false if another run got there first. */
export async function changeMessage(
  db: Db | Trx,
  { id, state, attempt }: MessageRow,
  changes: Partial<Omit<MessageRow, 'id' | 'user_id' | 'channel_id' | 'event_id'>>,
): Promise<boolean> {
  return (await messages(db).where({ id, state, attempt }).update(changes)) === 1;
}

type LostMessage = MessageRow & Pick<NotificationChannelsRow, 'kind'>;

/** Attempts whose process died or hangs. */
export const listLost = (db: Db, now: number): Promise<LostMessage[]> =>
  messages(db)
    .join('notification_channels', 'notification_channels.id', 'notification_messages.channel_id')
    .where('notification_messages.state', 'sending')
    .where('notification_messages.lease_until', '<=', now)
    .select<LostMessage[]>(['notification_messages.*', 'notification_channels.kind'])
    .limit(batch);

/** Ends messages that have been retried for too long. */
export const endStale = (db: Db, { before, now }: { before: number; now: number }): Promise<number> =>
  messages(db)
    .where({ state: 'queued' })
    .where('tries', '>', 0)
    .where('created_at', '<', before)
    .update({ state: 'failed', error: 'Not delivered within a day', settled_at: now });

/** Drops what was due before a time, for a channel that was paused. */
export async function dropWaiting(trx: Trx, channelId: number, before: number): Promise<void> {
  await trx('notification_deliveries').where({ channel_id: channelId }).whereNull('message_id').where('due_at', '<', before).delete();
}

/** Moves notices that aren't part of a message yet to another time. */
export async function moveWaiting(trx: Trx, channelId: number, dueAt: number): Promise<void> {
  await trx('notification_deliveries').where({ channel_id: channelId }).whereNull('message_id').update({ due_at: dueAt });
}

export const findMessage = (trx: Trx, id: number): Promise<MessageRow | undefined> => messages(trx).where({ id }).first();

export type AttemptRow = NotificationAttemptsRow;
/** Logs an attempt, and drops the channel's oldest ones. */
export async function insertAttempt(trx: Trx, row: Omit<AttemptRow, 'id'>): Promise<void> {
  await trx('notification_attempts').insert(row);
  const oldest = trx('notification_attempts')
    .where({ channel_id: row.channel_id })
    .orderBy('id', 'desc')
    .offset(maxDeliveries - 1)
    .limit(1)
    .select('id');
  await trx('notification_attempts').where({ channel_id: row.channel_id }).where('id', '<', oldest).delete();
}

/** Newest first. */
export const listAttempts = (db: Db, { channelId, after }: { channelId: number; after: number }): Promise<AttemptRow[]> =>
  db('notification_attempts').where({ channel_id: channelId }).where('at', '>', after).orderBy('id', 'desc').limit(maxDeliveries);

export const findAttempt = (trx: Trx, { id, channelId }: { id: number; channelId: number }): Promise<AttemptRow | undefined> =>
  trx('notification_attempts').where({ id, channel_id: channelId }).first();

/** `scored_by` of posts that a model has yet to score, and of those where it gave no usable response. */
const unscored = `('without-ai', 'builtin-after-ai')`;

/** A lead that wasn't announced yet. */
export interface PendingLead
  extends
    Pick<LeadsRow, 'id' | 'user_id' | 'campaign_id' | 'reddit_username' | 'static_points' | 'recency_points' | 'cap' | 'basis_at'>,
    Pick<CampaignsRow, 'notify'> {
  announce_since: number;
  /** The strongest post that became a lead by its score; null for leads that users made by hand. */
  post_id: number | null;
  /** Number of such posts that are fully scored, number still waiting for the model, and when the first was found. */
  scored: number;
  waiting: number;
  found_at: number | null;
}

const own = `from posts where posts.lead_id = leads.id and posts.status = 'lead' and posts.touched = 0`;

/** Listed leads that weren't announced yet, oldest first. */
export const listPending = (trx: Trx, { after, limit }: { after: number; limit: number }): Promise<PendingLead[]> =>
  trx('leads')
    .join('campaigns', 'campaigns.id', 'leads.campaign_id')
    .whereNotNull('leads.announce_since')
    .where('leads.active', 1)
    .where('leads.id', '>', after)
    .select<PendingLead[]>([
      'leads.id',
      'leads.user_id',
      'leads.campaign_id',
      'leads.reddit_username',
      'leads.static_points',
      'leads.recency_points',
      'leads.cap',
      'leads.basis_at',
      'leads.announce_since',
      'campaigns.notify',
      trx.raw(`(select posts.id ${own} order by posts.static_points desc limit 1) as post_id`),
      trx.raw(`(select count(*) ${own} and posts.scored_by not in ${unscored}) as scored`),
      trx.raw(`(select count(*) ${own} and posts.scored_by = 'without-ai') as waiting`),
      trx.raw(`(select min(posts.discovered_at) ${own}) as found_at`),
    ])
    .orderBy('leads.id')
    .limit(limit);
