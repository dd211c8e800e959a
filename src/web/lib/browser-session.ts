import { call } from './api.ts';
import { watchLeaving } from './leaving.ts';
import { log } from './log.ts';
import { say } from './say.ts';
import { createSession } from './session-store.ts';
import { forgetPrivate } from './storage.ts';
import { tokenStore } from './token.ts';

/** Unit tests import this module without a page. */
const isLeaving = typeof window === 'undefined' ? () => false : watchLeaving(window, Date.now);

/** The session of this browser tab. */
export const session = createSession({ call, token: tokenStore, say, log, now: Date.now, isLeaving, forgetPrivate });
