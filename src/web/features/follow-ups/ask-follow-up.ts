import type { EventPayload } from '#shared/events.ts';
import { followUpRoutes, type FollowUp, type FollowUpUpdate } from '#shared/follow-ups.ts';
import type { Lead } from '#shared/leads.ts';
import { call, markStale } from '#web/lib/api.ts';
import { toast, toastWithAction } from '#web/ui/toaster.tsx';
import { morningIn } from './due.ts';
import { texts } from './texts.ts';

const sayFailure = (error: unknown) => toast.error(texts.worked(error instanceof Error ? error.message : String(error)));
const refresh = (leadId: string) => markStale(['/follow-ups', '/dashboard', `/leads/${leadId}/timeline`]);

export async function addFollowUp(leadId: string, body: { dueAt: string; note: string }): Promise<void> {
  await call(followUpRoutes.create, { params: { id: leadId }, body });
  refresh(leadId);
  toast.success(texts.saved);
}

/** An answer stands on Reddit: says so, and offers to come back to whom it was for. */
export function sayAnswered({ subreddit, lead }: EventPayload<'answer-sent'>): void {
  toast.success(texts.standsNow(subreddit));
  if (lead) offerFollowUp(lead);
}

/** After an answer went out: asks in passing, and leaves by itself. */
export function offerFollowUp({ id, redditUsername }: Pick<Lead, 'id' | 'redditUsername'>): void {
  const add = () => void addFollowUp(id, { dueAt: morningIn(3, Date.now()), note: '' }).catch(sayFailure);
  toastWithAction(texts.offer(redditUsername), { label: texts.offerAction, onSelect: add }, { duration: 8000 });
}

/** Says what was done, with the way back. */
export async function changeFollowUp({ id, lead, dueAt, doneAt }: FollowUp, update: FollowUpUpdate): Promise<void> {
  const send = async (body: FollowUpUpdate) => {
    await call(followUpRoutes.update, { params: { id }, body });
    refresh(lead.id);
  };
  try {
    await send(update);
    const back = () => void send({ snoozeUntil: dueAt, done: doneAt !== null }).catch(sayFailure);
    toastWithAction(update.done === true ? texts.saidDone : texts.moved, { label: texts.undo, onSelect: back });
  } catch (error) {
    sayFailure(error);
  }
}

export async function removeFollowUp({ id, lead }: FollowUp): Promise<void> {
  try {
    await call(followUpRoutes.remove, { params: { id } });
    refresh(lead.id);
    toast(texts.removed);
  } catch (error) {
    sayFailure(error);
  }
}
