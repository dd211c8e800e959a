import { createContext, use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useSWRConfig } from 'swr';
import type { OwnUser } from '#shared/auth.ts';
import { forgetReads } from './api.ts';
import type { SessionState, SessionStore } from './session-store.ts';

export interface Auth extends Pick<SessionStore, 'login' | 'register' | 'logout' | 'forget' | 'updateProfile' | 'adopt'> {
  status: SessionState['status'];
  /** While loading: the server isn't responding, and the request is retried. */
  isServerAway: boolean;
  user: OwnUser | null;
  token: string | null;
  /** The user chose to sign out. */
  left: boolean;
}

const AuthContext = createContext<Auth | null>(null);

export function AuthProvider({ session, children }: { session: SessionStore; children: ReactNode }) {
  const state = useSyncExternalStore(session.subscribe, session.getState);
  const { cache } = useSWRConfig();
  const userId = state.status === 'authenticated' ? state.user.id : null;
  useEffect(() => {
    if (userId === null) return undefined;
    // After the screens are unmounted, so that none of their data is refetched.
    return () => forgetReads(cache);
  }, [userId, cache]);
  const { login, register, logout, forget, updateProfile, adopt } = session;
  const value = useMemo(() => {
    const signedIn = state.status === 'authenticated';
    return {
      login,
      register,
      logout,
      forget,
      updateProfile,
      adopt,
      status: state.status,
      isServerAway: state.status === 'loading' && state.isServerAway === true,
      user: signedIn ? state.user : null,
      token: signedIn ? state.token : null,
      left: state.status === 'anonymous' && state.left,
    };
  }, [state, login, register, logout, forget, updateProfile, adopt]);
  return <AuthContext value={value}>{children}</AuthContext>;
}

export function useAuth(): Auth {
  const value = use(AuthContext);
  if (!value) throw new Error('useAuth must be used within an AuthProvider');
  return value;
}

/** The logged-in user, for screens behind the route guard. */
export function useUser(): OwnUser {
  const { user } = useAuth();
  if (!user) throw new Error('useUser is for screens behind the guard');
  return user;
}

/** The workspace on screen. */
export const useWorkspace = () => useUser().workspace;
/** What the signed-in person may do in it, as the server says. */
export const useCan = () => useWorkspace().can;
/** Whose unsent texts are shown: those of one workspace stay in it. */
export const draftOwner = ({ id, workspace }: OwnUser): string => (workspace.isOwn ? id : `${id}@${workspace.id}`);
/** Whether leads can be somebody else's: with one member, nothing is shown of whose they are and who did what. */
export const useIsTeam = (): boolean => useWorkspace().members > 1;

interface CanProps {
  /** To see the workspace, or to change what is in it, or who is. */
  do?: 'read' | 'work' | 'manage';
  children: ReactNode;
}

/** Leaves out what the user may not do here. */
export const Can = ({ do: right = 'work', children }: CanProps) => (useCan()[right] ? children : null);
