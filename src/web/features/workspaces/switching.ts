import { workspaceRoutes } from '#shared/workspaces.ts';
import { call } from '#web/lib/api.ts';
import { basePath } from '#web/lib/base-path.ts';
import { clearPrivateData, localStore, sessionStore } from '#web/lib/storage.ts';

/** Other tabs of this browser are in the same session: a change of this entry tells them. */
export const workspaceKey = 'workspace';
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
export function takeNotice(): string | null {
  const notice = sessionStore.get(noticeKey);
  sessionStore.remove(noticeKey);
  return notice;
}

export async function switchTo(id: string): Promise<void> {
  await call(workspaceRoutes.activate, { body: { id } });
  enterWorkspace(id);
}
