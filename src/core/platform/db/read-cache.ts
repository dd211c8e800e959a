import type { CommitMark } from './commit-mark.ts';

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

/**
 * Takes a mark once for everything that runs without waiting: Node runs `process.nextTick` before it receives anything else, so
 * nobody can have learned of a later commit.
 */
function untilNextTick(markOf: CommitMark): CommitMark {
  let taken: { mark: string | null } | null = null;
  const forget = (): void => void (taken = null);
  function keep(mark: string | null): string | null {
    if (taken === null) process.nextTick(forget);
    taken = { mark };
    return mark;
  }
  return () => {
    if (taken) return taken.mark;
    const mark = markOf();
    return mark instanceof Promise ? mark.then(keep) : keep(mark);
  };
}

/** Keeps what was read until anything is committed, so that it can't be out of date. */
export function createReadCache(markOf: CommitMark): ReadCache {
  const [rows, pages] = [createEntries(maxRows), createEntries(maxPages)];
  const takeMark = untilNextTick(markOf);
  let mark: string | null = null;

  function isKnown(current: string | null): boolean {
    if (current !== mark) [rows, pages].forEach((entries) => entries.clear());
    mark = current;
    return current !== null;
  }

  /** The mark is taken before the query: a commit during it makes an entry look older than it is, never newer. */
  function marked<T>(read: (isKnown: boolean) => Promise<T>): Promise<T> {
    const current = takeMark();
    return current instanceof Promise ? current.then((taken) => read(isKnown(taken))) : read(isKnown(current));
  }

  return {
    row: (key, query) => marked((known) => (known ? rows.read(key, query) : query())),
    page: (key, query) => marked((known) => (known ? pages.read(key, query) : query())),
  };
}
