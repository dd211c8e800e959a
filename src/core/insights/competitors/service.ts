import type { Page } from '#shared/common.ts';
import type { Competitor, CompetitorInput, CompetitorUpdate, Mention, MentionQuery } from '#shared/competitors.ts';
import type { CoreContext } from '#core/context.ts';
import { isFetchedScope } from '#core/inbox/campaigns/streams.ts';
import { itemOf } from '#core/inbox/items/items.ts';
import { findItem } from '#core/inbox/items/queries.ts';
import { type Actor, workspaceOf, requireAdmin } from '#core/platform/actor.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { likePattern } from '#core/platform/db/text-search.ts';
import { AppError, messageOf } from '#core/platform/errors.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { Log } from '#core/platform/log.ts';
import { readCursor, writeCursor } from '#core/platform/paging/cursor.ts';
import type { Source } from '#core/sources/source.ts';
import { createCompetitorAnalytics } from './analytics.ts';
import { columnsOf, inputOf, keyOf, presentCompetitor, presentMention } from './present.ts';
import {
  type CompetitorRow,
  findCompetitor,
  listCompetitors,
  updateCompetitor,
  deleteCompetitor,
  findCompetitorOwner,
  findMention,
  forgetMentions,
  insertCompetitor,
  listFigures,
  listMentions,
  readNewestSeq,
} from './queries.ts';
import { createWatch } from './watch.ts';

interface SearchDeps extends Pick<CoreContext, 'db' | 'bus' | 'now'> {
  transportOf: (userId: number) => Promise<Source | null>;
  store: (trx: Trx, fetched: { scope: string; source: string; items: readonly FetchedItem[]; now: number }) => Promise<unknown>;
}

const timeOutMs = 90_000;
const quoted = (name: string): string => `"${name.replaceAll('"', ' ')}"`;
const queryFor = ({ name, keywords }: CompetitorRow): string =>
  [quoted(name), ...(JSON.parse(keywords) as string[]).slice(0, 1).map(quoted)].join(' ');

/** Searches Reddit for competitors and ingests the results like any other items. One search at a time per user. */
function createCompetitorSearch({ db, bus, now, transportOf, store }: SearchDeps) {
  const rounds = new Map<number, Promise<void>>();
  const stop = new AbortController();

  async function searchOne(source: Source, row: CompetitorRow): Promise<void> {
    try {
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(timeOutMs)]);
      const page = await source.search?.({ words: queryFor(row), sort: 'new', t: 'month' }, signal);
      const items = (page?.items ?? []).filter(({ gone, over18 }) => gone === null && !over18);
      if (items.length > 0) await transact(db, (trx) => store(trx, { scope: '', source: source.id, items, now: now() }));
      await updateCompetitor(db, row.id, { searched_at: now(), search_error: null });
      if (items.length > 0) bus.emit('items:fetched', { scope: '' });
    } catch (error) {
      if (stop.signal.aborted) return;
      await updateCompetitor(db, row.id, { search_error: messageOf(error).slice(0, 300) });
    }
    bus.announce(String(row.user_id), ['competitors-changed']);
  }

  async function round(source: Source, rows: readonly CompetitorRow[]): Promise<void> {
    for (const row of rows) if (!stop.signal.aborted) await searchOne(source, row);
  }

  return {
    /** Throws `unavailable` if no source can search, `conflict` while a search is running. */
    async scrape(actor: Actor, competitorId: string | undefined): Promise<{ searching: number }> {
      const userId = workspaceOf(actor);
      const one = competitorId === undefined ? undefined : await findCompetitor(db, userId, Number(competitorId));
      if (competitorId !== undefined && !one) throw new AppError('not_found', 'Competitor not found');
      const rows = one ? [one] : await listCompetitors(db, userId);
      if (rows.length === 0) throw new AppError('conflict', 'Add a competitor first');
      if (rounds.has(userId)) throw new AppError('conflict', 'A search for your competitors is already running');
      const source = await transportOf(userId);
      if (!source?.search || source.id === 'sample')
        throw new AppError('unavailable', "Reddit can't be searched from here. What campaigns fetch is still searched.");
      const work = round(source, rows).finally(() => rounds.delete(userId));
      rounds.set(userId, work);
      return { searching: rows.length };
    },
    async settled(): Promise<void> {
      await Promise.all(rounds.values());
    },
    async close(): Promise<void> {
      stop.abort();
      await Promise.all(rounds.values());
    },
  };
}

