import { type NewScheduled, scheduleRoutes, type ScheduledReply, type ScheduledUpdate } from '#shared/schedule.ts';
import { call, markStale } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { toast, toastWithAction } from '#web/ui/toaster.tsx';
import { texts } from './texts.ts';

const refresh = () => markStale(['/schedule', '/outbox']);
export const errorText = (error: unknown): string => texts.actionFailed(messageOf(error));

/** Shows a toast with the outcome; resolves to whether it succeeded. */
async function attempt(work: () => Promise<string>): Promise<boolean> {
  try {
    toast.success(await work());
    return true;
  } catch (error) {
    toast.error(errorText(error));
    return false;
  } finally {
    refresh();
  }
}

export const scheduleReply = (body: NewScheduled): Promise<ScheduledReply> => call(scheduleRoutes.create, { body }).finally(refresh);
export const saveReply = (id: string, body: ScheduledUpdate): Promise<ScheduledReply> =>
  call(scheduleRoutes.update, { params: { id }, body }).finally(refresh);

export const changeReply = (id: string, body: ScheduledUpdate, done: string): Promise<boolean> =>
  attempt(async () => {
    await call(scheduleRoutes.update, { params: { id }, body });
    return done;
  });

/** No toast on success: every scheduled reply shows it. */
export async function pauseAll(paused: boolean): Promise<void> {
  await call(scheduleRoutes.pauseAll, { body: { paused } }).catch((error: unknown) => toast.error(errorText(error)));
  refresh();
}

/** A reply that wasn't posted yet can be restored from the toast. */
export async function removeReply({ id, postId, message, dueAt, followUpAt, state }: ScheduledReply): Promise<void> {
  try {
    await call(scheduleRoutes.remove, { params: { id } });
    const isLost = postId === null || state !== 'queued' || Date.parse(dueAt) <= Date.now();
    if (isLost) toast.success(texts.canceled);
    else
      toastWithAction(texts.canceled, {
        label: texts.undo,
        onSelect: () => void scheduleReply({ postId, message, dueAt, followUpAt }).catch((error: unknown) => toast.error(errorText(error))),
      });
  } catch (error) {
    toast.error(errorText(error));
  } finally {
    refresh();
  }
}
