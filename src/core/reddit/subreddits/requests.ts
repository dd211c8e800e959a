import type { Now } from '#core/platform/clock.ts';
import { RedditFailure } from '../client/failure.ts';
import type { RedditApi } from '../client/request.ts';
import { fieldsOf } from '../client/wire.ts';
import { readCommunity, readRequirements, readRules, type Requirements } from './facts.ts';
import type { Known } from './queries.ts';

const now = { priority: 'interactive' } as const;

const addressOf = (name: string): string => `/r/${encodeURIComponent(name)}`;

/** Only accounts that may post can read these. Optional, so a failure is ignored. */
async function askRequirements(name: string, api: RedditApi | null): Promise<Requirements | null> {
  if (!api) return null;
  try {
    return readRequirements(await api.get(`/api/v1/${encodeURIComponent(name)}/post_requirements`, {}, now));
  } catch (error) {
    if (error instanceof RedditFailure) return null;
    throw error;
  }
}

interface Apis {
  api: RedditApi;
  /** API of an account that may post. */
  posting: RedditApi | null;
  clock: Now;
}

/** Asks Reddit about one subreddit; throws `RedditFailure`. `isClosed`: not public, so the facts are only for this user. */
export async function askCommunity(name: string, { api, posting, clock }: Apis): Promise<Known & { isClosed: boolean }> {
  const community = readCommunity(await api.get(`${addressOf(name)}/about`, {}, now));
  if (!community) throw new RedditFailure('Reddit sent something that is no community', { kind: 'broken', ofStream: false });
  const { isClosed, about } = community;
  const rules = readRules(await api.get(`${addressOf(name)}/about/rules`, {}, now));
  const requirements = await askRequirements(name, posting);
  const time = clock();
  return { name: community.name, isClosed, about, rules, requirements, readAt: time, triedAt: time, failure: null, error: null };
}

/** Facts of up to 100 subreddits in one call, without their rules. Subreddits that Reddit leaves out are missing. */
export async function askAbouts(names: readonly string[], api: RedditApi): Promise<Pick<Known, 'name' | 'about'>[]> {
  const children = fieldsOf(fieldsOf(await api.get('/api/info', { sr_name: names.join(',') }, now))?.data)?.children;
  return (Array.isArray(children) ? children : []).flatMap((thing) => {
    const community = readCommunity(thing);
    return community && !community.isClosed ? [community] : [];
  });
}
