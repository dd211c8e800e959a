import { call } from './api.ts';
import { watchUnload } from './unloading.ts';
import { log } from './log.ts';
import { showToast } from './show-toast.ts';
import { createSession } from './session-store.ts';
import { clearPrivateData } from './storage.ts';
import { tokenStore } from './token.ts';

/** Unit tests import this module without a page. */
const isUnloading = typeof window === 'undefined' ? () => false : watchUnload(window, Date.now);

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
});
