import type { ChannelKind } from '#shared/notify.ts';
import type { FieldErrors } from '#web/lib/form.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { formTexts as texts } from './texts.ts';

interface Part {
  name: string;
  label: string;
  placeholder?: string;
  hint?: string;
  /** Masked like a password. */
  secret?: boolean;
}

const partsOf: Record<ChannelKind, readonly Part[]> = {
  email: [],
  slack: [{ name: 'url', label: texts.url, placeholder: texts.slackPlaceholder }],
  discord: [{ name: 'url', label: texts.url, placeholder: texts.discordPlaceholder }],
  telegram: [
    { name: 'botToken', label: texts.botToken, placeholder: '123456:ABC…', secret: true },
    { name: 'chatId', label: texts.chatId, placeholder: '-1001234567890', hint: texts.chatHint },
  ],
  ntfy: [
    { name: 'url', label: texts.topic, placeholder: texts.topicPlaceholder },
    { name: 'token', label: texts.token, hint: texts.tokenHint, secret: true },
  ],
  webhook: [
    { name: 'url', label: texts.webhookUrl, placeholder: texts.webhookPlaceholder },
    { name: 'secret', label: texts.secret, hint: texts.secretHint, secret: true },
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

export function TargetFields({ kind, values, errors, isStored, onChange }: TargetFieldsProps) {
  return partsOf[kind].map(({ name, label, placeholder, hint, secret = false }) => (
    <Field key={name} label={label} hint={isStored ? texts.keep : hint} error={errors[`target.${name}`]}>
      <Input
        name={`target.${name}`}
        type={secret ? 'password' : 'text'}
        inputMode={name === 'url' ? 'url' : undefined}
        value={values[name] ?? ''}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
        onChange={(event) => onChange({ ...values, [name]: event.target.value })}
      />
    </Field>
  ));
}
