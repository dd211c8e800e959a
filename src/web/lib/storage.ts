type Kind = 'local' | 'session';

/** Browser storage that keeps working in memory where the browser refuses it. */
export interface TextStorage {
  get: (key: string) => string | null;
  set: (key: string, value: string) => void;
  remove: (key: string) => void;
  /** Everything kept under `privateKey`. */
  removePrivate: () => void;
}

const prefix = 'private:';
/** For what a person looked for or did: it goes when they sign out. What they typed and did not send waits for them (0130). */
export const privateKey = (name: string): string => `${prefix}${name}`;

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
    // Memory first: it holds what the browser had no room for, and that is newer than what it still keeps.
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

/** On a machine that others use too, nothing tells the next person what this one did. */
export function forgetPrivate(): void {
  localStore.removePrivate();
  sessionStore.removePrivate();
}
