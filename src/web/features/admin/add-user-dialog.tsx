import { useState } from 'react';
import { adminInvitationSchema, adminRoutes, type AdminInvitation } from '#shared/admin.ts';
import { call, markStale } from '#web/lib/api.ts';
import { useForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Note } from '#web/ui/note.tsx';
import { Select } from '#web/ui/select.tsx';
import type { ShownLink } from './link-dialog.tsx';
import { addUserTexts as texts, userTexts } from './texts.ts';

const roles = (['user', 'admin'] as const).map((value) => ({ value, label: userTexts.roles[value] }));
const fields = adminInvitationSchema.pick({ username: true, email: true });

interface AddUserDialogProps {
  onClose: () => void;
  /** With the link to pass on. */
  onAdded: (shown: ShownLink) => void;
}

/** Creates an account whose user sets the password with a link. */
export function AddUserDialog({ onClose, onAdded }: AddUserDialogProps) {
  const [role, setRole] = useState<AdminInvitation['role']>('user');
  const form = useForm(fields, async (given) => {
    const { link, emailed } = await call(adminRoutes.inviteUser, { body: { ...given, role } });
    markStale(['/admin']);
    onClose();
    onAdded({ title: texts.added(given.username), text: (emailed ? texts.emailed : texts.passOn)(given.email), link });
  });
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{texts.title}</DialogTitle>
          <DialogDescription>{texts.text}</DialogDescription>
        </DialogHeader>
        <form {...form.props} className="mt-4 flex flex-col gap-4">
          {form.failure ? <Note tone="bad">{form.failure}</Note> : null}
          <Field label={texts.username} error={form.errors['username']}>
            <Input name="username" autoComplete="off" />
          </Field>
          <Field label={texts.email} error={form.errors['email']}>
            <Input name="email" type="email" autoComplete="off" />
          </Field>
          <Field label={texts.role}>
            <Select full options={roles} value={role} onChange={setRole} />
          </Field>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">{texts.cancel}</Button>
            </DialogClose>
            <Button type="submit" busy={form.busy}>
              {texts.add}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
