import { PasswordField } from '#web/features/auth/password-field.tsx';
import type { Form } from '#web/lib/form.ts';
import { useUser } from '#web/lib/session.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { InputField } from '#web/ui/field.tsx';
import { proofTexts as texts } from './texts.ts';

/** The password, with the account's name for password managers. */
export function CurrentPassword({ form }: { form: Form }) {
  const { email } = useUser();
  return (
    <>
      <input type="email" name="account" autoComplete="username" value={email} readOnly hidden disabled />
      <PasswordField form={form} label={texts.password} name="currentPassword" autoComplete="current-password" />
    </>
  );
}

export function CodeField({ form, hint = texts.codeHint }: { form: Form; hint?: string }) {
  return (
    <InputField
      form={form}
      label={texts.code}
      hint={hint}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      className="font-mono"
    />
  );
}

/** Asks what a change that ends all sessions does with the other ways in. */
export function RemoveAccess({ remove, onChange }: { remove: boolean; onChange: (remove: boolean) => void }) {
  return (
    <Checkbox checked={remove} hint={texts.removeHint} onChange={(event) => onChange(event.target.checked)}>
      {texts.remove}
    </Checkbox>
  );
}
