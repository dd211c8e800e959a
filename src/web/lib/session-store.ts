import {
  type AuthResult,
  authRoutes,
  type Credentials,
  type ProfileUpdate,
  type Registration,
  type OwnUser as User,
} from '#shared/auth.ts';
import { product } from '#shared/product.ts';
import type { Call } from './api.ts';
import { ApiError } from './failure.ts';
import { createCell, type Cell } from './cell.ts';
import { t, tSent } from './language.ts';
import type { Log } from './log.ts';
import type { ShowToast } from './show-toast.ts';
import { isExpired, type TokenStore } from './storage.ts';

export const sessionTexts = {
  expired: t('Your session has expired. Please log in again.'),
  failed: t('Authentication failed. Please try logging in again.'),
  loginRefused: t("Login failed. Please check your email and password, or create a new account if you haven't registered yet."),
  welcomeBack: (name: string) => t('Welcome back, {name}!', { name }),
  welcome: (name: string) => t('Welcome to {product}, {name}!', { product, name }),
  loggedOut: t('Logged out successfully'),
  profileUpdated: t('Profile updated successfully'),
};

/** The server's message, ours when there was no response, or the fallback. */
function messageOf(error: ApiError, otherwise: string): string {
  return error.serverMessage === undefined ? (error.status === 0 ? error.message : otherwise) : tSent(error.serverMessage);
}

function loginFailure(error: ApiError): string {
  if (error.status === 401 && error.serverMessage === 'Invalid credentials') return sessionTexts.loginRefused;
  return messageOf(error, t('Login failed'));
}
const registrationFailure = (error: ApiError): string => messageOf(error, t('Registration failed'));
const updateFailure = (error: ApiError): string => messageOf(error, t('Update failed'));

export type SessionState =
  /** `isServerAway`: the server isn't responding, and the request is retried. */
  | { status: 'loading'; isServerAway?: boolean }
  /** `left`: the user signed out, so the next sign-in shouldn't return to the old page. */
  | { status: 'anonymous'; left: boolean }
  | { status: 'authenticated'; user: User; token: string };

interface Parts {
  call: Call;
  token: TokenStore;
  showToast: ShowToast;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The page is being unloaded. Undefined: never. */
  isUnloading?: () => boolean;
  /** Opens an address of another site. */
  leaveFor: (url: string) => void;
  /** Clears the user's data from the browser. */
  clearPrivateData: () => void;
  /** The user that this token had when the app was last used here. */
  remembered?: (token: string) => User | null;
  /** Another workspace is open than the one that was remembered. */
  openAnew?: () => void;
  /** Milliseconds to wait before each retry while the server isn't responding. */
  retryAfter?: readonly number[];
}

/** The current session. Failures show the fixed messages and are passed on to the caller as `ApiError`. */
export interface SessionStore {
  getState: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** Checks a stored token and fetches its user. Call it once. */
  start: () => Promise<void>;
  login: (credentials: Credentials) => Promise<User>;
  register: (registration: Registration) => Promise<User>;
  /** Ends the session here and on the server. */
  logout: () => void;
  /** The session has ended on the server: ends it here too. */
  forget: () => void;
  updateProfile: (update: ProfileUpdate) => Promise<User>;
  /** Uses a token and user from another call, such as a password change. */
  adopt: (result: AuthResult) => void;
}

const isUnauthenticated = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** No response, or an error from a proxy or a starting server. */
const isTemporary = (error: unknown): boolean => error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
/** A restart takes a second or two, or a few more if it migrates the database. */
const defaultRetryAfter = [500, 1000, 2000, 4000, 8000];

