import { twoFactorProofSchema, type TwoFactorProof } from '#shared/two-factor.ts';
import { PasswordField } from '#web/features/auth/password-field.tsx';
import { useForm } from '#web/lib/form.ts';
import { useUser } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogFooter } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Note } from '#web/ui/note.tsx';
import { twoFactorTexts as texts } from './two-factor-texts.ts';

interface TwoFactorFormProps {
  submit: string;
  codeHint: string;
  destructive?: boolean;
  onSend: (proof: TwoFactorProof) => Promise<void>;
}

/** The proof that it is the owner who asks: password and code. */
export function TwoFactorForm({ submit, codeHint, destructive = false, onSend }: TwoFactorFormProps) {
  const { email } = useUser();
  const form = useForm(twoFactorProofSchema, onSend);
  return (
    <form {...form.props} className="mt-4 flex flex-col gap-4">
      {form.failure ? <Note tone="bad">{form.failure}</Note> : null}
      <input type="email" name="account" autoComplete="username" value={email} readOnly hidden disabled />
      <PasswordField label={texts.password} error={form.errors['currentPassword']} name="currentPassword" autoComplete="current-password" />
      <Field label={texts.code} hint={codeHint} error={form.errors['code']}>
        <Input name="code" autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} className="font-mono" />
      </Field>
      <DialogFooter>
        <Button type="submit" variant={destructive ? 'destructive' : 'default'} busy={form.busy}>
          {submit}
        </Button>
      </DialogFooter>
    </form>
  );
}
