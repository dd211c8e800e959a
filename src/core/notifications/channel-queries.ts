import type { Language } from '#shared/language.ts';
import type { EventKind } from '#shared/notify.ts';
import { settingsOf } from '#core/accounts/user.ts';
import type { Merge } from '#core/accounts/user-data.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { NotificationChannelsRow } from './tables.ts';
import type { Timing } from './plain.ts';

/** The account's own address, and the language of what it gets. */
export async function findReceiver(db: Db, userId: number): Promise<{ address: string | null; language: Language | undefined }> {
  const user = await db('users').where({ id: userId }).first('email', 'settings');
  return { address: user?.email ?? null, language: user && settingsOf(user).language };
}

/** Whether the user exists and is enabled. */
export async function isActiveUser(db: Db, userId: number): Promise<boolean> {
  return (await db('users').where({ id: userId, disabled: 0 }).first('id')) !== undefined;
}

export const isAdminId = async (db: Db, id: number): Promise<boolean> =>
  (await db('users').where({ id, role: 'admin' }).first('id')) !== undefined;

/** Which of these campaigns belong to the user. */
export const listOwnCampaigns = (db: Db, userId: number, ids: readonly number[]): Promise<number[]> =>
  db('campaigns').where({ user_id: userId }).whereIn('id', ids).pluck<number[]>('id').limit(ids.length);

const listedColumns = [
  'id',
  'user_id',
  'token_id',
  'kind',
  'name',
  'hint',
  'kinds',
  'min_score',
  'campaign_ids',
  'pace',
  'hour',
  'weekday',
  'quiet_from',
  'quiet_to',
  'zone',
  'paused',
  'failures',
  'last_error',
  'last_error_at',
  'last_sent_at',
  'tested_at',
  'created_at',
] as const;
/** Without its target, which may be a secret. */
export type ListedChannel = Pick<NotificationChannelsRow, (typeof listedColumns)[number]>;
export type ChannelRow = ListedChannel & Pick<NotificationChannelsRow, 'target_sealed'>;
export type ChannelChanges = Partial<
  Omit<ChannelRow, 'id' | 'user_id' | 'token_id' | 'kind' | 'created_at'> & Pick<NotificationChannelsRow, 'made_by'>
>;

const channels = (db: Db | Trx) => db('notification_channels');

export const timingOf = ({ pace, hour, weekday, quiet_from, quiet_to, zone }: ListedChannel): Timing => ({
  pace,
  hour,
  weekday,
  quiet: quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to },
  zone,
});

export const findChannel = (db: Db | Trx, { id, userId }: { id: number; userId: number }): Promise<ChannelRow | undefined> =>
  channels(db)
    .where({ id, user_id: userId })
    .first(...listedColumns, 'target_sealed');

export const listChannels = (db: Db | Trx, userId: number): Promise<ListedChannel[]> =>
  channels(db)
    .select(...listedColumns)
    .where({ user_id: userId })
    .orderBy('id')
    .limit(100);

/** The active channels of these users. */
export const listActive = (trx: Trx, userIds: readonly number[]): Promise<ListedChannel[]> =>
  channels(trx)
    .select(...listedColumns)
    .whereIn('user_id', userIds)
    .whereNull('paused')
    .orderBy('id')
    .limit(10_000);

export async function insertChannel(trx: Trx, row: Omit<ChannelRow, 'id'>): Promise<number> {
  const [made] = await channels(trx).insert(row).returning('id');
  if (!made) throw new Error('The database gave a new channel no id');
  return made.id;
}

export async function changeChannel(
  db: Db | Trx,
  { id, user_id }: Pick<ChannelRow, 'id' | 'user_id'>,
  changes: ChannelChanges,
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await channels(db).where({ id, user_id }).update(changes);
}

export async function deleteChannel(trx: Trx, { id, user_id }: ChannelRow): Promise<void> {
  await channels(trx).where({ id, user_id }).delete();
}

/** Number of notices waiting for each of a user's channels, and when the next one is due (UTC ms). */
export const listWaiting = (db: Db, userId: number): Promise<{ channel_id: number; waiting: number; next: number | null }[]> =>
  db('notification_deliveries')
    .leftJoin('notification_messages', 'notification_messages.id', 'notification_deliveries.message_id')
    .where('notification_deliveries.user_id', userId)
    .where((open) => open.whereNull('notification_deliveries.message_id').orWhereIn('notification_messages.state', ['queued', 'sending']))
    .groupBy('notification_deliveries.channel_id')
    .select<{ channel_id: number; waiting: number; next: number | null }[]>(
      'notification_deliveries.channel_id',
      db.raw('count(*) as waiting, min(coalesce(notification_messages.due_at, notification_deliveries.due_at)) as next'),
    )
    .limit(100);

export interface ChannelFilter {
  kind: EventKind;
  campaignId: number | null;
  score: number | null;
}
/** Whether the channel's filters accept this notice. */
export function wants({ kinds, min_score, campaign_ids }: ListedChannel, { kind, campaignId, score }: ChannelFilter): boolean {
  const campaigns = JSON.parse(campaign_ids) as string[];
  const isOfCampaign = campaigns.length === 0 || (campaignId !== null && campaigns.includes(String(campaignId)));
  return (JSON.parse(kinds) as string[]).includes(kind) && (isOfCampaign || campaignId === null) && (score === null || score >= min_score);
}

/** What somebody who leaves a workspace set up there may go to themselves. */
export const pauseChannelsOf = (trx: Trx, { workspace_id, user_id }: { workspace_id: number; user_id: number }): Promise<number> =>
  channels(trx).where({ user_id: workspace_id, made_by: user_id }).whereNull('paused').update({ paused: 'Paused: who added it left' });

export const nameMaker = async (trx: Trx, { from, to }: Merge): Promise<void> =>
  void (await trx('notification_channels').where({ made_by: from }).update({ made_by: to }));

/** Channels of an account that no program manages. */
export const listOwnTargets = (trx: Trx, userId: number): Promise<Pick<NotificationChannelsRow, 'id' | 'target_sealed'>[]> =>
  trx('notification_channels').where({ user_id: userId }).whereNull('token_id').select('id', 'target_sealed').limit(10_000);

/** What was already on its way is sent before, or not at all. */
export async function giveChannel(trx: Trx, id: number, row: Pick<NotificationChannelsRow, 'user_id' | 'target_sealed'>): Promise<void> {
  await trx('notification_messages').where({ channel_id: id }).delete();
  await trx('notification_deliveries').where({ channel_id: id }).delete();
  await trx('notification_attempts').where({ channel_id: id }).update({ user_id: row.user_id });
  await trx('notification_channels').where({ id }).update(row);
}
