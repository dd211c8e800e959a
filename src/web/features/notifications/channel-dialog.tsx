import { useState, type SubmitEvent } from 'react';
import { channelKinds, channelRoutes, type Channel } from '#shared/notify.ts';
import { Secret } from '#web/features/settings/secret.tsx';
import { ApiError, call, markStale } from '#web/lib/api.ts';
import { browserTimeZone } from '#web/lib/browser-time-zone.ts';
import { useCloseGuard } from '#web/lib/close-guard.tsx';
import { fieldErrorsOf, type FieldErrors } from '#web/lib/form.ts';
import { useUser } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Note } from '#web/ui/note.tsx';
import { Select } from '#web/ui/select.tsx';
import { changeOf, type ChannelDraft, draftOf, freshDraft, newChannelOf, plainErrors, withKind } from './draft.ts';
import { EmailNote } from './email-note.tsx';
import { NotifyFields, WhenFields } from './rule-fields.tsx';
import { TargetFields } from './target-fields.tsx';
import { formTexts as texts, kindHints, kindNames } from './texts.ts';

const kindOptions = channelKinds.map((value) => ({ value, label: kindNames[value] }));

/** Resolves with a signing secret to show once, with null when done, or with the error. */
async function send(draft: ChannelDraft, id: string | null): Promise<{ secret: string | null } | { errors: FieldErrors }> {
  if (id === null) {
    const checked = newChannelOf(draft);
    if ('errors' in checked) return { errors: plainErrors(checked.errors) };
    return { secret: (await call(channelRoutes.create, { body: checked.data })).signingSecret };
  }
  const checked = changeOf(draft);
  if ('errors' in checked) return { errors: plainErrors(checked.errors) };
  await call(channelRoutes.update, { params: { id }, body: checked.data });
  return { secret: null };
}

function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const wrong = [...form.elements].find((field) => field.getAttribute('name') !== null && (field.getAttribute('name') ?? '') in errors);
  if (wrong instanceof HTMLElement) wrong.focus();
}

interface FormProps {
  channel: Channel | null;
  onDirty: () => void;
  onDone: (secret: string | null) => void;
}

function ChannelForm({ channel, onDirty, onDone }: FormProps) {
  const { settings } = useUser();
  const [draft, setDraft] = useState(() => (channel ? draftOf(channel) : freshDraft('email', settings.timezone ?? browserTimeZone())));
  const [state, setState] = useState<{ busy: boolean; errors: FieldErrors; failure: string | null }>({
    busy: false,
    errors: {},
    failure: null,
  });
  const change = (part: Partial<ChannelDraft>) => {
    onDirty();
    setDraft((now) => ({ ...now, ...part }));
  };
  const submit = async (form: HTMLFormElement) => {
    setState({ busy: true, errors: {}, failure: null });
    try {
      const result = await send(draft, channel?.id ?? null);
      if ('secret' in result) {
        markStale(['/notifications/channels']);
        onDone(result.secret);
        return;
      }
      setState({ busy: false, errors: result.errors, failure: null });
      focusFirst(form, result.errors);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const errors = fieldErrorsOf(error.details);
      setState({ busy: false, errors, failure: Object.keys(errors).length > 0 ? null : error.message });
      focusFirst(form, errors);
    }
  };
  const parts = { draft, errors: state.errors, onChange: change };
  return (
    <form
      noValidate
      className="mt-5 flex flex-col gap-5"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!state.busy) void submit(event.currentTarget);
      }}
    >
      {state.failure ? <Note tone="bad">{state.failure}</Note> : null}
      {channel ? null : (
        <Field label={texts.kind} hint={kindHints[draft.kind]}>
          <Select full options={kindOptions} value={draft.kind} onChange={(kind) => setDraft((now) => withKind(now, kind))} />
        </Field>
      )}
      {draft.kind === 'email' ? <EmailNote /> : null}
      <Field label={texts.name} error={state.errors['name']}>
        <Input
          name="name"
          value={draft.name}
          maxLength={60}
          placeholder={texts.namePlaceholder}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <TargetFields
        kind={draft.kind}
        values={draft.target}
        errors={state.errors}
        isStored={channel !== null}
        onChange={(target) => change({ target })}
      />
      <NotifyFields {...parts} />
      <WhenFields {...parts} />
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">{texts.cancel}</Button>
        </DialogClose>
        <Button type="submit" busy={state.busy}>
          {channel ? texts.save : texts.create}
        </Button>
      </DialogFooter>
    </form>
  );
}

interface ChannelDialogProps {
  open: boolean;
  /** `null` creates a new channel. */
  channel: Channel | null;
  onOpenChange: (open: boolean) => void;
}

export function ChannelDialog({ open, channel, onOpenChange }: ChannelDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const [isDirty, setDirty] = useState(false);
  const close = () => {
    setSecret(null);
    setDirty(false);
    onOpenChange(false);
  };
  const guard = useCloseGuard(isDirty, close);
  const finish = (made: string | null) => {
    setDirty(false);
    if (made === null) close();
    else setSecret(made);
  };
  const title = secret === null ? (channel ? texts.editTitle(channel.name) : texts.addTitle) : texts.secretTitle;
  return (
    <Dialog open={open} onOpenChange={guard.onOpenChange}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{secret === null ? texts.about : texts.secretAbout}</DialogDescription>
        </DialogHeader>
        {secret === null ? (
          <ChannelForm channel={channel} onDirty={() => setDirty(true)} onDone={finish} />
        ) : (
          <>
            <div className="mt-5">
              <Secret note={texts.secretOnce} secret={secret} />
            </div>
            <DialogFooter>
              <Button onClick={close}>{texts.done}</Button>
            </DialogFooter>
          </>
        )}
        {guard.questions}
      </DialogContent>
    </Dialog>
  );
}
