import { followUpRoutes, type FollowUp, type FollowUpUpdate } from '#shared/follow-ups.ts';
import type { Lead } from '#shared/leads.ts';
import { forgetUnsent, recordStep, sendWhenReachable } from '#web/features/inbox/actions/undo.ts';
import { removeWhenReachable } from '#web/features/inbox/actions/unsent.ts';
import type { Change } from '#web/lib/kept-store.ts';
import { call, markStale, keepalive, newKey, pathOf } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/failure.ts';
import { dateFormat } from '#web/lib/format.ts';
import { toast, toastWithAction } from '#web/ui/toaster.tsx';
import { morningIn } from './due.ts';
import type { FollowUpRequest } from './follow-up-request.ts';
import { texts } from './texts.ts';

const showFailure = (error: unknown) => toast.error(texts.actionFailed(messageOf(error)));
const refresh = (leadId: string) => markStale(['/follow-ups', '/dashboard', `/leads/${leadId}/timeline`]);

const removeById = async (id: string, leadId: string) => {
  await removeWhenReachable(() => call(followUpRoutes.remove, { params: { id } }, keepalive));
  refresh(leadId);
};

/** Keys of what wasn't answered: whoever sends it again gets the one follow-up that the server may have created already. */
const unansweredKeys = new Map<string, string>();

const create = async (leadId: string, body: { dueAt: string; setAt?: string; note: string }): Promise<FollowUp> => {
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

/** Sets the person's follow-up to this time, and resolves to what reverts that. */
export async function setDue(leadId: string, until: string): Promise<() => Promise<void>> {
  const { items } = await call(followUpRoutes.list, { query: { leadId, limit: 1 } });
  const [open] = items;
  if (!open) {
    const created = await create(leadId, { dueAt: until, note: '' });
    return () => removeById(created.id, leadId);
  }
  const move = async (body: FollowUpUpdate) => {
    await call(followUpRoutes.update, { params: { id: open.id }, body }, keepalive);
    refresh(leadId);
  };
  await move({ snoozeUntil: until });
  return () => move({ snoozeUntil: open.dueAt, setAt: open.setAt });
}

interface Snooze {
  until: string;
  zone: string;
}

/** "Tue, Dec 1, 9:00 AM". */
export const snoozeTime = ({ until, zone }: Snooze): string =>
  dateFormat({
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(Date.parse(until));

/** The lead leaves the leads that need a reply until its follow-up is due. */
export async function snooze({ leadId, onSnoozed }: FollowUpRequest, { until, zone }: Snooze): Promise<void> {
  const bringBack = onSnoozed?.();
  const label = texts.snoozed(snoozeTime({ until, zone }));
  const change: Change = { snooze: { leadId, until }, effect: { snoozed: leadId }, label };
  await recordStep({
    sent: sendWhenReachable(() => setDue(leadId, until), change),
    restore: async () => {
      forgetUnsent(change);
      bringBack?.();
    },
    label,
  });
}

/** Offers a follow-up after the user has contacted someone elsewhere. */
export function offerFollowUp({ id, redditUsername }: Pick<Lead, 'id' | 'redditUsername'>): void {
  const add = () => void addFollowUp(id, { dueAt: morningIn(3, Date.now()), note: '' }).catch(showFailure);
  toastWithAction(texts.offer(redditUsername), { label: texts.offerAction, onSelect: add }, { duration: 8000 });
}

type Changed = Pick<FollowUp, 'id' | 'dueAt' | 'doneAt'> & Partial<Pick<FollowUp, 'setAt'>> & { lead: Pick<FollowUp['lead'], 'id'> };

export async function changeFollowUp({ id, lead, dueAt, setAt, doneAt }: Changed, update: FollowUpUpdate): Promise<void> {
  const send = async (body: FollowUpUpdate) => {
    const change: Change = {
      requests: [{ method: 'PATCH', path: pathOf(followUpRoutes.update, { params: { id }, body }), body }],
      effect: body.done === true || Date.parse(body.snoozeUntil ?? '') > Date.now() ? { snoozed: lead.id } : {},
      label: body.done === true ? texts.markedDone : texts.moved,
    };
    await sendWhenReachable(() => call(followUpRoutes.update, { params: { id }, body }, keepalive), change);
    refresh(lead.id);
  };
  const sent = send(update).then(
    () => () => send({ ...(update.snoozeUntil !== undefined && { snoozeUntil: dueAt, setAt }), done: doneAt !== null }),
  );
  await recordStep({ sent, label: update.done === true ? texts.markedDone : texts.moved });
}

export async function removeFollowUp({ id, lead, dueAt, setAt, note }: FollowUp): Promise<void> {
  const sent = removeById(id, lead.id).then(() => async () => void (await create(lead.id, { dueAt, setAt, note })));
  await recordStep({ sent, label: texts.removed });
}
