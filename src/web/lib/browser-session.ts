import { call } from './api.ts';
import { watchLeaving } from './leaving.ts';
import { log } from './log.ts';
import { say } from './say.ts';
import { createSession } from './session-store.ts';
import { tokenStore } from './token.ts';

/** The session of this browser tab. */
export const session = createSession({ call, token: tokenStore, say, log, now: Date.now, isLeaving: watchLeaving(window, Date.now) });
