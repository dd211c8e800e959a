import { useState, type SubmitEvent } from 'react';
import { Button } from '#web/ui/button.tsx';
import { DateTimeInput } from '#web/ui/date-time-input.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Note } from '#web/ui/note.tsx';
import { addFollowUp } from './follow-up-actions.ts';
import type { FollowUpRequest } from './follow-up-request.ts';
import { morningIn } from './due.ts';
import { presets, texts } from './texts.ts';

interface FollowUpDialogProps {
  open: boolean;
  request: FollowUpRequest | null;
  onClose: () => void;
}

export function FollowUpDialog({ open, request, onClose }: FollowUpDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose}>
      {request ? <FollowUpForm request={request} onDone={onClose} /> : null}
    </Dialog>
  );
}

function FollowUpForm({ request, onDone }: { request: FollowUpRequest; onDone: () => void }) {
  const [now] = useState(() => Date.now());
  const [dueAt, setDueAt] = useState<string | null>(() => morningIn(3, now));
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (dueAt === null) return;
    setBusy(true);
    try {
      await addFollowUp(request.leadId, { dueAt, note });
      onDone();
    } catch (error) {
      setFailure(texts.actionFailed(error instanceof Error ? error.message : String(error)));
      setBusy(false);
    }
  };
  return (
    <DialogContent>
      <form onSubmit={(event) => void submit(event)}>
        <DialogHeader>
          <DialogTitle>{texts.dialogTitle(request.name)}</DialogTitle>
          <DialogDescription>{texts.hint}</DialogDescription>
        </DialogHeader>
        <div className="mt-4 flex flex-col gap-4">
          {failure ? <Note tone="bad">{failure}</Note> : null}
          <div className="flex flex-wrap gap-2">
            {presets.map(({ days, label }) => {
              const at = morningIn(days, now);
              return (
                <Button key={days} variant="outline" size="sm" aria-pressed={at === dueAt} onClick={() => setDueAt(at)}>
                  {label}
                </Button>
              );
            })}
          </div>
          <Field label={texts.when} error={dueAt === null ? texts.whenError : null}>
            <DateTimeInput value={dueAt} onChange={setDueAt} />
          </Field>
          <Field label={texts.note}>
            <Input value={note} maxLength={1000} placeholder={texts.notePlaceholder} onChange={(event) => setNote(event.target.value)} />
          </Field>
        </div>
        <DialogFooter>
          <Button type="submit" busy={busy} disabled={dueAt === null}>
            {texts.save}
          </Button>
        </DialogFooter>
      </form>
    </DialogContent>
  );
}
