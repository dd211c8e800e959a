import type { Log } from './log.ts';

type Kind = 'local' | 'session';

/** Browser storage that falls back to memory where the browser blocks it. */
export interface TextStorage {
  get: (key: string) => string | null;
  set: (key: string, value: string) => void;
  remove: (key: string) => void;
  /** Removes everything stored under a `privateKey`. */
  removePrivate: () => void;
}

const prefix = 'private:';
/** For personal state such as recent searches: cleared on logout. Unsent text is kept (docs/decisions/0024). */
export const privateKey = (name: string): string => `${prefix}${name}`;
/** The user as last seen, so that the app opens before the server responds. */
export const meKey = privateKey('me');

/** Even reading `window.localStorage` throws when a browser blocks site data. */
function findNative(kind: Kind): Storage | null {
  try {
    return kind === 'local' ? globalThis.localStorage : globalThis.sessionStorage;
  } catch {
    return null;
  }
}

export function createStorage(find: () => Storage | null): TextStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(act: (native: Storage) => T, otherwise: () => T): T => {
    try {
      const native = find();
      return native ? act(native) : otherwise();
    } catch {
      return otherwise();
    }
  };
  return {
    // Memory first: it holds what didn't fit into the browser's storage, and is newer.
    get: (key) =>
      memory.get(key) ??
      attempt(
        (native) => native.getItem(key),
        () => null,
      ),
    set: (key, value) =>
      attempt(
        (native) => {
          native.setItem(key, value);
          memory.delete(key);
        },
        () => void memory.set(key, value),
      ),
    remove: (key) => {
      memory.delete(key);
      attempt(
        (native) => native.removeItem(key),
        () => {},
      );
    },
    removePrivate: () => {
      for (const key of [...memory.keys()].filter(isPrivate)) memory.delete(key);
      attempt(
        (native) => {
          for (const key of Object.keys(native).filter(isPrivate)) native.removeItem(key);
        },
        () => {},
      );
    },
  };
}
const isPrivate = (key: string): boolean => key.startsWith(prefix);

export const localStore = createStorage(() => findNative('local'));
export const sessionStore = createStorage(() => findNative('session'));

/** On a shared computer, the next user must not see what this one did. */
export function clearPrivateData(): void {
  localStore.removePrivate();
  sessionStore.removePrivate();
}

const tokenKey = 'token';

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
    const token = storage.get(tokenKey);
    for (const listener of listeners) listener(token);
  };
  // Clearing the storage is reported with a null key.
  otherTabs?.addEventListener('storage', (event) => {
    if (event.key === tokenKey || event.key === null) announce();
  });
  return {
    read: () => storage.get(tokenKey),
    write: (token) => {
      storage.set(tokenKey, token);
      announce();
    },
    remove: () => {
      storage.remove(tokenKey);
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
