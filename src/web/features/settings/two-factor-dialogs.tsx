import { Copy, Download } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Passkey, passkeyNameSchema, passkeyProofSchema, passkeyRemovalSchema, passkeyRoutes } from '#shared/passkeys.ts';
import {
  type TwoFactorEnabling,
  type TwoFactorProof,
  twoFactorProofSchema,
  twoFactorRoutes,
  type TwoFactorSetup,
} from '#shared/two-factor.ts';
import { createPasskey } from '#web/features/auth/passkey.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { useAction } from '#web/lib/failure.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { useForm } from '#web/lib/form.ts';
import { saveText } from '#web/lib/files.ts';
import { useAuth } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogForm, DialogHeader, TitledDialog } from '#web/ui/dialog.tsx';
import { FailureAlert, InputField } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { CodeField, CurrentPassword, RemoveAccess } from './fields.tsx';
import { twoFactorTexts, passkeyTexts } from './texts.ts';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const readAnew = () => markStale([passkeyRoutes.list.path]);

/** Adds a passkey, with the password, and a code if two-factor login is on. */
export function PasskeyDialog(dialog: DialogProps) {
  return (
    <TitledDialog {...dialog} title={passkeyTexts.add} text={passkeyTexts.addText}>
      <PasskeyForm onDone={() => dialog.onOpenChange(false)} />
    </TitledDialog>
  );
}

function PasskeyForm({ onDone }: { onDone: () => void }) {
  const { data } = useApi(twoFactorRoutes.state, {});
  const form = useForm(passkeyProofSchema, async (proof) => {
    await createPasskey(proof);
    showToast.success(passkeyTexts.added);
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
          {passkeyTexts.confirmAdd}
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
    <TitledDialog {...dialog} title={passkeyTexts.renameTitle} text={passkeyTexts.renameText}>
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
    <DialogForm form={form} submit={passkeyTexts.saveName}>
      <InputField form={form} label={passkeyTexts.name} name="name" defaultValue={name} maxLength={60} autoComplete="off" />
    </DialogForm>
  );
}

/** Takes the password. */
export function PasskeyRemovalDialog({ passkey, ...dialog }: DialogProps & OfPasskey) {
  return (
    <TitledDialog {...dialog} title={passkeyTexts.removeTitle(passkey.name)} text={passkeyTexts.removeText}>
      <RemovalForm passkey={passkey} onDone={() => dialog.onOpenChange(false)} />
    </TitledDialog>
  );
}

function RemovalForm({ passkey: { id }, onDone }: OfPasskey & { onDone: () => void }) {
  const form = useForm(passkeyRemovalSchema, async (body) => {
    await call(passkeyRoutes.remove, { params: { id }, body });
    showToast.success(passkeyTexts.removed);
    readAnew();
    onDone();
  });
  return (
    <DialogForm form={form} submit={passkeyTexts.confirmRemove} destructive>
      <CurrentPassword form={form} />
    </DialogForm>
  );
}

export type TwoFactorChange = 'setUp' | 'turnOff' | 'renew';

interface TwoFactorDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  change: TwoFactorChange;
  onChanged: () => void;
}

const headings: Record<TwoFactorChange, { title: string; text: string }> = {
  setUp: { title: twoFactorTexts.setUp, text: twoFactorTexts.setUpText },
  turnOff: { title: twoFactorTexts.offTitle, text: twoFactorTexts.offText },
  renew: { title: twoFactorTexts.renewTitle, text: twoFactorTexts.renewText },
};

