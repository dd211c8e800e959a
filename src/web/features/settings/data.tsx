import { Download } from 'lucide-react';
import { useState } from 'react';
import { accountDeletionSchema, authRoutes } from '#shared/auth.ts';
import { PasswordField } from '#web/features/auth/password-field.tsx';
import { call } from '#web/lib/api.ts';
import { useAttempt } from '#web/lib/failure.ts';
import { useForm } from '#web/lib/form.ts';
import { saveFile } from '#web/lib/files.ts';
import { useAuth, useUser } from '#web/lib/session.tsx';
import { unsaved } from '#web/lib/unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogForm, TitledDialog } from '#web/ui/dialog.tsx';
import { Section } from '#web/ui/page.tsx';
import { dataTexts as texts } from './texts.ts';

function Export() {
  const [busy, start] = useAttempt();
  return (
    <div className="flex flex-col items-start gap-4 pt-4">
      <p className="text-soft-text">{texts.exportText}</p>
      <Button
        variant="outline"
        icon={Download}
        busy={busy}
        onClick={() => void start(() => saveFile(authRoutes.exportAccount, {}, 'earshot-account.json'))}
      >
        {texts.export}
      </Button>
    </div>
  );
}

function DeleteForm() {
  const { forget } = useAuth();
  const { id } = useUser();
  const form = useForm(accountDeletionSchema, async (body) => {
    await call(authRoutes.deleteAccount, { body });
    unsaved.forgetAllOf(id);
    forget();
  });
  return (
    <DialogForm form={form} submit={texts.delete} destructive>
      <PasswordField form={form} label={texts.password} name="password" autoComplete="current-password" />
    </DialogForm>
  );
}

function DeleteAccount() {
  const [asking, setAsking] = useState(false);
  return (
    <div className="flex flex-col items-start gap-4 pt-4">
      <p className="text-soft-text">{texts.deleteText}</p>
      <Button variant="outline" onClick={() => setAsking(true)}>
        {texts.delete}
      </Button>
      <TitledDialog open={asking} onOpenChange={setAsking} title={texts.deleteTitle} text={texts.deleteText}>
        <DeleteForm />
      </TitledDialog>
    </div>
  );
}

export function DataSection() {
  return (
    <div className="flex flex-col gap-10">
      <Section title={texts.exportTitle}>
        <Export />
      </Section>
      <Section title={texts.delete}>
        <DeleteAccount />
      </Section>
    </div>
  );
}
