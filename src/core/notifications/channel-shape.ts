import type { Channel, ChannelUpdate } from '#shared/notify.ts';
import { type ChannelChanges, type ChannelRow, timingOf } from './channel-queries.ts';

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** A channel as its owner sees it, without the address. */
export function present(row: ChannelRow, waiting: { waiting: number; next: number | null } | undefined): Channel {
  const { pace, hour, weekday, quiet, zone } = timingOf(row);
  const errorAt = iso(row.last_error_at);
  return {
    id: String(row.id),
    kind: row.kind,
    name: row.name,
    hint: row.hint,
    kinds: JSON.parse(row.kinds) as Channel['kinds'],
    minScore: row.min_score,
    campaignIds: JSON.parse(row.campaign_ids) as string[],
    pace,
    hour,
    weekday,
    quiet,
    zone,
    paused: row.paused,
    lastError: row.last_error === null || errorAt === null ? null : { message: row.last_error, at: errorAt },
    lastSentAt: iso(row.last_sent_at),
    waiting: waiting?.waiting ?? 0,
    nextAt: row.paused === null ? iso(waiting?.next ?? null) : null,
  };
}

/** The columns for the given settings; absent ones stay unchanged. */
export function columnsOf({ name, kinds, minScore, campaignIds, pace, hour, weekday, quiet, zone }: ChannelUpdate): ChannelChanges {
  return {
    ...(name !== undefined && { name }),
    ...(kinds && { kinds: JSON.stringify([...new Set(kinds)]) }),
    ...(minScore !== undefined && { min_score: minScore }),
    ...(campaignIds && { campaign_ids: JSON.stringify(campaignIds) }),
    ...(pace && { pace }),
    ...(hour !== undefined && { hour }),
    ...(weekday !== undefined && { weekday }),
    ...(quiet !== undefined && { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }),
    ...(zone !== undefined && { zone }),
  };
}
