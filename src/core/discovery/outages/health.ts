import type { SourceHealth } from '#shared/source-health.ts';
import type { SourceDescriptor } from '#shared/source-descriptor.ts';
import { type SourceId, sources } from '#shared/sources.ts';
import { isoTime } from '#core/platform/clock.ts';
import { minuteMs } from '#shared/time.ts';
import { blockedText, noCommunityText } from '#core/reddit/client/request.ts';
import type { StreamsRow } from '../tables.ts';

/** Streams of one source that ended their last reading in the same way. */
export interface StreamGroup {
  source: SourceId;
  state: StreamsRow['state'];
  failure: string | null;
  error: string | null;
  streams: number;
  /** How many names these streams have: the posts and comments of a subreddit have one. */
  names: number;
  /** Read at about the time of the source's last reading, so that it says something about the source now. */
  isRecent: boolean;
}
export interface SourceTimes {
  lastSuccessAt: number | null;
  /** Since when the source is known to fail, UTC ms; null while it works. */
  beganAt: number | null;
}

/** Failures that say something about the stream only, never about its source. */
const ofStream: ReadonlySet<string | null> = new Set(['private', 'banned', 'missing', 'quarantined']);
/** Shorter ones are not worth a notice: Reddit often stumbles for a minute. */
export const noticedAfterMs = 10 * minuteMs;
function isFailing({ failsFrom = 1 }: SourceDescriptor, groups: readonly StreamGroup[]): boolean {
  const relevant = groups.filter(({ isRecent, failure }) => isRecent && !ofStream.has(failure));
  const tried = relevant.reduce((sum, { streams }) => sum + streams, 0);
  return tried >= failsFrom && relevant.every(({ state }) => state === 'failed' || state === 'limited');
}

/** Other failures, such as of a private subreddit, show that Reddit still answers for each. */
const refusals: ReadonlySet<string | null> = new Set(['unauthorized', 'forbidden', 'missing']);

const refused = 'Reddit refuses all requests from this instance, so no subreddit is at fault';

/**
 * What is wrong when Reddit is closed to the whole instance; null when it isn't. A single name may be a typing error, unless Reddit
 * refused the access itself.
 */
export function refusalIn(groups: readonly StreamGroup[]): string | null {
  const tried = groups.filter(({ source, isRecent, state }) => source === 'reddit' && isRecent && state !== 'limited');
  const names = tried.reduce((sum, group) => sum + group.names, 0);
  const isSure = names > 1 || tried.some(({ failure }) => failure === 'unauthorized');
  if (!isSure || !tried.every(({ failure, error }) => refusals.has(failure) && error !== noCommunityText)) return null;
  const reason = tried.find(({ failure, error }) => failure === 'unauthorized' || error === blockedText)?.error;
  return `${refused}${reason ? `: ${reason}` : ''}. See Settings → Reddit account.`;
}

/** The most frequent error, failures before waits for a turn. */
function mainError(groups: readonly StreamGroup[]): string | null {
  const failed = groups.filter(({ isRecent, failure }) => isRecent && failure !== null && !ofStream.has(failure));
  const [first] = failed.toSorted((a, b) => a.state.localeCompare(b.state) || b.streams - a.streams);
  return first?.error ?? null;
}

/**
 * Whether each source can be read, from the states of its streams. This decides for the job, the metrics, the notices to admins,
 * and their dashboard.
 */
export function healthOf(groups: readonly StreamGroup[], times: ReadonlyMap<SourceId, SourceTimes>, now: number): SourceHealth[] {
  return sources.flatMap((descriptor) => {
    const source = descriptor.id;
    const own = groups.filter((group) => group.source === source);
    if (own.length === 0) return [];
    const count = (wanted: StreamsRow['state']) => own.reduce((sum, { state, streams }) => sum + (state === wanted ? streams : 0), 0);
    const { lastSuccessAt = null, beganAt = null } = times.get(source) ?? {};
    const refusal = refusalIn(own);
    const failing = refusal !== null || isFailing(descriptor, own);
    const since = beganAt ?? now;
    return {
      source,
      state: failing ? (now - since >= noticedAfterMs ? ('down' as const) : ('failing' as const)) : ('ok' as const),
      streams: { ok: count('ok'), empty: count('empty'), failed: count('failed'), limited: count('limited') },
      lastSuccessAt: isoTime(lastSuccessAt),
      since: failing ? isoTime(since) : null,
      error: failing ? (refusal ?? mainError(own)) : null,
    };
  });
}
