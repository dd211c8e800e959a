import { useLayoutEffect, useState } from 'react';
import { createSignal } from './cell.ts';
import { draftOwner, useUser } from './session.tsx';
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

const changed = createSignal<{ name: string; text: string }>();

type Change = string | ((now: string) => string);

/** A draft text, kept on this device until it is sent; then set it to an empty text. The same wherever it is shown. */
export function useDraftText(draftKey: string): [string, (next: Change) => void] {
  const owner = draftOwner(useUser());
  const name = `${owner} ${draftKey}`;
  const [text, setText] = useState(() => unsaved.read(owner, draftKey) ?? '');
  // Before the layout effects of what is around it, which may fill it.
  useLayoutEffect(() => changed.listen((draft) => (draft.name === name ? setText(draft.text) : undefined)), [name]);
  const change = (next: Change) => {
    const after = typeof next === 'string' ? next : next(unsaved.read(owner, draftKey) ?? '');
    unsaved.keep(owner, draftKey, after);
    changed.send({ name, text: after });
  };
  return [text, change];
}

/** The draft after a text was sent: what was typed meanwhile stays. */
export const withoutSent = (draft: string, sent: string): string => (draft === sent ? '' : draft);

/** The draft with a text that comes back, above what was typed since. */
export const withReturned = (draft: string, text: string): string =>
  draft.trim() === '' ? text : draft.includes(text) ? draft : `${text}\n\n${draft}`;
