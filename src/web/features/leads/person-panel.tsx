import { useState, useEffect, useEffectEvent, type ComponentProps, type KeyboardEvent, useId } from 'react';
import { type Lead, leadUpdateSchema } from '#shared/leads.ts';
import { LeadFollowUps } from '#web/features/follow-ups/follow-up-row.tsx';
import { texts as inboxTexts } from '#web/features/inbox/texts.ts';
import { useMembers } from '#web/features/workspaces/use-members.ts';
import { messageOf } from '#web/lib/failure.ts';
import { useIsNarrow } from '#web/lib/media.ts';
import { useCan, useIsTeam } from '#web/lib/session.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { ChipInput } from '#web/ui/chip-input.tsx';
import { Field, Input, Textarea } from '#web/ui/field.tsx';
import { SectionHeading } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { AssigneeSelect } from './lead-state.tsx';
import { updateLead } from './stage.tsx';
import { assigneeTexts, texts } from './texts.ts';
import { Timeline } from './timeline.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed';

interface Options {
  save: (text: string) => Promise<unknown>;
  onState: (state: SaveState) => void;
  /** Milliseconds without a change before saving. */
  delay: number;
  schedule: (run: () => void, delay: number) => () => void;
}

interface Autosave {
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
  const { work } = useCan();
  const isTeam = useIsTeam();
  const isNarrow = useIsNarrow();
  return (
    <div className="flex flex-col gap-6">
      {lead.campaigns.length > 1 ? (
        <p className="text-13 text-muted">
          {texts.foundBy} <bdi>{lead.campaigns.map(({ name, score }) => `${name} (${String(score)})`).join(', ')}</bdi>
        </p>
      ) : null}
      {isTeam && isNarrow ? (
        <Field label={assigneeTexts.label}>
          <AssigneeSelect lead={lead} isLabeled />
        </Field>
      ) : null}
      <Notes key={lead.id} lead={lead} />
      <fieldset disabled={!work} className="contents">
        <Field label={texts.tags}>
          <ChipInput
            values={lead.tags}
            max={30}
            placeholder={texts.tagPlaceholder}
            onChange={(tags) => updateLead(lead.id, { tags }).catch(showFailure)}
          />
        </Field>
      </fieldset>
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
  const { work } = useCan();
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
        readOnly={!work}
        defaultValue={lead.value ?? ''}
        className="tabular-nums"
        onBlur={(event) => commit(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
      />
    </Field>
  );
}

const delay = 800;

const stateLabels: Record<SaveState, string> = { saved: texts.saved, waiting: texts.unsaved, saving: texts.saving, failed: texts.notSaved };

function Notes({ lead }: { lead: Lead }) {
  const [state, setState] = useState<SaveState | null>(null);
  const { work } = useCan();
  const isTeam = useIsTeam();
  const { id } = lead;
  const [autosave] = useState(() =>
    createAutosave({ delay, schedule: afterDelay, onState: setState, save: (notes) => updateLead(id, { notes }) }),
  );
  const leave = useEffectEvent(() => autosave.flush());
  useEffect(() => () => leave(), []);
  return (
    <Field
      label={texts.notes}
      hint={isTeam ? texts.teamNotesHint : texts.notesHint}
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
      <MentionBox
        dir="auto"
        rows={4}
        readOnly={!work}
        maxLength={20_000}
        defaultValue={lead.notes}
        onText={(text) => autosave.change(text)}
        onBlur={autosave.flush}
        className="field-sizing-content min-h-24"
      />
    </Field>
  );
}

/** What is written after an @ right before the caret, and where it begins; null elsewhere, and inside an address. */
export function mentionAt(text: string, caret: number): { start: number; written: string } | null {
  const [, written] = /(?:^|[^\p{L}\p{N}_])@([\p{L}\p{N}._ -]{0,40})$/u.exec(text.slice(0, caret)) ?? [];
  return written === undefined ? null : { start: caret - written.length, written };
}

const maxShown = 6;
const intoView = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' });

interface MentionBoxProps extends Omit<ComponentProps<typeof Textarea>, 'onChange'> {
  onText: (text: string) => void;
}

/** A field in which `@` offers the people of the workspace: arrow keys choose, Enter or Tab takes, Escape closes. */
function MentionBox({ onText, readOnly, ...props }: MentionBoxProps) {
  const members = useMembers();
  const listId = useId();
  const [at, setAt] = useState<{ start: number; written: string } | null>(null);
  const [index, setIndex] = useState(0);
  const found = at
    ? members.filter(({ username, isYou }) => !isYou && username.toLowerCase().startsWith(at.written.toLowerCase())).slice(0, maxShown)
    : [];
  const active = found[Math.min(index, found.length - 1)];
  const look = (field: HTMLTextAreaElement) => {
    setAt(readOnly ? null : mentionAt(field.value, field.selectionStart));
    setIndex(0);
  };
  const take = (field: HTMLTextAreaElement, name: string) => {
    if (at === null) return;
    field.setRangeText(`${name} `, at.start, field.selectionStart, 'end');
    setAt(null);
    onText(field.value);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (active === undefined || event.nativeEvent.isComposing) return;
    const { key, currentTarget } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') setIndex((index + (key === 'ArrowDown' ? 1 : found.length - 1)) % found.length);
    else if (key === 'Enter' || key === 'Tab') take(currentTarget, active.username);
    else if (key === 'Escape') setAt(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const [field, setField] = useState<HTMLTextAreaElement | null>(null);
  return (
    <div className="relative">
      <Textarea
        {...props}
        ref={setField}
        readOnly={readOnly}
        aria-autocomplete={members.length > 0 ? 'list' : undefined}
        aria-controls={active ? listId : undefined}
        aria-activedescendant={active ? `${listId}-${active.id}` : undefined}
        onChange={(event) => {
          look(event.target);
          onText(event.target.value);
        }}
        onKeyDown={press}
        onBlur={(event) => {
          setAt(null);
          props.onBlur?.(event);
        }}
      />
      {active ? (
        <div
          id={listId}
          role="listbox"
          aria-label={texts.mention}
          ref={intoView}
          className="absolute inset-x-0 top-full z-10 mt-1 scroll-mb-4 rounded-lg bg-raised py-1 text-13 text-text shadow-float"
        >
          {found.map(({ id, username }) => (
            <div
              key={id}
              id={`${listId}-${id}`}
              role="option"
              aria-selected={id === active.id}
              tabIndex={-1}
              // Before the field loses the focus.
              onPointerDown={(event) => {
                event.preventDefault();
                if (field) take(field, username);
              }}
              className={cx('flex cursor-pointer items-center gap-2 px-2.5 py-1', id === active.id && 'bg-primary-soft')}
            >
              <Avatar name={username} />
              <bdi className="truncate">{username}</bdi>
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}
