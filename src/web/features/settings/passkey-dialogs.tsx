import { type Passkey, passkeyNameSchema, passkeyProofSchema, passkeyRemovalSchema, passkeyRoutes } from '#shared/passkeys.ts';
import { twoFactorRoutes } from '#shared/two-factor.ts';
import { createPasskey } from '#web/features/auth/passkey.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { useForm } from '#web/lib/form.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogFooter, DialogForm, TitledDialog } from '#web/ui/dialog.tsx';
import { FailureAlert, InputField } from '#web/ui/field.tsx';
import { CodeField, CurrentPassword } from './proof-fields.tsx';
import { passkeyTexts as texts } from './texts.ts';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const readAnew = () => markStale([passkeyRoutes.list.path]);

/** Adds a passkey, with the password, and a code if two-factor login is on. */
export function PasskeyDialog(dialog: DialogProps) {
  return (
    <TitledDialog {...dialog} title={texts.add} text={texts.addText}>
      <PasskeyForm onDone={() => dialog.onOpenChange(false)} />
    </TitledDialog>
  );
}

function PasskeyForm({ onDone }: { onDone: () => void }) {
  const { data } = useApi(twoFactorRoutes.state, {});
  const form = useForm(passkeyProofSchema, async (proof) => {
    await createPasskey(proof);
    showToast.success(texts.added);
    readAnew();
    onDone();
  });
  return (
    <form {...form.props} className="mt-4 flex flex-col gap-4">
      <FailureAlert failure={form.failure} />
      <CurrentPassword form={form} />
      {data?.enabled ? <CodeField form={form} /> : null}
      <DialogFooter>
        <Button type="submit" busy={form.busy}>
          {texts.confirmAdd}
        </Button>
      </DialogFooter>
    </form>
  );
}

interface OfPasskey {
  passkey: Passkey;
}

export function PasskeyNameDialog({ passkey, ...dialog }: DialogProps & OfPasskey) {
  return (
    <TitledDialog {...dialog} title={texts.renameTitle} text={texts.renameText}>
      <NameForm passkey={passkey} onDone={() => dialog.onOpenChange(false)} />
    </TitledDialog>
  );
}

function NameForm({ passkey: { id, name }, onDone }: OfPasskey & { onDone: () => void }) {
  const form = useForm(passkeyNameSchema, async (body) => {
    await call(passkeyRoutes.rename, { params: { id }, body });
    readAnew();
    onDone();
  });
  return (
    <DialogForm form={form} submit={texts.saveName}>
      <InputField form={form} label={texts.name} name="name" defaultValue={name} maxLength={60} autoComplete="off" />
    </DialogForm>
  );
}

/** Takes the password. */
export function PasskeyRemovalDialog({ passkey, ...dialog }: DialogProps & OfPasskey) {
  return (
    <TitledDialog {...dialog} title={texts.removeTitle(passkey.name)} text={texts.removeText}>
      <RemovalForm passkey={passkey} onDone={() => dialog.onOpenChange(false)} />
    </TitledDialog>
  );
}

function RemovalForm({ passkey: { id }, onDone }: OfPasskey & { onDone: () => void }) {
  const form = useForm(passkeyRemovalSchema, async (body) => {
    await call(passkeyRoutes.remove, { params: { id }, body });
    showToast.success(texts.removed);
    readAnew();
    onDone();
  });
  return (
    <DialogForm form={form} submit={texts.confirmRemove} destructive>
      <CurrentPassword form={form} />
    </DialogForm>
  );
}
