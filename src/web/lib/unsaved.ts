import { localStore, type TextStorage } from './storage.ts';

/** Text that a user typed and hasn't sent or saved, by user (`draftOwner`) and draft key. It survives reloads, closed tabs and the session. */
export interface Unsaved {
  read: (user: string, field: string) => string | null;
  /** An empty text removes the draft. */
  keep: (user: string, field: string, text: string) => void;
  forget: (user: string, field: string) => void;
  /** In every workspace. */
  forgetAllOf: (user: string) => void;
}

interface Entry {
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

const key = 'unsaved';
const keptMs = 30 * 86_400_000;
/** Browsers give each site about 5 MB. */
const maxEntries = 100;

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'at' in value &&
  typeof value.at === 'number';

function parseEntries(stored: string | null): [string, Entry][] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '{}');
    return Object.entries(parsed ?? {}).filter((pair): pair is [string, Entry] => isEntry(pair[1]));
  } catch {
    return [];
  }
}

export function createUnsaved(storage: TextStorage, now: () => number): Unsaved {
  const readAll = (): Map<string, Entry> => new Map(parseEntries(storage.get(key)).filter(([, { at }]) => now() - at < keptMs));
  const writeAll = (entries: Map<string, Entry>) => {
    if (entries.size === 0) return storage.remove(key);
    const newest = [...entries].toSorted(([, a], [, b]) => b.at - a.at).slice(0, maxEntries);
    storage.set(key, JSON.stringify(Object.fromEntries(newest)));
  };
  // Read again each time: other tabs write here too.
  const drop = (isGone: (name: string) => boolean) => {
    const before = readAll();
    const after = new Map([...before].filter(([name]) => !isGone(name)));
    if (after.size < before.size) writeAll(after);
  };
  const forget = (user: string, field: string) => drop((name) => name === `${user} ${field}`);
  return {
    read: (user, field) => readAll().get(`${user} ${field}`)?.text ?? null,
    keep: (user, field, text) => {
      if (text === '') return forget(user, field);
      writeAll(readAll().set(`${user} ${field}`, { text, at: now() }));
    },
    forget,
    forgetAllOf: (user) => drop((name) => [' ', '@'].includes(name.charAt(user.length)) && name.startsWith(user)),
  };
}

export const unsaved = createUnsaved(localStore, Date.now);
