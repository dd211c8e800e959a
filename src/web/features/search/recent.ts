import { localStore, privateKey, type TextStorage } from '#web/lib/storage.ts';

const key = privateKey('recent-searches');
const maxKept = 8;

/** Recent searches in this browser, newest first, as URL query strings. */
export function readRecent(store: TextStorage = localStore): string[] {
  try {
    const kept: unknown = JSON.parse(store.get(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string').slice(0, maxKept) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(address: string, store: TextStorage = localStore): void {
  const others = readRecent(store).filter((entry) => entry !== address);
  store.set(key, JSON.stringify([address, ...others].slice(0, maxKept)));
}

export const forgetSearches = (store: TextStorage = localStore): void => store.remove(key);
