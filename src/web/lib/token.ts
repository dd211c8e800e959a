import type { Log } from './log.ts';
import { localStore, type TextStorage } from './storage.ts';

const key = 'token';

export interface TokenStore {
  read: () => string | null;
  write: (token: string) => void;
  remove: () => void;
  /** Called after every change, in this tab or another. Returns a function that unsubscribes. */
  subscribe: (listener: (token: string | null) => void) => () => void;
}

export function createTokenStore(storage: TextStorage, otherTabs?: Pick<Window, 'addEventListener'>): TokenStore {
  const listeners = new Set<(token: string | null) => void>();
  const announce = () => {
    const token = storage.get(key);
    for (const listener of listeners) listener(token);
  };
  // Clearing the storage is reported with a null key.
  otherTabs?.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) announce();
  });
  return {
    read: () => storage.get(key),
    write: (token) => {
      storage.set(key, token);
      announce();
    },
    remove: () => {
      storage.remove(key);
      announce();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const tokenStore = createTokenStore(localStore, globalThis.window);

function readClaims(token: string): unknown {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(payload), (letter) => letter.codePointAt(0) ?? 0);
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Whether a JWT is expired. One without a readable `exp` counts as expired. `now` is in milliseconds. */
export function isExpired(token: string, now: number, log: Log): boolean {
  if (token.split('.').length !== 3) {
    log.warn('Token invalid: not a JSON Web Token');
    return true;
  }
  try {
    const claims = readClaims(token);
    const exp = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : undefined;
    if (typeof exp !== 'number' || !Number.isFinite(exp)) {
      log.warn('Token invalid: it has no readable expiry');
      return true;
    }
    if (exp > now / 1000) return false;
    log.warn('Token expired');
    return true;
  } catch (error) {
    log.warn('Token parse error', error);
    return true;
  }
}