/** Turns two-factor login on or off, or replaces the recovery codes, which stay until the user says they are saved. */
export function TwoFactorDialog({ open, onOpenChange, change, onChanged }: TwoFactorDialogProps) {
  const { adopt } = useAuth();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    // Not on closing, because the closing dialog would show its form again, which creates a secret.
    if (open) setCodes(null);
  }
  const { title, text } = codes === null ? headings[change] : { title: twoFactorTexts.codesTitle, text: twoFactorTexts.codesText };
  const setOpen = (next: boolean) => {
    if (codes === null) onOpenChange(next);
  };
  const enable = async (body: TwoFactorEnabling) => {
    const { recoveryCodes, ...session } = await call(twoFactorRoutes.enable, { body });
    setCodes(recoveryCodes);
    adopt(session);
    showToast.success(twoFactorTexts.enabled);
    onChanged();
  };
  const renew = async (body: TwoFactorProof) => {
    setCodes((await call(twoFactorRoutes.renewRecoveryCodes, { body })).recoveryCodes);
    onChanged();
  };
  const disable = async (body: TwoFactorProof) => {
    await call(twoFactorRoutes.disable, { body });
    showToast.success(twoFactorTexts.disabled);
    onChanged();
    onOpenChange(false);
  };
  const forms: Record<TwoFactorChange, ReactNode> = {
    setUp: <TwoFactorSetUp onSend={enable} />,
    turnOff: <TwoFactorForm submit={twoFactorTexts.confirmOff} destructive onSend={disable} />,
    renew: <TwoFactorForm submit={twoFactorTexts.confirmRenew} onSend={renew} />,
  };
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogContent withoutClose={codes !== null}>
        <DialogHeader title={title} text={text} />
        {codes === null ? forms[change] : <RecoveryCodeList codes={codes} onDone={() => onOpenChange(false)} />}
      </DialogContent>
    </Dialog>
  );
}

/** Shown only once, until the user says that the codes are saved. */
function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n');
  return (
    <>
      <ul className="mt-4 grid grid-cols-2 gap-2 rounded-md bg-sunken p-4 font-mono text-13 max-md:grid-cols-1">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="outline" icon={Copy} onClick={() => void copyText(text)}>
          {twoFactorTexts.copyCodes}
        </Button>
        <Button
          variant="outline"
          icon={Download}
          onClick={() => saveText(`${text}\n`, { name: twoFactorTexts.fileName, type: 'text/plain' })}
        >
          {twoFactorTexts.saveCodes}
        </Button>
      </div>
      <DialogFooter>
        <Button onClick={onDone}>{twoFactorTexts.done}</Button>
      </DialogFooter>
    </>
  );
}

interface TwoFactorFormProps {
  submit: string;
  codeHint?: string;
  destructive?: boolean;
  onSend: (proof: TwoFactorProof) => Promise<void>;
  /** More fields, above the button. */
  children?: ReactNode;
}

/** The proof that it is the owner who asks: password and code. */
function TwoFactorForm({ submit, codeHint, destructive = false, onSend, children }: TwoFactorFormProps) {
  const form = useForm(twoFactorProofSchema, onSend);
  return (
    <DialogForm form={form} submit={submit} destructive={destructive}>
      <CurrentPassword form={form} />
      <CodeField form={form} hint={codeHint} />
      {children}
    </DialogForm>
  );
}

/** The secret as a QR code and as text, and the fields that turn it on. */
function TwoFactorSetUp({ onSend }: { onSend: (proof: TwoFactorEnabling) => Promise<void> }) {
  const [remove, setRemove] = useState(true);
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null);
  const { failure, start } = useAction();
  const isStarted = useRef(false);
  const begin = () => void start(async () => setSetup(await call(twoFactorRoutes.setUp, {})));
  const beginAtOnce = useEffectEvent(begin);
  useEffect(() => {
    // Each call replaces the secret, and React runs effects twice in development.
    if (isStarted.current) return;
    isStarted.current = true;
    beginAtOnce();
  }, []);
  if (failure !== null) return <ErrorState onRetry={begin}>{failure}</ErrorState>;
  if (setup === null) return <Spinner className="mx-auto my-16" />;
  return (
    <>
      <div className="mt-4 flex justify-center">
        {/* Scanners need dark on light, with a margin, in the dark theme too. */}
        <QRCodeSVG value={setup.uri} title={twoFactorTexts.qrCode} role="img" size={192} marginSize={4} className="rounded-md" />
      </div>
      <p className="mt-4 text-13 text-soft-text">
        {twoFactorTexts.typeInstead} <code className="block font-mono text-12 break-all select-all">{setup.secret}</code>
      </p>
      <p className="mt-4 text-13 text-soft-text">{twoFactorTexts.enableNote}</p>
      <TwoFactorForm
        submit={twoFactorTexts.enable}
        codeHint={twoFactorTexts.sixDigits}
        onSend={(proof) => onSend({ ...proof, keepPasskeysAndTokens: !remove })}
      >
        <RemoveAccess remove={remove} onChange={setRemove} />
      </TwoFactorForm>
    </>
  );
}
