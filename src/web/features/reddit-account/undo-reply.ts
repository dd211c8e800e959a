import { outboxRoutes } from '#shared/outbox.ts';
import { removeWhenReachable } from '#web/features/inbox/actions/undo.ts';
import { keepalive } from '#web/lib/api-client.ts';
import { call, markStale } from '#web/lib/api.ts';

/** Rejects once the reply is being posted. */
export async function undoReply(id: string): Promise<void> {
  try {
    await removeWhenReachable(() => call(outboxRoutes.undo, { params: { id } }, keepalive));
  } finally {
    markStale(['/outbox', '/schedule', '/leads']);
  }
}
