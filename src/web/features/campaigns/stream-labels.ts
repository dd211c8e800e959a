import type { StreamState } from '#shared/campaigns.ts';
import { fetchedKindOf, type SourceId } from '#shared/sources.ts';
import { subredditName } from '#web/lib/format.ts';
import type { CheckLevel } from '#web/ui/checks.tsx';
import type { DotTone } from '#web/ui/status-dot.tsx';

export const streamTones: Record<StreamState['state'], DotTone> = {
  ok: 'good',
  empty: 'off',
  failed: 'bad',
  limited: 'warn',
  pending: 'off',
};
export const streamLevels: Record<StreamState['state'], CheckLevel> = {
  ok: 'ok',
  empty: 'ok',
  failed: 'bad',
  limited: 'warn',
  pending: 'unknown',
};

/** "r/freelance", "r/freelance, comments", "“late payment”, search", the title of a feed. */
export const streamName = ({ name, title, kind }: Pick<StreamState, 'name' | 'title' | 'kind'>): string =>
  title ?? fetchedKindOf(kind).labelOf(name);

/** A stream's name in runs: a subreddit name, a search text, or the title of a feed. */
export const streamNameInRun = (name: string, title?: string | null, source: SourceId = 'reddit'): string =>
  title ?? (source === 'reddit' && /^\w{2,24}$/.test(name) ? subredditName(name) : name);

export const hasProblem = ({ state }: Pick<StreamState, 'state'>): boolean => state === 'failed' || state === 'limited';
