import type { OwnUser } from '#shared/auth.ts';
import type { Route } from '#shared/route.ts';
import { ApiError, messageOf, unreachableError } from '#web/lib/failure.ts';
import { call, markStale } from '#web/lib/api.ts';
import { offlineSince, startKeeping, takeOrphans } from '#web/lib/kept.ts';
import { removeChange, type KeptChange } from '#web/lib/kept-store.ts';
import { dateFormat } from '#web/lib/format.ts';
import { toast } from '#web/ui/toaster.tsx';
import { isForLater, showOffline, unsent, unsentTexts as texts } from './unsent.ts';

async function perform({ requests = [], snooze }: KeptChange): Promise<void> {
  for (const { method, path, body } of requests) await call({ method, path, access: 'user' } as Route, { body });
  if (!snooze) return;
  const { setDue } = await import('#web/features/follow-ups/follow-up-actions.ts');
  await setDue(snooze.leadId, snooze.until);
}

/** Rejects while it can't be sent. */
async function sendKept(change: KeptChange): Promise<void> {
  try {
    await perform(change);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Without the network, or from a server that is too busy, it is tried again; without a session or in another workspace, by
    // a page that may.
    if (error.status === 429 || error.status >= 502) throw unreachableError(error);
    if (error.status === 0 || isForLater(error)) throw error;
    toast.error(texts.refused(change.label, messageOf(error)));
  }
  await removeChange(change.id);
}

/** Changes of pages that were closed before the network was back, in the order in which they were made. */
function sendOrphans(): void {
  const send = async (changes: KeptChange[]) => {
    await Promise.all(changes.map((change) => unsent.adopt(() => sendKept(change))));
    if (changes.length > 0) markStale(['/dashboard', '/posts', '/leads', '/follow-ups']);
  };
  takeOrphans(send).catch(() => {});
}

/** With the day where that was yesterday or before. */
function clock(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return dateFormat({ ...(isToday ? {} : { day: 'numeric', month: 'short' }), hour: 'numeric', minute: '2-digit' }).format(at);
}

/** Keeps what is needed without a network, says since when there is none, and sends what waits. Returns what ends that. */
export function watchOffline(user: OwnUser, token: string): () => void {
  const stop = startKeeping(user, token);
  const say = () => {
    const since = offlineSince.get();
    showOffline(since === null ? null : clock(since));
    if (since === null) unsent.tryNow();
  };
  const forget = offlineSince.subscribe(say);
  addEventListener('online', unsent.tryNow);
  sendOrphans();
  say();
  return () => {
    stop();
    forget();
    removeEventListener('online', unsent.tryNow);
  };
}
