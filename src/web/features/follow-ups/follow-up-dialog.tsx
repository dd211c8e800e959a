import { useState, type SubmitEvent } from 'react';
import { messageOf, useAction } from '#web/lib/failure.ts';
import { knownTimeZone } from '#web/lib/browser-time-zone.ts';
import { readWhen } from '#web/lib/natural-time.ts';
import { useUser } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeader } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { WhenInput, DateTimeInput } from '#web/ui/when-input.tsx';
import { addFollowUp, snooze } from './follow-up-actions.ts';
import type { FollowUpRequest } from './follow-up-request.ts';
import { morningIn } from './due.ts';
import { presets, texts, snoozePresets } from './texts.ts';

/** Enter alone snoozes until tomorrow. */
function SnoozeForm({ request, onDone }: { request: FollowUpRequest; onDone: () => void }) {
  const [now] = useState(() => Date.now());
  const zone = knownTimeZone(useUser().settings.timezone);
  const [until, setUntil] = useState(() => readWhen('tomorrow', { now, zone }));
  const save = (at: string | null) => {
    if (at === null) return;
    onDone();
    void snooze(request, { until: at, zone });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save(until);
  };
  return (
    <DialogContent>
      <form onSubmit={submit}>
        <DialogHeader title={texts.snoozeTitle(request.name)} text={texts.snoozeHint} />
        <div className="mt-4 flex flex-col gap-4">
          <div className="flex flex-wrap gap-2">
            {snoozePresets.map(({ words, label }) => (
              <Button key={words} variant="outline" size="sm" onClick={() => save(readWhen(words, { now: Date.now(), zone }))}>
                {label}
              </Button>
            ))}
          </div>
          <Field label={texts.until} error={until === null ? texts.untilError : null}>
            <WhenInput value={until} zone={zone} onChange={setUntil} focused />
          </Field>
        </div>
        <DialogFooter>
          <Button type="submit" disabled={until === null}>
            {texts.snooze}
          </Button>
        </DialogFooter>
      </form>
    </DialogContent>
  );
}

interface FollowUpDialogProps {
  open: boolean;
  request: FollowUpRequest | null;
  onClose: () => void;
}

export function FollowUpDialog({ open, request, onClose }: FollowUpDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose}>
      {request?.onSnoozed ? <SnoozeForm request={request} onDone={onClose} /> : null}
      {request && !request.onSnoozed ? <FollowUpForm request={request} onDone={onClose} /> : null}
    </Dialog>
  );
}

function FollowUpForm({ request, onDone }: { request: FollowUpRequest; onDone: () => void }) {
  const [now] = useState(() => Date.now());
  const [dueAt, setDueAt] = useState<string | null>(() => morningIn(3, now));
  const [note, setNote] = useState('');
  const { isBusy, failure, start } = useAction((error) => texts.actionFailed(messageOf(error)));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (dueAt === null) return;
    void start(async () => {
      await addFollowUp(request.leadId, { dueAt, note });
      onDone();
    });
  };
  return (
    <DialogContent>
      <form onSubmit={submit}>
        <DialogHeader title={texts.dialogTitle(request.name)} text={texts.hint} />
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
            <Input
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a key or a click; Enter then saves
              autoFocus
              value={note}
              maxLength={1000}
              placeholder={texts.notePlaceholder}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
        </div>
        <DialogFooter>
          <Button type="submit" busy={isBusy} disabled={dueAt === null}>
            {texts.save}
          </Button>
        </DialogFooter>
      </form>
    </DialogContent>
  );
}
