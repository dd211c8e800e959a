import { Download } from 'lucide-react';
import { useState } from 'react';
import { accountDeletionSchema, authRoutes } from '#shared/auth.ts';
import { PasswordField } from '#web/features/auth/password-field.tsx';
import { call } from '#web/lib/api.ts';
import { useForm } from '#web/lib/form.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { useAuth, useUser } from '#web/lib/session.tsx';
import { unsaved } from '#web/lib/unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { dataTexts as texts } from './texts.ts';

function Export() {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await saveFile(authRoutes.exportAccount, {}, 'earshot-account.json');
    } catch (error) {
      showToast.error(error instanceof Error ? error.message : texts.export);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col items-start gap-4 pt-4">
      <p className="text-soft-text">{texts.exportText}</p>
      <Button variant="outline" icon={Download} busy={busy} onClick={() => void save()}>
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
    <form {...form.props} className="mt-4 flex flex-col gap-4">
      {form.failure ? <Note tone="bad">{form.failure}</Note> : null}
      <PasswordField label={texts.password} error={form.errors['password']} name="password" autoComplete="current-password" />
      <DialogFooter>
        <Button type="submit" variant="destructive" busy={form.busy}>
          {texts.delete}
        </Button>
      </DialogFooter>
    </form>
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
      <Dialog open={asking} onOpenChange={setAsking}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>{texts.deleteTitle}</DialogTitle>
            <DialogDescription>{texts.deleteText}</DialogDescription>
          </DialogHeader>
          <DeleteForm />
        </DialogContent>
      </Dialog>
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
