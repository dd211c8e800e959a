import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { RedditFailure } from '../client/failure.ts';
import type { ConnectedAccount } from '../account/service.ts';
import type { ReadableApi } from '../account/readable-api.ts';
import { askAbouts, askCommunity } from './requests.ts';
import { type Known, saveKnown } from './queries.ts';

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