interface Deps extends SearchDeps {
  readDb: Db;
  log: Log;
  /** Saves a fetched item as a post of the campaign. Idempotent. */
  keep: (actor: Actor, item: FetchedItem, campaignId: string) => Promise<{ postId: string; created: boolean }>;
  /** Marks the author of a post as a lead. */
  makeLead: (actor: Actor, postId: string) => Promise<unknown>;
}

const latelyMs = 30 * 86_400_000;
const maxCompetitors = 50;
const cursorName = '-mentionedAt';
const notOnReddit = "This post isn't on Reddit. Add its source to a campaign to get leads from there.";
const missing = () => new AppError('not_found', 'Competitor not found');
/** Changing one of these fields means searching again. */
const naming = ['name', 'aliases', 'keywords', 'website'] as const;

type Get = (userId: number, id: string) => Promise<CompetitorRow>;

const refuseTwice = (rows: readonly CompetitorRow[], name: string, except?: number): void => {
  if (!rows.some((row) => row.name_key === keyOf(name) && row.id !== except)) return;
  const message = `“${name}” is in your list already`;
  throw new AppError('conflict', message, { details: [{ path: 'name', message }] });
};

/** Adds the figures to competitors. */
function createPresenting({ db, now }: Deps, get: Get) {
  async function present(userId: number, rows: readonly CompetitorRow[]): Promise<Competitor[]> {
    const figures = new Map((await listFigures(db, userId, now() - latelyMs)).map((row) => [row.competitor_id, row]));
    const lately = [...figures.values()].reduce((sum, row) => sum + row.lately, 0);
    const newestSeq = await readNewestSeq(db);
    return rows.map((row) => presentCompetitor(row, { figures: figures.get(row.id), lately, newestSeq }));
  }

  async function presentOne(userId: number, id: number): Promise<Competitor> {
    const [one] = await present(userId, [await get(userId, String(id))]);
    if (!one) throw missing();
    return one;
  }
  return { present, presentOne };
}

/** Changes to the list. `changed` is called with the user whose names may have changed. */
function createEditing(deps: Deps, { get, changed }: { get: Get; changed: (userId: number) => void }) {
  const { db, now } = deps;
  const { present, presentOne } = createPresenting(deps, get);

  async function insert(userId: number, input: CompetitorInput): Promise<number> {
    return transact(db, async (trx) => {
      const rows = await listCompetitors(trx, userId);
      refuseTwice(rows, input.name);
      if (rows.length >= maxCompetitors) throw new AppError('conflict', `You can have up to ${maxCompetitors} competitors`);
      const at = now();
      const blank = { name: '', name_key: '', aliases: '[]', website: '', keywords: '[]', notes: '', own: 0 };
      const fresh = { user_id: userId, read_seq: 0, searched_at: null, search_error: null, created_at: at, updated_at: at };
      return insertCompetitor(trx, { ...blank, ...columnsOf(input), ...fresh });
    });
  }

  async function change(userId: number, id: string, update: CompetitorUpdate): Promise<number> {
    return transact(db, async (trx) => {
      const before = await findCompetitor(trx, userId, Number(id));
      if (!before) throw missing();
      const old = inputOf(before);
      const after = { ...old, ...update };
      refuseTwice(await listCompetitors(trx, userId), after.name, before.id);
      const isRenamed = naming.some((key) => JSON.stringify(after[key]) !== JSON.stringify(old[key]));
      if (isRenamed) await forgetMentions(trx, before.id);
      const updated = { updated_at: Math.max(now(), before.updated_at + 1), ...(isRenamed ? { read_seq: 0 } : {}) };
      await updateCompetitor(trx, before.id, { ...columnsOf(update), ...updated });
      return before.id;
    });
  }

  return {
    async list(actor: Actor): Promise<{ items: Competitor[] }> {
      const userId = workspaceOf(actor);
      const items = await present(userId, await listCompetitors(db, userId));
      return { items: items.toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0) || b.mentions - a.mentions) };
    },
    /** Throws `conflict` for a name that is already in the list. */
    async create(actor: Actor, input: CompetitorInput): Promise<Competitor> {
      const userId = workspaceOf(actor);
      const id = await insert(userId, input);
      changed(userId);
      return presentOne(userId, id);
    },
    async update(actor: Actor, id: string, update: CompetitorUpdate): Promise<Competitor> {
      const userId = workspaceOf(actor);
      const changedId = await change(userId, id, update);
      changed(userId);
      return presentOne(userId, changedId);
    },
    async remove(actor: Actor, id: string): Promise<null> {
      const userId = workspaceOf(actor);
      await transact(db, async (trx) => {
        const row = await findCompetitor(trx, userId, Number(id));
        if (!row) throw missing();
        await deleteCompetitor(trx, row.id);
      });
      changed(userId);
      return null;
    },
  };
}

