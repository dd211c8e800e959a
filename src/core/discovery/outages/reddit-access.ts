import type { RedditAccess } from '#shared/reddit-account.ts';
import { dayMs } from '#shared/time.ts';
import type { CoreContext } from '#core/context.ts';
import type { Config } from '#core/platform/config.ts';
import { feedsEnded, isReddit, transportOf, whyOff } from '#core/reddit/transport.ts';
import { findRefusal } from './refusal.ts';

/** Announced by Reddit on September 30, 2026; for March 2027 it named no day. */
const days: Record<RedditAccess['ends'][number]['what'], string> = {
  requests: '2026-10-31',
  feeds: '2026-11-13',
  unregistered: '2027-01-12',
  api: '2027-03-01',
};

interface Context extends Pick<CoreContext, 'readDb' | 'now'> {
  config: Pick<Config, 'reddit'>;
}

async function readState({ config: { reddit }, readDb, now }: Context): Promise<Pick<RedditAccess, 'state' | 'problem'>> {
  const transport = transportOf(reddit);
  if (transport === null) return { state: 'off', problem: whyOff(reddit) };
  const refusal = await findRefusal(readDb, now());
  if (refusal !== null) return { state: 'closed', problem: refusal };
  if (transport === 'api') return { state: isReddit(reddit.apiUrl) ? 'api' : 'gateway', problem: null };
  return isReddit(reddit.wwwUrl) ? { state: 'closed', problem: feedsEnded } : { state: 'feeds', problem: null };
}

/** What is open to this instance at Reddit, and the days until more ends. */
export async function readRedditAccess(context: Context): Promise<RedditAccess> {
  const today = Math.floor(context.now() / dayMs);
  const ends = (Object.keys(days) as (keyof typeof days)[]).map((what) => ({ what, daysLeft: Date.parse(days[what]) / dayMs - today }));
  return { ...(await readState(context)), ends };
}
