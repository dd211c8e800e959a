import { redditAccountRoutes } from '#shared/reddit-account.ts';
import { call } from '#web/lib/api.ts';
import { privateKey, sessionStore } from '#web/lib/storage.ts';

const returnKey = privateKey('reddit-return');

/** Leaves for Reddit's consent page; the way back leads to where the user is now. */
export async function goToReddit(scope: 'read' | 'submit'): Promise<void> {
  const { url } = await call(redditAccountRoutes.connect, { query: { scope } });
  sessionStore.set(returnKey, `${location.pathname}${location.search}`);
  location.assign(url);
}

/** Where the user left from; a path of ours and nothing else. */
export function takeReturnPath(): string {
  const path = sessionStore.get(returnKey) ?? '';
  sessionStore.remove(returnKey);
  return path.startsWith('/dashboard') ? path : '/dashboard/settings?tab=reddit';
}
