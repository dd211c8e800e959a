import { isoTime } from '#core/platform/clock.ts';
import type { Subreddit, SubredditState } from '#shared/subreddits.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { FailureKind } from '../stream.ts';
import { promotionOf } from './promotion.ts';
import { type Known, listKnown } from './queries.ts';
import { blank, createRefreshing, type RefreshingDeps } from './refreshing.ts';

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
export type Subreddits = ReturnType<typeof createSubreddits>;
