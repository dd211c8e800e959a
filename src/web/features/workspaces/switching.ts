import { useEffect, useEffectEvent } from 'react';
import { authRoutes } from '#shared/auth.ts';
import { workspaceRoutes } from '#shared/workspaces.ts';
import { call, otherWorkspace, staleReads } from '#web/lib/api.ts';
import { basePath } from '#web/lib/base-path.ts';
import { useAuth } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { clearPrivateData, localStore, sessionStore, tokenStore } from '#web/lib/storage.ts';
import { switcherTexts as texts } from './switcher-texts.ts';

/** Other tabs of this browser are in the same session: a change of this entry tells them. */
const workspaceKey = 'workspace';
const noticeKey = 'workspace-notice';

let isEntering = false;

/** Loads the app anew, so that nothing of the other workspace is left: on screen, to undo, or in memory. */
export function enterWorkspace(id: string, notice?: string, path = '/dashboard'): void {
  if (isEntering) return;
  isEntering = true;
  clearPrivateData();
  localStore.set(workspaceKey, id);
  if (notice !== undefined) sessionStore.set(noticeKey, notice);
  window.location.assign(`${basePath}${path}`);
}

/** What to say after the app was loaded anew; only once. */
function takeNotice(): string | null {
  const notice = sessionStore.get(noticeKey);
  sessionStore.remove(noticeKey);
  return notice;
}

export async function switchTo(id: string): Promise<void> {
  await call(workspaceRoutes.activate, { body: { id } });
  enterWorkspace(id);
}

/** Follows what colleagues and other tabs change: the role here, who else is a member, and which workspace the session is in. */
export function useWorkspaceWatch(): void {
  const { user, token, adopt } = useAuth();
  const look = useEffectEvent(async (wasRefused = false) => {
    if (user === null || token === null) return;
    const before = user.workspace;
    const now = await call(authRoutes.me, {});
    // Logged out meanwhile.
    if (tokenStore.read() !== token) return undefined;
    if (now.workspace.id === before.id) return JSON.stringify(now) === JSON.stringify(user) ? undefined : adopt({ token, user: now });
    const { items } = await call(workspaceRoutes.list, {});
    const isLost = items.every(({ id }) => id !== before.id);
    const moved = wasRefused ? texts.moved(now.workspace.name) : undefined;
    return enterWorkspace(now.workspace.id, isLost ? texts.lost(before.name) : moved);
  });
  useEffect(() => {
    const lookQuietly = (wasRefused?: boolean) => void look(wasRefused).catch(() => undefined);
    const inOtherTab = ({ key }: StorageEvent) => (key === workspaceKey ? lookQuietly() : undefined);
    // From the browser's memory, the page of a workspace that was left since.
    const comeBack = ({ persisted }: PageTransitionEvent) => (persisted ? lookQuietly() : undefined);
    const forget = staleReads.listen((prefixes) =>
      prefixes.some((prefix) => authRoutes.me.path.startsWith(prefix)) ? lookQuietly() : undefined,
    );
    const forgetOther = otherWorkspace.listen(() => lookQuietly(true));
    window.addEventListener('storage', inOtherTab);
    window.addEventListener('pageshow', comeBack);
    return () => {
      forget();
      forgetOther();
      window.removeEventListener('storage', inOtherTab);
      window.removeEventListener('pageshow', comeBack);
    };
  }, []);
  useEffect(() => {
    const notice = takeNotice();
    if (notice !== null) showToast.info(notice, 8000);
  }, []);
}
