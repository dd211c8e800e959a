import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError, messageOf } from '#core/platform/errors.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { Source } from '#core/discovery/sources/source.ts';
import { type CompetitorRow, findCompetitor, listCompetitors, updateCompetitor } from './queries.ts';

export interface SearchDeps {
  db: Db;
  bus: Bus;
  now: Now;
  transportOf: (userId: number) => Promise<Source | null>;
  store: (trx: Trx, fetched: { scope: string; source: string; items: readonly FetchedItem[]; now: number }) => Promise<unknown>;
}

const timeOutMs = 90_000;
const quoted = (name: string): string => `"${name.replaceAll('"', ' ')}"`;
const queryFor = ({ name, keywords }: CompetitorRow): string =>
  [quoted(name), ...(JSON.parse(keywords) as string[]).slice(0, 1).map(quoted)].join(' ');

/** Searches Reddit for competitors and ingests the results like any other items. One search at a time per user. */
export function createCompetitorSearch({ db, bus, now, transportOf, store }: SearchDeps) {
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
      const userId = userIdOf(actor);
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
