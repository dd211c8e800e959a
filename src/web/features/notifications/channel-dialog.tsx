import { useState } from 'react';
import { type Channel, type ChannelKind, channelKinds, channelRoutes, defaultTemplate } from '#shared/notify.ts';
import { Secret } from '#web/features/settings/fields.tsx';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { browserTimeZone } from '#web/lib/browser-time-zone.ts';
import { type FieldErrors, useCheckedForm } from '#web/lib/form.ts';
import { useCloseGuard } from '#web/lib/leave-guard.tsx';
import { useUser } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHeader } from '#web/ui/dialog.tsx';
import { Field, Input, Select, Textarea, FormFailure } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import {
  NotifyFields,
  WhenFields,
  changeOf,
  type ChannelDraft,
  draftOf,
  freshDraft,
  newChannelOf,
  plainErrors,
  withKind,
} from './rule-fields.tsx';
import { channelTexts, formTexts as texts, kindHints, kindNames } from './texts.ts';

const kindOptions = channelKinds.map((value) => ({ value, label: kindNames[value] }));

type Saver = { data: () => Promise<string | null> } | { errors: FieldErrors };

function makerOf(draft: ChannelDraft): Saver {
  const checked = newChannelOf(draft);
  if ('errors' in checked) return { errors: plainErrors(checked.errors) };
  return { data: async () => (await call(channelRoutes.create, { body: checked.data })).signingSecret };
}

/** Asks the browser last: it asks the user. */
function browserMakerOf(draft: ChannelDraft, pushKey: string): Saver {
  const checked = changeOf(draft);
  if ('errors' in checked) return { errors: plainErrors(checked.errors) };
  return {
    data: async () => {
      const { subscribe } = await import('#web/lib/service-worker.ts');
      const maker = makerOf({ ...draft, target: await subscribe(pushKey) });
      if ('errors' in maker) throw new Error(Object.values(maker.errors)[0]);
      return maker.data();
    },
  };
}

/** How to save the draft, unless it has errors; saving resolves with a signing secret to show once, if there is one. */
function saverOf(draft: ChannelDraft, channel: Channel | null, pushKey: string): Saver {
  if (channel === null) return draft.kind === 'push' ? browserMakerOf(draft, pushKey) : makerOf(draft);
  const checked = changeOf(draft);
  if ('errors' in checked) return { errors: plainErrors(checked.errors) };
  return { data: () => call(channelRoutes.update, { params: { id: channel.id }, body: checked.data }).then(() => null) };
}

interface FormProps {
  channel: Channel | null;
  pushKey: string;
  onDirty: () => void;
  onDone: (secret: string | null) => void;
}

