import type { Config } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { isOnReddit, type Stream } from '#core/reddit/stream.ts';
import { whyOff } from '#core/reddit/transport.ts';
import type { Source } from '#core/sources/source.ts';
import { findRefusal } from '../outages/refusal.ts';
import { isFailedReddit, type OpenRun } from './open-run.ts';

export interface RedditChoice {
  config: Pick<Config, 'reddit'>;
}

/** Without a Reddit source, a campaign that fetches from Reddit reports that, and reads its other streams. */
export function noteSwitchedOff(
  listeners: readonly { run: OpenRun; streams: readonly Stream[] }[],
  source: Source | null,
  { reddit }: RedditChoice['config'],
): void {
  if (source !== null) return;
  for (const { run, streams } of listeners) if (streams.some(isOnReddit)) run.notes.push(whyOff(reddit) ?? "Reddit isn't read");
}

/** The streams of all campaigns say together whether Reddit is closed to the instance. */
export async function noteRefusal(db: Db, runs: readonly OpenRun[], now: number): Promise<void> {
  const failed = runs.filter(({ source, streams }) => (source === 'api' || source === 'rss') && [...streams.values()].some(isFailedReddit));
  const refusal = failed.length > 0 ? await findRefusal(db, now) : null;
  for (const run of failed) run.refusal = refusal;
}
