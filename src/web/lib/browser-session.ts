import type { OwnUser } from '#shared/auth.ts';
import { call, shown } from './api.ts';
import { log } from './log.ts';
import { showToast } from './show-toast.ts';
import { createSession } from './session-store.ts';
import { clearPrivateData, localStore, meKey, tokenStore } from './storage.ts';

/** A canceled navigation (the guard asked, the user stayed) is forgotten after this. */
const forgottenMs = 3000;

/** Whether the page is being unloaded: the browser aborts requests then, which says nothing about the server. */
export function watchUnload(page: Pick<Window, 'addEventListener'>, now: () => number): () => boolean {
  let since = -Infinity;
  for (const event of ['beforeunload', 'pagehide']) page.addEventListener(event, () => (since = now()));
  page.addEventListener('pageshow', () => (since = -Infinity));
  return () => now() - since < forgottenMs;
}

/** Unit tests import this module without a page. */
const isUnloading = typeof window === 'undefined' ? () => false : watchUnload(window, Date.now);

function remembered(token: string): OwnUser | null {
  const { tail, user } = JSON.parse(localStore.get(meKey) ?? '{}') as { tail?: string; user?: OwnUser };
  return user && token.endsWith(tail ?? ' ') ? user : null;
}

const forgetKept = async (): Promise<void> => {
  localStore.remove(meKey);
  await (await import('./kept.ts')).erase();
};

/** The session of this browser tab. */
export const session = createSession({
  call,
  token: tokenStore,
  showToast,
  log,
  now: Date.now,
  isUnloading,
  leaveFor: (url) => location.assign(url),
  clearPrivateData,
  remembered,
  openAnew: () => void forgetKept().finally(() => location.reload()),
});

session.subscribe(() => {
  const state = session.getState();
  shown.workspace = state.status === 'authenticated' ? state.user.workspace.id : null;
  if (state.status === 'anonymous' && localStore.get(meKey) !== null) forgetKept().catch(() => {});
});
