import { type EventKind, eventKinds, isForPrograms } from '#shared/notify.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { insertRows } from '#core/platform/db/many-rows.ts';
import { listActive, timingOf, wants } from './channel-queries.ts';
import { insertNew, type NewNotice } from './notice-queries.ts';
import { dueAt } from './plain.ts';

export type NoticeInput = NewNotice & {
  /** The lead's current confidence; null for other notices. */
  score: number | null;
};

const isForChannels = (kind: string): kind is EventKind => (eventKinds as readonly string[]).includes(kind);

/**
 * Saves notices and, for each channel that wants one, when it is due; those for programs only if one wants them. Returns the users
 * who got one.
 */
export async function notify(trx: Trx, notices: readonly NoticeInput[], now: number): Promise<Set<number>> {
  const channels = Map.groupBy(await listActive(trx, [...new Set(notices.map(({ user_id }) => user_id))]), ({ user_id }) => user_id);
  const wantingOf = ({ user_id, kind, campaign_id, score }: NoticeInput) =>
    isForChannels(kind) ? (channels.get(user_id) ?? []).filter((channel) => wants(channel, { kind, campaignId: campaign_id, score })) : [];
  const made = await insertNew(
    trx,
    notices.filter((notice) => !isForPrograms(notice.kind) || wantingOf(notice).length > 0),
  );
  const rows = made.flatMap((notice) =>
    wantingOf(notice).map((channel) => ({
      user_id: notice.user_id,
      channel_id: channel.id,
      notice_id: notice.id,
      due_at: dueAt(now, timingOf(channel)),
    })),
  );
  await insertRows(trx, 'notification_deliveries', { rows });
  return new Set(made.map(({ user_id }) => user_id));
}
