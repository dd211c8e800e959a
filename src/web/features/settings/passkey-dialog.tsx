import { useState } from 'react';
import { passkeyProofSchema, passkeyRoutes } from '#shared/passkeys.ts';
import { twoFactorRoutes } from '#shared/two-factor.ts';
import { createPasskey, PasskeyFailure } from '#web/features/auth/passkey.ts';
import { PasswordField } from '#web/features/auth/password-field.tsx';
import { markStale, useApi } from '#web/lib/api.ts';
import { useForm } from '#web/lib/form.ts';
import { useUser } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Note } from '#web/ui/note.tsx';
import { passkeyTexts as texts } from './passkey-texts.ts';

interface PasskeyDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Adds a passkey, with the password, and a code if two-factor sign-in is on. */
export function PasskeyDialog({ open, onOpenChange }: PasskeyDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{texts.add}</DialogTitle>
          <DialogDescription>{texts.addText}</DialogDescription>
        </DialogHeader>
        <PasskeyForm onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

function PasskeyForm({ onDone }: { onDone: () => void }) {
  const { email } = useUser();
  const { data } = useApi(twoFactorRoutes.state, {});
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm(passkeyProofSchema, async (proof) => {
    setFailure(null);
    try {
      await createPasskey(proof);
    } catch (error) {
      if (!(error instanceof PasskeyFailure)) throw error;
      setFailure(error.message);
      return;
    }
    showToast.success(texts.added);
    markStale([passkeyRoutes.list.path]);
    onDone();
  });
  const message = form.failure ?? failure;
  return (
    <form {...form.props} className="mt-4 flex flex-col gap-4">
      <div role="alert" className="empty:hidden">
        {message === null ? null : <Note tone="bad">{message}</Note>}
      </div>
      <input type="email" name="account" autoComplete="username" value={email} readOnly hidden disabled />
      <PasswordField label={texts.password} error={form.errors['currentPassword']} name="currentPassword" autoComplete="current-password" />
      {data?.enabled ? (
        <Field label={texts.code} hint={texts.codeHint} error={form.errors['code']}>
          <Input name="code" autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} className="font-mono" />
        </Field>
      ) : null}
      <DialogFooter>
        <Button type="submit" busy={form.busy}>
          {texts.confirmAdd}
        </Button>
      </DialogFooter>
    </form>
  );
}
