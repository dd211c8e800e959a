import { useState, useEffect, useEffectEvent } from 'react';
import { leadRoutes, leadUpdateSchema, type Lead } from '#shared/leads.ts';
import { LeadFollowUps } from '#web/features/follow-ups/follow-up-row.tsx';
import { texts as inboxTexts } from '#web/features/inbox/texts.ts';
import { useApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { ChipInput } from '#web/ui/chip-input.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { Field, Input, Textarea } from '#web/ui/field.tsx';
import { SectionHeading } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { texts, timelineLabels } from './texts.ts';
import { updateLead } from './stage.tsx';
import { Button } from '#web/ui/button.tsx';

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed';

interface Options {
  save: (text: string) => Promise<unknown>;
  onState: (state: SaveState) => void;
  /** Milliseconds without a change before saving. */
  delay: number;
  schedule: (run: () => void, delay: number) => () => void;
}

export interface Autosave {
  change: (text: string) => void;
  /** Saves pending text immediately. */
  flush: () => void;
}

/** Debounced save, one at a time. Text typed during a save is saved after it, so the last text wins. */
export function createAutosave({ save, onState, delay, schedule }: Options): Autosave {
  let pending: string | null = null;
  let running = false;
  let cancel = () => {};

  const run = async (): Promise<void> => {
    cancel();
    if (running || pending === null) return;
    const text = pending;
    pending = null;
    running = true;
    onState('saving');
    let failed = false;
    try {
      await save(text);
    } catch {
      failed = true;
      pending ??= text;
    }
    running = false;
    if (failed) onState('failed');
    else if (pending === null) onState('saved');
    else await run();
  };

  return {
    change: (text) => {
      pending = text;
      cancel();
      onState('waiting');
      cancel = schedule(() => void run(), delay);
    },
    flush: () => void run(),
  };
}

const afterDelay = (run: () => void, delay: number): (() => void) => {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
};

const showFailure = (error: unknown) => toast.error(inboxTexts.failed(messageOf(error)));

export function PersonPanel({ lead }: { lead: Lead }) {
  return (
    <div className="flex flex-col gap-6">
      {lead.campaigns.length > 1 ? (
        <p className="text-13 text-muted">
          {texts.foundBy} <bdi>{lead.campaigns.map(({ name, score }) => `${name} (${String(score)})`).join(', ')}</bdi>
        </p>
      ) : null}
      <Notes key={lead.id} lead={lead} />
      <Field label={texts.tags}>
        <ChipInput
          values={lead.tags}
          max={30}
          placeholder={texts.tagPlaceholder}
          onChange={(tags) => updateLead(lead.id, { tags }).catch(showFailure)}
        />
      </Field>
      <Value key={`${lead.id} ${String(lead.value)}`} lead={lead} />
      <LeadFollowUps lead={lead} />
      <section>
        <SectionHeading>{texts.timeline}</SectionHeading>
        <Timeline leadId={lead.id} />
      </section>
    </div>
  );
}

function Value({ lead }: { lead: Lead }) {
  const [error, setError] = useState<string | null>(null);
  const commit = (text: string) => {
    const value = text.trim() === '' ? null : Number(text.replace(',', '.'));
    if (!leadUpdateSchema.shape.value.safeParse(value).success) {
      setError(texts.valueError);
      return;
    }
    setError(null);
    if (value !== lead.value) updateLead(lead.id, { value }).catch(showFailure);
  };
  return (
    <Field label={texts.value} hint={texts.valueHint} error={error}>
      <Input
        inputMode="decimal"
        defaultValue={lead.value ?? ''}
        className="tabular-nums"
        onBlur={(event) => commit(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
      />
    </Field>
  );
}

function Timeline({ leadId }: { leadId: string }) {
  const { data, error, mutate, isValidating } = useApi(leadRoutes.timeline, { params: { id: leadId }, query: { limit: 100 } });
  if (!data && error) {
    return (
      <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
        {texts.timelineFailed} {error.message}
      </ErrorState>
    );
  }
  if (!data) {
    return (
      <div aria-busy="true" className="flex flex-col gap-4 pt-3">
        {['w-2/3', 'w-1/2', 'w-3/5'].map((width) => (
          <Skeleton key={width} className={`h-3 ${width}`} />
        ))}
      </div>
    );
  }
  if (data.items.length === 0) return <p className="pt-3 text-13 text-muted">{texts.timelineEmpty}</p>;
  return (
    <>
      <ol className="pt-1">
        {data.items.map((entry) => (
          <li key={entry.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-line py-2 text-13 last:border-b-0">
            <span dir="auto" className="wrap-anywhere">
              <span className="sr-only">{timelineLabels[entry.kind]}: </span>
              {entry.text}
            </span>
            <TimeAgo at={entry.at} className="text-12 leading-5 whitespace-nowrap text-muted" />
          </li>
        ))}
      </ol>
      {data.nextCursor ? <p className="pt-2 text-12 text-muted">{texts.timelinePart(data.items.length, data.total)}</p> : null}
    </>
  );
}

const delay = 800;

const stateLabels: Record<SaveState, string> = { saved: texts.saved, waiting: texts.unsaved, saving: texts.saving, failed: texts.notSaved };

function Notes({ lead }: { lead: Lead }) {
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
