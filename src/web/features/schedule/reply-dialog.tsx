import { useState, type SubmitEvent, type Ref, useImperativeHandle } from 'react';
import { CalendarClock } from 'lucide-react';
import { maxReplyLength } from '#shared/outbox.ts';
import { farthestDays, type ScheduledReply, type NewScheduled, scheduleRoutes, type ScheduledUpdate } from '#shared/schedule.ts';
import { messageOf, useAction } from '#web/lib/failure.ts';
import { call, markStale } from '#web/lib/api.ts';
import { knownTimeZone } from '#web/lib/browser-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { WhenInput } from '#web/ui/when-input.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeader } from '#web/ui/dialog.tsx';
import { Field, Textarea } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { texts } from './texts.ts';
import { dayMs, whenOf } from './week.ts';
import { useCloseGuard } from '#web/lib/leave-guard.tsx';
import { useUser } from '#web/lib/session.tsx';
import { toast, toastWithAction } from '#web/ui/toaster.tsx';

const refresh = () => markStale(['/schedule', '/outbox']);
const errorText = (error: unknown): string => texts.actionFailed(messageOf(error));

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

const scheduleReply = (body: NewScheduled): Promise<ScheduledReply> => call(scheduleRoutes.create, { body }).finally(refresh);
const saveReply = (id: string, body: ScheduledUpdate): Promise<ScheduledReply> =>
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

interface FormProps {
  title: string;
  hint: string;
  zone: string;
  /** Initial values. */
  message: string;
  dueAt: string | null;
  action: string;
  /** Rejects with a message for the user. */
  onSave: (answer: { message: string; dueAt: string }) => Promise<void>;
  onCancel?: () => void;
}

function ReplyForm({
  title,
  hint,
  zone,
  action,
  onSave,
  onCancel,
  onDirty,
  ...given
}: FormProps & { onDirty: (isDirty: boolean) => void }) {
  const [now] = useState(() => Date.now());
  const [{ message, dueAt }, setDraft] = useState({ message: given.message, dueAt: given.dueAt });
  // Set together with the change, so that an immediate Escape sees the dialog as dirty.
  const change = (draft: { message: string; dueAt: string | null }) => {
    setDraft(draft);
    onDirty(draft.message !== given.message || draft.dueAt !== given.dueAt);
  };
  const { isBusy, failure, start } = useAction(errorText);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (dueAt !== null && message.trim() !== '') void start(() => onSave({ message, dueAt }));
  };
  return (
    <form onSubmit={submit}>
      <DialogHeader title={title} text={hint} />
      <div className="mt-4 flex flex-col gap-4">
        {failure ? <Note tone="bad">{failure}</Note> : null}
        <Field label={texts.when} hint={texts.whenHint(zone)} error={dueAt === null ? texts.whenError : null}>
          <WhenInput
            value={dueAt}
            zone={zone}
            min={new Date(now).toISOString()}
            max={new Date(now + farthestDays * dayMs).toISOString()}
            onChange={(next) => change({ message, dueAt: next })}
          />
        </Field>
        <Field label={texts.message} error={message.trim() === '' ? texts.messageError : null}>
          <Textarea
            dir="auto"
            rows={7}
            maxLength={maxReplyLength}
            value={message}
            onChange={(event) => change({ message: event.target.value, dueAt })}
          />
        </Field>
      </div>
      <DialogFooter>
        {onCancel ? (
          <Button variant="ghost" className="mr-auto text-bad!" onClick={onCancel}>
            {texts.cancel}
          </Button>
        ) : null}
        <Button type="submit" busy={isBusy} disabled={dueAt === null || message.trim() === ''}>
          {action}
        </Button>
      </DialogFooter>
    </form>
  );
}

interface ScheduleDialogProps extends FormProps {
  open: boolean;
  onClose: () => void;
}

/** Asks before closing with unsaved changes. */
function ScheduleDialog({ open, onClose, ...form }: ScheduleDialogProps) {
  const [isDirty, setDirty] = useState(false);
  // Reset when reopened.
  if (!open && isDirty) setDirty(false);
  const guard = useCloseGuard(isDirty, onClose);
  return (
    <Dialog open={open} onOpenChange={guard.onOpenChange}>
      {open ? (
        <DialogContent>
          <ReplyForm {...form} onDirty={setDirty} />
          {guard.questions}
        </DialogContent>
      ) : null}
    </Dialog>
  );
}

interface ReplyDialogProps {
  reply: ScheduledReply;
  zone: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ReplyDialog({ reply, zone, open, onOpenChange }: ReplyDialogProps) {
  const save = async ({ message, dueAt }: { message: string; dueAt: string }) => {
    const update = { ...(message === reply.message ? {} : { message }), ...(dueAt === reply.dueAt ? {} : { dueAt }) };
    if (Object.keys(update).length > 0) await saveReply(reply.id, update);
    onOpenChange(false);
  };
  const cancel = () => {
    onOpenChange(false);
    void removeReply(reply);
  };
  return (
    <ScheduleDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={`${texts.editTitle}: ${texts.to(reply)}`}
      hint={texts.editHint}
      zone={zone}
      message={reply.message}
      dueAt={reply.dueAt}
      action={texts.save}
      onSave={save}
      onCancel={cancel}
    />
  );
}

export interface ScheduleHandle {
  open: () => void;
}

interface ScheduleButtonProps {
  postId: string;
  account: string | undefined;
  text: string;
  /** When to follow up on a reply that is posted at a time (UTC ms). */
  followUpAfter: (at: number) => string | null;
  onScheduled: () => void;
  ref?: Ref<ScheduleHandle>;
}

const hourMs = 3_600_000;
/** The full hour after the next one: soon, with time to reconsider. */
const soon = (now: number): string => new Date(Math.ceil(now / hourMs) * hourMs + hourMs).toISOString();

export function ScheduleButton({ postId, account, text, followUpAfter, onScheduled, ref }: ScheduleButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [first, setFirst] = useState<string | null>(null);
  const zone = knownTimeZone(useUser().settings.timezone);
  const open = () => {
    setFirst(soon(Date.now()));
    setOpen(true);
  };
  useImperativeHandle(ref, () => ({ open }));
  const plan = async ({ message, dueAt }: { message: string; dueAt: string }) => {
    const made = await scheduleReply({ postId, account, message, dueAt, followUpAt: followUpAfter(Date.parse(dueAt)) });
    setOpen(false);
    toast.success(texts.scheduled(whenOf(made.dueAt, zone)), { duration: 4000 });
    onScheduled();
  };
  return (
    <>
      <Button variant="outline" size="sm" icon={CalendarClock} disabled={text.trim() === ''} onClick={open}>
        <span className="max-md:sr-only">{texts.schedule}</span>
      </Button>
      <ScheduleDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={texts.newTitle}
        hint={texts.newHint}
        zone={zone}
        message={text}
        dueAt={first}
        action={texts.confirm}
        onSave={plan}
      />
    </>
  );
}
