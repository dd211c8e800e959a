import { isoTime, type Now } from '#core/platform/clock.ts';
import type { Subreddit, SubredditState } from '#shared/subreddits.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { ReadableApi } from '../account/readable-api.ts';
import type { ConnectedAccount } from '../account/service.ts';
import { RedditFailure } from '../client/failure.ts';
import type { RedditApi } from '../client/request.ts';
import { fieldsOf } from '../client/wire.ts';
import type { FailureKind } from '../stream.ts';
import { promotionOf } from './promotion.ts';
import { type Known, listKnown, saveKnown, readCommunity, readRequirements, readRules, type Requirements } from './queries.ts';

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

interface RefreshingDeps {
  db: Db;
  now: Now;
  /** The API that this user may read with; null if there is none. */
  apiOf: (userId: number) => Promise<ReadableApi | null>;
  findConnected: (userId: number) => Promise<ConnectedAccount | null>;
}

const noTransport = 'Subreddit facts and rules need the Reddit API. Connect your Reddit account in Settings.';

const blank = (name: string): Known => ({
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
function createRefreshing({ db, now, apiOf, findConnected }: RefreshingDeps) {
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

const dayMs = 86_400_000;
/** Pause after a failed read of a subreddit. */
const againMs = 5 * 60_000;
const states: Partial<Record<FailureKind, SubredditState>> = {
  private: 'private',
  banned: 'banned',
  missing: 'missing',
  quarantined: 'quarantined',
  forbidden: 'forbidden',
};

function present(known: Known, { now, error = known.error }: { now: number; error?: string | null }): Subreddit {
  const { name, about, rules, requirements, readAt, failure } = known;
  return {
    name,
    state: (failure && states[failure]) ?? (about ? 'open' : 'unread'),
    about,
    rules,
    requirements,
    promotion: promotionOf(name, rules),
    readAt: isoTime(readAt),
    stale: readAt !== null && readAt <= now - dayMs,
    error,
  };
}

function isDue({ readAt, triedAt, rules, failure }: Known, now: number): boolean {
  const isFresh = readAt !== null && readAt > now - dayMs && (rules !== null || failure !== null);
  return !isFresh && triedAt <= now - againMs;
}

/** Facts about subreddits: read at most once a day for all users, and stored with their age. */
export function createSubreddits(deps: RefreshingDeps) {
  const { db, now } = deps;
  const refreshing = createRefreshing(deps);
  const underway = new Map<string, Promise<Known>>();

  return {
    /** One subreddit; reads it from Reddit if the stored facts are older than a day, unless `kept`. Doesn't throw if Reddit fails. */
    async get(actor: Actor, name: string, { kept = false }: { kept?: boolean } = {}): Promise<Subreddit> {
      const userId = userIdOf(actor);
      const key = name.toLowerCase();
      const known = (await listKnown(db, [name])).get(key) ?? blank(name);
      if (kept || !isDue(known, now())) return present(known, { now: now() });
      // Keyed by user, because members of a private subreddit get another result than others.
      const turn = `${userId} ${key}`;
      const asking = underway.get(turn) ?? refreshing.ask(userId, known).finally(() => void underway.delete(turn));
      underway.set(turn, asking);
      return present(await asking, { now: now() });
    },

    /** Many subreddits; reads unknown ones with one call to Reddit. Their rules are only read by `get`. */
    async list(actor: Actor, names: readonly string[]): Promise<{ items: Subreddit[] }> {
      const unique = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
      const before = await listKnown(db, unique);
      const due = unique.map((name) => before.get(name.toLowerCase()) ?? blank(name)).filter(({ about, failure }) => !about && !failure);
      const error = await refreshing.askAbouts(userIdOf(actor), due);
      const known = await listKnown(db, unique);
      const items = unique.map((name) => {
        const one = known.get(name.toLowerCase());
        return present(one ?? blank(name), { now: now(), error: one?.error ?? (one?.about ? null : error) });
      });
      return { items };
    },
  };
}
