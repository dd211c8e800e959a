import { connectReading, type Db } from './connect.ts';

/**
 * A value that changes with each commit, of this process or another; null where that isn't known. Equal values mean that a query
 * would find the same rows.
 */
export type CommitMark = () => Promise<string | null>;

export const unknownMark: CommitMark = () => Promise.resolve(null);

/**
 * SQLite's `data_version` changes when another connection commits. One that never writes sees every commit, those of this process
 * included; its values can't be compared with those of another connection.
 */
export function openCommitMark(filename: string): { mark: CommitMark; db: Db } {
  const db = connectReading(filename, { max: 1, idleMs: Number.MAX_SAFE_INTEGER });
  async function mark(): Promise<string | null> {
    const [row] = await db.raw<{ data_version: number }[]>('PRAGMA data_version').catch(() => []);
    return row ? String(row.data_version) : null;
  }
  return { mark, db };
}

type Read = <T>(key: string, query: () => Promise<T>) => Promise<Readonly<T>>;

/**
 * What queries outside transactions found, read again only after a commit. A key must contain everything that its query depends
 * on. What was found is frozen, because several readers share it.
 */
export interface ReadCache {
  /** For single rows and counts. */
  row: Read;
  /** For lists: few are kept, because they are large. */
  page: Read;
}

const maxRows = 2000;
const maxPages = 50;

function createEntries(maxEntries: number) {
  const entries = new Map<string, Promise<unknown>>();
  return {
    clear: () => entries.clear(),
    read<T>(key: string, query: () => Promise<T>): Promise<Readonly<T>> {
      const known = entries.get(key) as Promise<Readonly<T>> | undefined;
      if (known) return known;
      const [oldest] = entries.keys();
      if (entries.size >= maxEntries && oldest !== undefined) entries.delete(oldest);
      // A query builder would run again whenever it is awaited.
      const found = Promise.try(query).then((result) => Object.freeze(result));
      entries.set(key, found);
      found.catch(() => void (entries.get(key) === found && entries.delete(key)));
      return found;
    },
  };
}

/** Whoever asks while an answer is under way shares the next one, which knows of every commit until then. */
function share(ask: CommitMark): CommitMark {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<string | null> | null = null;
  function askNext(): Promise<string | null> {
    next = null;
    return ask();
  }
  return () => {
    next ??= last.then(askNext, askNext);
    last = next;
    return next;
  };
}

/** Keeps what was read until anything is committed, so that it can't be out of date. */
export function createReadCache(askMark: CommitMark): ReadCache {
  const markNow = share(askMark);
  const [rows, pages] = [createEntries(maxRows), createEntries(maxPages)];
  let mark: string | null = null;

  /** The mark is taken before the query: a commit during it makes an entry look older than it is, never newer. */
  const readFrom =
    (entries: typeof rows): Read =>
    async (key, query) => {
      const current = await markNow();
      if (current !== mark) for (const stale of [rows, pages]) stale.clear();
      mark = current;
      return current === null ? query() : entries.read(key, query);
    };
  return { row: readFrom(rows), page: readFrom(pages) };
}
