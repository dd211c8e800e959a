import { scheduleRoutes, type ScheduledReply, type ScheduledUpdate } from '#shared/schedule.ts';
import { call, markStale } from '#web/lib/api.ts';
import { toast, toastWithAction } from '#web/ui/toaster.tsx';
import { texts } from './texts.ts';

const refresh = () => markStale(['/schedule', '/outbox']);
export const wordsOf = (error: unknown): string => texts.worked(error instanceof Error ? error.message : String(error));

/** Says what came of it; answers whether it worked. */
async function attempt(work: () => Promise<string>): Promise<boolean> {
  try {
    toast.success(await work());
    return true;
  } catch (error) {
    toast.error(wordsOf(error));
    return false;
  } finally {
    refresh();
  }
}

export const planReply = (body: { postId: string; message: string; dueAt: string }): Promise<ScheduledReply> =>
  call(scheduleRoutes.create, { body }).finally(refresh);
export const saveReply = (id: string, body: ScheduledUpdate): Promise<ScheduledReply> =>
  call(scheduleRoutes.update, { params: { id }, body }).finally(refresh);

export const changeReply = (id: string, body: ScheduledUpdate, done: string): Promise<boolean> =>
  attempt(async () => {
    await call(scheduleRoutes.update, { params: { id }, body });
    return done;
  });

/** Its success shows at every answer. */
export async function holdAll(paused: boolean): Promise<void> {
  await call(scheduleRoutes.pauseAll, { body: { paused } }).catch((error: unknown) => toast.error(wordsOf(error)));
  refresh();
}

/** What had not gone out can be put back for as long as the toast stands. */
export async function removeReply({ id, postId, message, dueAt, state }: ScheduledReply): Promise<void> {
  try {
    await call(scheduleRoutes.remove, { params: { id } });
    const isLost = postId === null || state !== 'queued' || Date.parse(dueAt) <= Date.now();
    if (isLost) toast.success(texts.cancelled);
    else
      toastWithAction(texts.cancelled, {
        label: texts.undo,
        onSelect: () => void planReply({ postId, message, dueAt }).catch((error: unknown) => toast.error(wordsOf(error))),
      });
  } catch (error) {
    toast.error(wordsOf(error));
  } finally {
    refresh();
  }
}
