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