/** Fetches the user; while the server isn't responding, reports that and tries again. */
async function fetchUser(stored: string, state: Cell<SessionState>, { call, token, isUnloading, retryAfter }: Parts): Promise<User> {
  for (const wait of retryAfter ?? defaultRetryAfter) {
    try {
      return await call(authRoutes.me, {});
    } catch (error) {
      if (!isTemporary(error) || isUnloading?.() || token.read() !== stored) throw error;
    }
    state.set({ status: 'loading', isServerAway: true });
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return call(authRoutes.me, {});
}

function rephrase(error: unknown, message: (error: ApiError) => string): never {
  throw error instanceof ApiError ? error.saying(message(error)) : error;
}

/** Turns a stored token into a user, or clears it and shows why. */
async function load(stored: string, state: Cell<SessionState>, parts: Parts): Promise<void> {
  const { token, showToast, log, now, isUnloading } = parts;
  const fail = (message: string) => {
    token.remove();
    state.set({ status: 'anonymous', left: false });
    showToast.error(message, 'session');
  };
  if (isExpired(stored, now(), log)) {
    fail(sessionTexts.expired);
    return;
  }
  const known = parts.remembered?.(stored) ?? null;
  if (known) state.set({ status: 'authenticated', user: known, token: stored });
  try {
    const user = await (known ? parts.call(authRoutes.me, {}) : fetchUser(stored, state, parts));
    if (known && known.workspace.id !== user.workspace.id) parts.openAnew?.();
    else if (token.read() === stored) state.set({ status: 'authenticated', user, token: stored });
  } catch (error) {
    if (isUnloading?.() || (known && isTemporary(error))) return;
    // Another login may have finished first. A 401 has removed the token already.
    if ([stored, null].includes(token.read())) fail(isUnauthenticated(error) ? sessionTexts.expired : sessionTexts.failed);
  }
}

function followToken(state: Cell<SessionState>, parts: Parts): void {
  parts.token.subscribe((current) => {
    const before = state.get();
    if (current === null) {
      if (before.status === 'authenticated') state.set({ status: 'anonymous', left: false });
    } else if (before.status !== 'authenticated' || before.token !== current) {
      state.set({ status: 'loading' });
      void load(current, state, parts);
    }
  });
}

export function createSession(parts: Parts): SessionStore {
  const { call, token, showToast, log, leaveFor, clearPrivateData } = parts;
  const state = createCell<SessionState>({ status: 'loading' });
  followToken(state, parts);

  const adopt = (result: AuthResult) => {
    const before = state.get();
    state.set({ status: 'authenticated', user: result.user, token: result.token });
    token.write(result.token);
    // A new session starts in the person's own workspace, and the screen shows the other one.
    if (before.status === 'authenticated' && before.user.id === result.user.id && before.user.workspace.id !== result.user.workspace.id)
      parts.openAnew?.();
  };

  const forget = () => {
    state.set({ status: 'anonymous', left: true });
    token.remove();
    clearPrivateData();
    showToast.success(sessionTexts.loggedOut);
  };

  return {
    getState: state.get,
    subscribe: state.subscribe,
    adopt,
    start: async () => {
      const stored = token.read();
      if (stored === null) state.set({ status: 'anonymous', left: false });
      else await load(stored, state, parts);
    },
    login: async (credentials) => {
      const result = await call(authRoutes.login, { body: credentials }).catch((error: unknown) => rephrase(error, loginFailure));
      adopt(result);
      showToast.success(sessionTexts.welcomeBack(result.user.username));
      return result.user;
    },
    register: async (registration) => {
      const result = await call(authRoutes.register, { body: registration }).catch((error: unknown) =>
        rephrase(error, registrationFailure),
      );
      adopt(result);
      showToast.success(sessionTexts.welcome(result.user.username));
      return result.user;
    },
    logout: () => {
      // Not awaited: without a network, the session ends here and expires there.
      call(authRoutes.logout, {})
        // The login at the issuer ends, too, or the next one would need no password.
        .then((ended) => (ended ? leaveFor(ended.logoutUrl) : undefined))
        .catch((error: unknown) => log.warn('The session was not ended on the server', error));
      forget();
    },
    forget,
    updateProfile: async (update) => {
      const user = await call(authRoutes.updateProfile, { body: update }).catch((error: unknown) => rephrase(error, updateFailure));
      const current = state.get();
      if (current.status === 'authenticated') state.set({ ...current, user });
      showToast.success(sessionTexts.profileUpdated);
      return user;
    },
  };
}
