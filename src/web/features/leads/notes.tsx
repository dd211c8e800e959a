import { useEffect, useEffectEvent, useState } from 'react';
import type { Lead } from '#shared/leads.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { afterDelay, createAutosave, type SaveState } from './autosave.ts';
import { texts } from './texts.ts';
import { updateLead } from './update-lead.ts';

const delay = 800;

const stateLabels: Record<SaveState, string> = { saved: texts.saved, waiting: texts.unsaved, saving: texts.saving, failed: texts.notSaved };

export function Notes({ lead }: { lead: Lead }) {
  const [state, setState] = useState<SaveState | null>(null);
  const { id } = lead;
  const [autosave] = useState(() =>
    createAutosave({ delay, schedule: afterDelay, onState: setState, save: (notes) => updateLead(id, { notes }) }),
  );
  const leave = useEffectEvent(() => autosave.flush());
  useEffect(() => () => leave(), []);
  return (
    <Field
      label={texts.notes}
      hint={texts.notesHint}
      aside={
        <output aria-live="polite" className={state === 'failed' ? 'text-bad' : undefined}>
          {state === null ? '' : stateLabels[state]}
          {state === 'failed' ? (
            <Button variant="link" size="sm" className="ml-1 text-12!" onClick={autosave.flush}>
              {texts.tryAgain}
            </Button>
          ) : null}
        </output>
      }
    >
      <Textarea
        dir="auto"
        rows={4}
        maxLength={20_000}
        defaultValue={lead.notes}
        onChange={(event) => autosave.change(event.target.value)}
        onBlur={autosave.flush}
        className="field-sizing-content min-h-24"
      />
    </Field>
  );
}
