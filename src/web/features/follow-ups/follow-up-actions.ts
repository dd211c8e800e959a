import type { EventPayload } from '#shared/events.ts';
import { followUpRoutes, type FollowUp, type FollowUpUpdate } from '#shared/follow-ups.ts';
import type { Lead } from '#shared/leads.ts';
import { recordStep, sendWhenReachable } from '#web/features/inbox/actions/undo.ts';
import { keepalive, newKey } from '#web/lib/api-client.ts';
import { ApiError, call, markStale } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { toast, toastWithAction } from '#web/ui/toaster.tsx';
import { morningIn } from './due.ts';
import { texts } from './texts.ts';

const showFailure = (error: unknown) => toast.error(texts.actionFailed(messageOf(error)));
const refresh = (leadId: string) => markStale(['/follow-ups', '/dashboard', `/leads/${leadId}/timeline`]);

/** Sent until the server responds. If an earlier response was lost, it is gone already. */
const removeById = async (id: string, leadId: string) => {
  let attempts = 0;
  await sendWhenReachable(async () => {
    attempts += 1;
    try {
      await call(followUpRoutes.remove, { params: { id } }, keepalive);
    } catch (error) {
      if (attempts === 1 || !(error instanceof ApiError) || error.status !== 404) throw error;
    }
  });
  refresh(leadId);
};

/** Keys of what wasn't answered: whoever sends it again gets the one follow-up that the server may have created already. */
const unansweredKeys = new Map<string, string>();

const create = async (leadId: string, body: { dueAt: string; note: string }): Promise<FollowUp> => {
  const content = JSON.stringify([leadId, body]);
  const key = unansweredKeys.get(content) ?? newKey();
  unansweredKeys.set(content, key);
  const created = await call(followUpRoutes.create, { params: { id: leadId }, body: { ...body, key } });
  unansweredKeys.delete(content);
  refresh(leadId);
  return created;
};

/** Rejects if the server refuses. */
export async function addFollowUp(leadId: string, body: { dueAt: string; note: string }): Promise<void> {
  const created = await create(leadId, body);
  await recordStep({ sent: Promise.resolve(() => removeById(created.id, leadId)), label: texts.saved });
}

export function announceReply({ subreddit, lead }: EventPayload<'answer-sent'>): void {
  toast.success(texts.replyPosted(subreddit));
  if (lead) offerFollowUp(lead);
}

/** Offers a follow-up after a reply was posted. */
export function offerFollowUp({ id, redditUsername }: Pick<Lead, 'id' | 'redditUsername'>): void {
  const add = () => void addFollowUp(id, { dueAt: morningIn(3, Date.now()), note: '' }).catch(showFailure);
  toastWithAction(texts.offer(redditUsername), { label: texts.offerAction, onSelect: add }, { duration: 8000 });
}

export async function changeFollowUp({ id, lead, dueAt, doneAt }: FollowUp, update: FollowUpUpdate): Promise<void> {
  const send = async (body: FollowUpUpdate) => {
    await sendWhenReachable(() => call(followUpRoutes.update, { params: { id }, body }, keepalive));
    refresh(lead.id);
  };
  const sent = send(update).then(() => () => send({ snoozeUntil: dueAt, done: doneAt !== null }));
  await recordStep({ sent, label: update.done === true ? texts.markedDone : texts.moved });
}

export async function removeFollowUp({ id, lead, dueAt, note }: FollowUp): Promise<void> {
  const sent = removeById(id, lead.id).then(() => async () => void (await create(lead.id, { dueAt, note })));
  await recordStep({ sent, label: texts.removed });
}
