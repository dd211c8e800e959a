import type { Location } from 'react-router-dom';

type Place = Pick<Location, 'pathname' | 'search' | 'hash'>;

export interface LoginState {
  /** The page the user asked for. */
  from: Place;
}

/** Navigation state for the login page; null for pages that need no login. */
export function loginState({ pathname, search, hash }: Place): LoginState | null {
  return /^\/dashboard(\/|$)/.test(pathname) ? { from: { pathname, search, hash } } : null;
}

/** Where to go after login. Only pages behind the guard; anything else in the history state is ignored. */
export function returnPath(state: unknown): string {
  const from = (state as Partial<LoginState> | null)?.from;
  if (typeof from?.pathname !== 'string' || loginState(from) === null) return '/dashboard';
  return `${from.pathname}${from.search}${from.hash}`;
}
