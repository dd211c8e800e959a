import { noticeKinds, type NoticeKind } from '#shared/notify.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { insertRows } from '#core/platform/db/many-rows.ts';
import { listActive, timingOf, wants } from './channel-queries.ts';
import { insertNew, type NewNotice } from './notice-queries.ts';
import { dueAt } from './plain.ts';

export type NoticeInput = NewNotice & {
  /** The lead's current confidence; null for other notices. */
  score: number | null;
};

const isForChannels = (kind: string): kind is NoticeKind => (noticeKinds as readonly string[]).includes(kind);

/** Saves notices and, for each channel that wants one, when it is due. Returns the users who got one. */
export async function notify(trx: Trx, notices: readonly NoticeInput[], now: number): Promise<Set<number>> {
  const made = await insertNew(trx, notices);
  const userIds = new Set(made.map(({ user_id }) => user_id));
  const channels = Map.groupBy(await listActive(trx, [...userIds]), ({ user_id }) => user_id);
  const rows = made.flatMap(({ id, user_id, kind, campaign_id, score }) => {
    if (!isForChannels(kind)) return [];
    const wanting = (channels.get(user_id) ?? []).filter((channel) => wants(channel, { kind, campaignId: campaign_id, score }));
    return wanting.map((channel) => ({
      user_id,
      channel_id: channel.id,
      notice_id: id,
      due_at: dueAt(now, timingOf(channel)),
    }));
  });
  await insertRows(trx, 'notification_deliveries', { rows });
  return userIds;
}
