import type { SearchHit, SearchRedditQuery, SearchResult } from '#shared/search.ts';
import { type Actor, ownerOf, userIdOf } from '#core/platform/actor.ts';
import { findCampaign } from '#core/inbox/campaigns/queries.ts';
import type { CampaignRow } from '#core/inbox/campaigns/rows.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import type { Transports } from '#core/sources/reddit/transports.ts';
import type { Source } from '#core/sources/source.ts';
import { type CompanionDeps, createCompanion } from './companion.ts';
import { createKeepTried, type KeepTriedDeps } from './keep-tried.ts';
import { previewOf, type ScoreItems } from './preview.ts';
import { listKeptPosts } from '../pass/queries.ts';

const keptMs = 30 * 60_000;
const maxKept = 3000;

/** Recent search results, so that saving one needs no request. Kept in memory only, because they were never saved by a user. */
function createFound(now: Now) {
  const kept = new Map<string, { item: FetchedItem; at: number }>();
  const keyOf = (userId: number, fullname: string) => `${userId} ${fullname}`;
  return {
    remember(userId: number, items: readonly FetchedItem[]): void {
      for (const item of items) {
        // Deleted first, so that reinserting makes it the newest.
        kept.delete(keyOf(userId, item.fullname));
        kept.set(keyOf(userId, item.fullname), { item, at: now() });
      }
      for (const key of kept.keys()) {
        if (kept.size <= maxKept) break;
        kept.delete(key);
      }
    },
    recall(userId: number, fullname: string): FetchedItem | null {
      const one = kept.get(keyOf(userId, fullname));
      return one && one.at > now() - keptMs ? one.item : null;
    },
  };
}

interface Deps extends Pick<KeepTriedDeps, 'recall' | 'rate'>, Omit<CompanionDeps, 'getKeeping'> {
  db: Db;
  now: Now;
  transports: Pick<Transports, 'of'>;
  /** The built-in scorer for a campaign; it also scores items that match no rule. */
  scorerFor: (row: CampaignRow) => Promise<ScoreItems>;
  /** Saves the item as a post of the campaign. Idempotent. */
  keepItem: KeepTriedDeps['keepItem'];
}

const timeoutMs = 25_000;
const nothing: SearchResult = { transport: 'none', items: [], nextCursor: null, total: null };

/** Turns failures of Reddit into user-facing errors, with `retryAfter` if Reddit gives one. */
function rethrow(now: number) {
  return (error: unknown): never => {
    if (!(error instanceof RedditFailure)) throw error;
    if (error.ofStream) throw new AppError('invalid', error.message, { details: [{ path: 'subreddit', message: error.message }] });
    const seconds = error.retryAt === null ? null : Math.max(1, Math.ceil((error.retryAt - now) / 1000));
    const message = seconds === null ? error.message : `${error.message}. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
    throw new AppError('unavailable', message, { cause: error, ...(seconds === null ? {} : { retryAfter: seconds }) });
  };
}

async function readAgain(source: Source | null, fullname: string): Promise<FetchedItem | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  if (source?.recheck) return (await source.recheck([fullname], signal)).get(fullname)?.item ?? null;
  if (!source?.lookup || !fullname.startsWith('t3_')) return null;
  return (await source.lookup(`https://www.reddit.com/comments/${fullname.slice(3)}/`, signal))[0] ?? null;
}

/** Saves a result to one of the user's campaigns, scored as if the campaign had fetched it. */
function createPicking({ db, keepItem }: Pick<Deps, 'db' | 'keepItem'>, scorerFor: Deps['scorerFor']) {
  async function getCampaign(actor: Actor, id: string): Promise<CampaignRow> {
    const row = await findCampaign(db, ownerOf(actor), id);
    if (!row) throw new AppError('not_found', 'Campaign not found');
    return row;
  }

  async function getKeeping(actor: Actor, campaignId: string): Promise<CampaignRow> {
    const row = await getCampaign(actor, campaignId);
    if (row.sample === 1) throw new AppError('conflict', 'The sample campaign only takes invented posts');
    return row;
  }

  async function keep(row: CampaignRow, item: FetchedItem): Promise<{ postId: string; created: boolean }> {
    const [result] = await (await scorerFor(row))([item]);
    if (!result?.assessment) throw new AppError('conflict', "This can't be scored, so it can't be saved");
    return keepItem(row, { item, result });
  }
  return { getCampaign, getKeeping, keep };
}

/** Searches Reddit live, independent of what campaigns fetch. */
export function createSearch(deps: Deps) {
  const { db, now, transports, scorerFor, keepItem, recall, rate } = deps;
  const found = createFound(now);
  const { getCampaign, getKeeping, keep } = createPicking({ db, keepItem }, scorerFor);

  async function present(items: readonly FetchedItem[], row: CampaignRow | null): Promise<SearchHit[]> {
    const results = row ? await (await scorerFor(row))(items) : [];
    const names = items.map(({ fullname }) => fullname);
    const kept = row ? await listKeptPosts(db, row.id, names) : new Map<string, string>();
    return items.map((item, at) => ({
      fullname: item.fullname,
      subreddit: item.subreddit,
      author: item.author,
      title: item.title,
      body: item.body,
      url: item.url,
      permalink: item.permalink,
      createdAt: isoTime(item.createdAt),
      score: item.score,
      numComments: item.numComments,
      locked: item.locked,
      preview: row ? previewOf(results[at], row) : null,
      postId: kept.get(item.fullname) ?? null,
    }));
  }

  return {
    companion: createCompanion({ ...deps, getKeeping }),

    keepTried: createKeepTried({ keepItem, scorerFor, recall, rate, getKeeping }),

    /** Throws `unavailable` while Reddit can't be reached, `invalid` for a subreddit that can't be searched. */
    async reddit(
      actor: Actor,
      { campaignId, q, subreddit, sort, time, cursor }: SearchRedditQuery,
      stop?: AbortSignal,
    ): Promise<SearchResult> {
      const userId = userIdOf(actor);
      const row = campaignId === undefined ? null : await getCampaign(actor, campaignId);
      const source = await transports.of(userId);
      if (!source?.search || source.id === 'sample') return nothing;
      const request = { words: q, sort, t: time, ...(subreddit ? { subreddit } : {}), ...(cursor ? { after: cursor } : {}) };
      const timeout = AbortSignal.timeout(timeoutMs);
      const page = await source.search(request, stop ? AbortSignal.any([stop, timeout]) : timeout).catch(rethrow(now()));
      const items = page.items.filter(({ gone, over18 }) => gone === null && !over18);
      found.remember(userId, items);
      return { transport: source.id, items: await present(items, row), nextCursor: page.after, total: null };
    },

    /** Throws `not_found` for a post that Reddit no longer shows, and for other users' campaigns. */
    async save(
      actor: Actor,
      { fullname, campaignId }: { fullname: string; campaignId: string },
    ): Promise<{ postId: string; created: boolean }> {
      const userId = userIdOf(actor);
      const row = await getKeeping(actor, campaignId);
      const item = found.recall(userId, fullname) ?? (await readAgain(await transports.of(userId), fullname).catch(rethrow(now())));
      if (!item || item.gone !== null) throw new AppError('not_found', 'No longer available on Reddit');
      return keep(row, item);
    },

    /** Saves an item that was already fetched to one of the actor's campaigns. Throws `not_found` for other users' campaigns. */
    keepFetched: async (actor: Actor, item: FetchedItem, campaignId: string): Promise<{ postId: string; created: boolean }> =>
      keep(await getKeeping(actor, campaignId), item),
  };
}
