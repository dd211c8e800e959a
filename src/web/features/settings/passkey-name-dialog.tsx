import { passkeyNameSchema, passkeyRoutes, type Passkey } from '#shared/passkeys.ts';
import { call, markStale } from '#web/lib/api.ts';
import { useForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Note } from '#web/ui/note.tsx';
import { passkeyTexts as texts } from './passkey-texts.ts';

interface PasskeyNameDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  passkey: Passkey;
}

export function PasskeyNameDialog({ open, onOpenChange, passkey }: PasskeyNameDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{texts.renameTitle}</DialogTitle>
          <DialogDescription>{texts.renameText}</DialogDescription>
        </DialogHeader>
        <NameForm passkey={passkey} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

function NameForm({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const form = useForm(passkeyNameSchema, async (body) => {
    await call(passkeyRoutes.rename, { params: { id }, body });
    markStale([passkeyRoutes.list.path]);
    onDone();
  });
  return (
    <form {...form.props} className="mt-4 flex flex-col gap-4">
      {form.failure ? <Note tone="bad">{form.failure}</Note> : null}
      <Field label={texts.name} error={form.errors['name']}>
        <Input name="name" defaultValue={name} maxLength={60} autoComplete="off" />
      </Field>
      <DialogFooter>
        <Button type="submit" busy={form.busy}>
          {texts.saveName}
        </Button>
      </DialogFooter>
    </form>
  );
}