/** Mentions, and saving them as leads. */
function createMentions(deps: Deps, { get, changed }: { get: Get; changed: (userId: number) => void }) {
  const { db } = deps;
  return {
    async mentions(actor: Actor, { limit, cursor, competitorId, q, since, ...filter }: MentionQuery): Promise<Page<Mention>> {
      const userId = workspaceOf(actor);
      const row = competitorId === undefined ? undefined : await get(userId, competitorId);
      const below = readCursor(cursor, cursorName);
      const found = await listMentions(db, userId, {
        ...filter,
        competitorId: row?.id,
        since: since === undefined ? undefined : Date.parse(since),
        pattern: q === undefined || q === '' ? undefined : likePattern(q),
        limit: limit + 1,
        below,
      });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const nextCursor = last && found.length > limit ? writeCursor({ sort: cursorName, now: 0, key: last.created_at, id: last.id }) : null;
      return { items: page.map(presentMention), nextCursor, total: null };
    },
    /** Throws `not_found` for another user's mention or campaign, `conflict` for an imported item. */
    async makeLead(actor: Actor, mentionId: string, campaignId: string): Promise<{ postId: string; created: boolean }> {
      const userId = workspaceOf(actor);
      const mention = await findMention(db, userId, Number(mentionId));
      if (!mention) throw new AppError('not_found', 'Mention not found');
      const item = await findItem(db, { id: mention.item_id });
      if (!item || item.gone !== null) throw new AppError('not_found', 'Mention not found');
      // Saving it again would make it visible to all users.
      if (item.scope !== '' && isFetchedScope(item.scope)) throw new AppError('conflict', notOnReddit);
      if (item.scope !== '') throw new AppError('conflict', 'Imported items stay in the campaign they were imported into');
      const kept = await deps.keep(actor, itemOf(item), campaignId);
      await deps.makeLead(actor, kept.postId);
      changed(userId);
      return kept;
    },
  };
}

/** A user's competitors and their mentions on Reddit. */
export function createCompetitors(deps: Deps) {
  const { db, bus, now } = deps;
  const watch = createWatch(deps);
  const search = createCompetitorSearch(deps);
  const get: Get = async (userId, id) => {
    const row = await findCompetitor(db, userId, Number(id));
    if (!row) throw missing();
    return row;
  };
  const changed = (userId: number): void => {
    watch.soon();
    bus.announce(String(userId), ['competitors-changed']);
  };
  return {
    ...createEditing(deps, { get, changed }),
    ...createMentions(deps, { get, changed }),
    ...createCompetitorAnalytics({ db: deps.readDb, now, get }),
    scrape: search.scrape,
    /** The account that a competitor belongs to, for the command line. */
    async ownerOf(actor: Actor, id: string): Promise<Actor> {
      requireAdmin(actor);
      const owner = await findCompetitorOwner(db, Number(id));
      if (owner === undefined) throw missing();
      return { kind: 'user', userId: String(owner), role: 'user' };
    },
    /** Starts to look for mentions in stored items, for example after a restart. */
    lookSoon: watch.soon,
    async settled(): Promise<void> {
      await search.settled();
      await watch.settled();
    },
    async close(): Promise<void> {
      await search.close();
      await watch.close();
    },
  };
}
export type Competitors = ReturnType<typeof createCompetitors>;
