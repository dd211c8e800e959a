import { type ChannelKind, type EventKind, eventKinds, isForPrograms } from '#shared/notify.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { insertRows } from '#core/platform/db/many-rows.ts';
import { listActive, timingOf, wants } from './channel-queries.ts';
import { insertNew, type NewNotice } from './notice-queries.ts';
import { dueAt } from './plain.ts';

export type NoticeInput = NewNotice & {
  /** The lead's current confidence; null for other notices. */
  score: number | null;
};

/** What others may read along, such as a chat, gets nothing of a workspace that it isn't of. */
const personalChannels: ReadonlySet<ChannelKind> = new Set(['email', 'push', 'telegram', 'ntfy', 'gotify', 'pushover']);

/** A person's are those of their own workspace. */
const whoseChannels = ({ user_id, person_id }: NoticeInput): number => person_id ?? user_id;

const isForChannels = (kind: string): kind is EventKind => (eventKinds as readonly string[]).includes(kind);

/**
 * Saves notices and, for each channel that wants one, when it is due; those for programs only if one wants them. Returns the users
 * who got one.
 */
export async function notify(trx: Trx, notices: readonly NoticeInput[], now: number): Promise<Set<number>> {
  const channels = Map.groupBy(await listActive(trx, [...new Set(notices.map(whoseChannels))]), ({ user_id }) => user_id);
  const wantingOf = (notice: NoticeInput) => {
    const { kind, campaign_id, score } = notice;
    const isAtHome = whoseChannels(notice) === notice.user_id;
    // A channel's campaigns are those of its own workspace.
    const campaignId = isAtHome ? campaign_id : null;
    const open = (channels.get(whoseChannels(notice)) ?? []).filter((channel) => isAtHome || personalChannels.has(channel.kind));
    return isForChannels(kind) ? open.filter((channel) => wants(channel, { kind, campaignId, score })) : [];
  };
  const made = await insertNew(
    trx,
    notices.filter((notice) => !isForPrograms(notice.kind) || wantingOf(notice).length > 0),
  );
  const rows = made.flatMap((notice) =>
    wantingOf(notice).map((channel) => ({
      user_id: channel.user_id,
      channel_id: channel.id,
      notice_id: notice.id,
      due_at: dueAt(now, timingOf(channel)),
    })),
  );
  await insertRows(trx, 'notification_deliveries', { rows });
  return new Set(made.map(({ user_id }) => user_id));
}