function ChannelForm({ channel, pushKey, onDirty, onDone }: FormProps) {
  const { settings } = useUser();
  const [draft, setDraft] = useState(() => (channel ? draftOf(channel) : freshDraft('email', settings.timezone ?? browserTimeZone())));
  const change = (part: Partial<ChannelDraft>) => {
    onDirty();
    setDraft((now) => ({ ...now, ...part }));
  };
  const form = useCheckedForm(
    () => saverOf(draft, channel, pushKey),
    async (save) => {
      const secret = await save();
      markStale(['/notifications/channels']);
      onDone(secret);
    },
  );
  const parts = { draft, errors: form.errors, onChange: change };
  return (
    <form {...form.props} className="mt-5 flex flex-col gap-5">
      <FormFailure form={form} />
      {channel ? null : (
        <Field label={texts.kind} hint={kindHints[draft.kind]}>
          <Select full options={kindOptions} value={draft.kind} onChange={(kind) => setDraft((now) => withKind(now, kind))} />
        </Field>
      )}
      {draft.kind === 'email' ? <EmailNote /> : null}
      <Field label={texts.name} error={form.errors['name']}>
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
        errors={form.errors}
        isStored={channel !== null}
        onChange={(target) => change({ target })}
      />
      {channel?.kind === 'webhook' || channel?.kind === 'custom' ? (
        <Checkbox checked={draft.dropsHeaders ?? false} onChange={({ target }) => change({ dropsHeaders: target.checked })}>
          {texts.dropHeaders}
        </Checkbox>
      ) : null}
      <NotifyFields {...parts} />
      <WhenFields {...parts} />
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">{texts.cancel}</Button>
        </DialogClose>
        <Button type="submit" busy={form.busy}>
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
  /** The key with which browsers subscribe. */
  pushKey: string;
  onOpenChange: (open: boolean) => void;
}

export function ChannelDialog({ open, channel, pushKey, onOpenChange }: ChannelDialogProps) {
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
        <DialogHeader title={title} text={secret === null ? texts.about : texts.secretAbout} />
        {secret === null ? (
          <ChannelForm channel={channel} pushKey={pushKey} onDirty={() => setDirty(true)} onDone={finish} />
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

/** The address emails go to, or what the operator has to configure first. */
function EmailNote() {
  const mail = useApi(channelRoutes.list, {}).data?.mail;
  if (!mail) return null;
  if (!mail.configured) return <Note tone="warn">{channelTexts.noEmail}</Note>;
  return (
    <Note tone="info">
      {channelTexts.emailTo(mail.address)} {mail.hasLinks ? null : channelTexts.noLinks}
    </Note>
  );
}

interface Part {
  name: string;
  label: string;
  placeholder?: string;
  hint?: string;
  /** Masked like a password. */
  secret?: boolean;
  /** Of several lines. */
  lines?: boolean;
}

const partsOf: Record<ChannelKind, readonly Part[]> = {
  email: [],
  push: [],
  slack: [{ name: 'url', label: texts.url, placeholder: texts.slackPlaceholder }],
  teams: [{ name: 'url', label: texts.url, placeholder: texts.teamsPlaceholder }],
  discord: [{ name: 'url', label: texts.url, placeholder: texts.discordPlaceholder }],
  matrix: [
    { name: 'url', label: texts.homeserver, placeholder: texts.homeserverPlaceholder },
    { name: 'token', label: texts.token, secret: true },
    { name: 'room', label: texts.room, placeholder: '!abc:matrix.example.com', hint: texts.roomHint },
  ],
  telegram: [
    { name: 'botToken', label: texts.botToken, placeholder: '123456:ABC…', secret: true },
    { name: 'chatId', label: texts.chatId, placeholder: '-1001234567890', hint: texts.chatHint },
  ],
  ntfy: [
    { name: 'url', label: texts.topic, placeholder: texts.topicPlaceholder },
    { name: 'token', label: texts.token, hint: texts.tokenHint, secret: true },
  ],
  gotify: [
    { name: 'url', label: texts.server, placeholder: texts.gotifyPlaceholder },
    { name: 'token', label: texts.appToken, secret: true },
  ],
  pushover: [
    { name: 'appToken', label: texts.appToken, secret: true },
    { name: 'userKey', label: texts.userKey, secret: true },
  ],
  webhook: [
    { name: 'url', label: texts.webhookUrl, placeholder: texts.webhookPlaceholder },
    { name: 'secret', label: texts.secret, hint: texts.secretHint, secret: true },
    { name: 'headers', label: texts.headers, placeholder: texts.headersPlaceholder, hint: texts.headersHint, lines: true },
  ],
  custom: [
    { name: 'url', label: texts.webhookUrl, placeholder: texts.apprisePlaceholder },
    { name: 'template', label: texts.template, placeholder: defaultTemplate, hint: texts.templateHint, lines: true },
    { name: 'headers', label: texts.headers, placeholder: texts.headersPlaceholder, hint: texts.headersHint, lines: true },
  ],
};

interface TargetFieldsProps {
  kind: ChannelKind;
  values: Record<string, string>;
  errors: FieldErrors;
  /** An address is already stored; it is never shown. */
  isStored: boolean;
  onChange: (values: Record<string, string>) => void;
}

function TargetFields({ kind, values, errors, isStored, onChange }: TargetFieldsProps) {
  return partsOf[kind].map(({ name, label, placeholder, hint, secret = false, lines = false }) => {
    const control = {
      name: `target.${name}`,
      value: values[name] ?? '',
      placeholder,
      autoComplete: 'off',
      spellCheck: false,
      maxLength: 1000,
      onChange: (event: { target: { value: string } }) => onChange({ ...values, [name]: event.target.value }),
    };
    const kept = name === 'headers' ? texts.keepHeaders : texts.keep;
    return (
      <Field key={name} label={label} hint={isStored ? kept : hint} error={errors[`target.${name}`]}>
        {lines ? (
          <Textarea {...control} rows={2} />
        ) : (
          <Input {...control} type={secret ? 'password' : 'text'} inputMode={name === 'url' ? 'url' : undefined} />
        )}
      </Field>
    );
  });
}
