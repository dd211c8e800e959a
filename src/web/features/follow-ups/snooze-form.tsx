import { useState, type SubmitEvent } from 'react';
import { knownTimeZone } from '#web/lib/browser-time-zone.ts';
import { readWhen } from '#web/lib/natural-time.ts';
import { useUser } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogContent, DialogFooter, DialogHeader } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { WhenInput } from '#web/ui/when-input.tsx';
import { snooze } from './follow-up-actions.ts';
import type { FollowUpRequest } from './follow-up-request.ts';
import { snoozePresets, texts } from './texts.ts';

/** Enter alone snoozes until tomorrow. */
export function SnoozeForm({ request, onDone }: { request: FollowUpRequest; onDone: () => void }) {
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
