import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { RedditFailure } from '../client/failure.ts';
import type { ConnectedAccount } from '../account/service.ts';
import type { ReadableApi } from '../account/readable-api.ts';
import type { RedditApi } from '../client/request.ts';
import { fieldsOf } from '../client/wire.ts';
import { readCommunity, readRequirements, readRules, type Requirements } from './facts.ts';
import { type Known, saveKnown } from './queries.ts';

const soon = { priority: 'interactive' } as const;

const addressOf = (name: string): string => `/r/${encodeURIComponent(name)}`;

/** Only accounts that may post can read these. Optional, so a failure is ignored. */
async function askRequirements(name: string, api: RedditApi | null): Promise<Requirements | null> {
  if (!api) return null;
  try {
    return readRequirements(await api.get(`/api/v1/${encodeURIComponent(name)}/post_requirements`, {}, soon));
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
async function askCommunity(name: string, { api, posting, clock }: Apis): Promise<Known & { isClosed: boolean }> {
  const community = readCommunity(await api.get(`${addressOf(name)}/about`, {}, soon));
  if (!community) throw new RedditFailure('Reddit sent something that is no community', { kind: 'broken', ofStream: false });
  const { isClosed, about } = community;
  const rules = readRules(await api.get(`${addressOf(name)}/about/rules`, {}, soon));
  const requirements = await askRequirements(name, posting);
  const time = clock();
  return { name: community.name, isClosed, about, rules, requirements, readAt: time, triedAt: time, failure: null, error: null };
}

/** Facts of up to 100 subreddits in one call, without their rules. Subreddits that Reddit leaves out are missing. */
async function askAbouts(names: readonly string[], api: RedditApi): Promise<Pick<Known, 'name' | 'about'>[]> {
  const children = fieldsOf(fieldsOf(await api.get('/api/info', { sr_name: names.join(',') }, soon))?.data)?.children;
  return (Array.isArray(children) ? children : []).flatMap((thing) => {
    const community = readCommunity(thing);
    return community && !community.isClosed ? [community] : [];
  });
}

export interface RefreshingDeps {
  db: Db;
  now: Now;
  /** The API that this user may read with; null if there is none. */
  apiOf: (userId: number) => Promise<ReadableApi | null>;
  findConnected: (userId: number) => Promise<ConnectedAccount | null>;
}

const noTransport = 'Subreddit facts and rules need the Reddit API. Connect your Reddit account in Settings.';

export const blank = (name: string): Known => ({
  name,
  about: null,
  rules: null,
  requirements: null,
  readAt: null,
  triedAt: 0,
  failure: null,
  error: null,
});

/** Asks Reddit and stores the result. Failures are stored as well. */
export function createRefreshing({ db, now, apiOf, findConnected }: RefreshingDeps) {
  async function failed(known: Known, { kind, ofStream, message }: RedditFailure, isOwn: boolean): Promise<Known> {
    // If the subreddit itself refuses, its stored facts are outdated; any other failure leaves them valid.
    const current = ofStream ? { ...blank(known.name), failure: kind, readAt: now() } : known;
    const kept = { ...current, triedAt: now(), error: message };
    // That this account may not see a subreddit says nothing about other users.
    if (!isOwn || !ofStream || kind === 'missing' || kind === 'banned') await saveKnown(db, kept);
    return kept;
  }

  return {
    async ask(userId: number, known: Known): Promise<Known> {
      const transport = await apiOf(userId);
      if (!transport) return { ...known, error: noTransport };
      const account = await findConnected(userId);
      try {
        const apis = { api: transport.api, posting: account?.canPost ? account.api : null, clock: now };
        const { isClosed, ...facts } = await askCommunity(known.name, apis);
        const kept = { ...facts, requirements: facts.requirements ?? known.requirements };
        if (!isClosed) await saveKnown(db, kept);
        return kept;
      } catch (error) {
        if (!(error instanceof RedditFailure)) throw error;
        return failed(known, error, transport.isOwn);
      }
    },

    /** Reads the facts of many subreddits at once, without rules. Returns the error message, or null. */
    async askAbouts(userId: number, due: readonly Known[]): Promise<string | null> {
      if (due.length === 0) return null;
      const transport = await apiOf(userId);
      if (!transport) return noTransport;
      const names = due.map(({ name }) => name);
      try {
        const abouts = new Map((await askAbouts(names, transport.api)).map((one) => [one.name.toLowerCase(), one]));
        for (const known of due) {
          const about = abouts.get(known.name.toLowerCase());
          if (about) await saveKnown(db, { ...known, ...about, failure: null, error: null });
        }
        return null;
      } catch (error) {
        if (error instanceof RedditFailure) return error.message;
        throw error;
      }
    },
  };
}
