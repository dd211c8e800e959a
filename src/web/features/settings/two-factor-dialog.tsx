import { Copy, Download } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type TwoFactorEnabling,
  type TwoFactorProof,
  twoFactorProofSchema,
  twoFactorRoutes,
  type TwoFactorSetup,
} from '#shared/two-factor.ts';
import { call } from '#web/lib/api.ts';
import { useAction } from '#web/lib/attempt.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { useForm } from '#web/lib/form.ts';
import { saveText } from '#web/lib/files.ts';
import { useAuth } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogForm, DialogHeader } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { CodeField, CurrentPassword, RemoveAccess } from './proof-fields.tsx';
import { twoFactorTexts as texts } from './texts.ts';

export type TwoFactorChange = 'setUp' | 'turnOff' | 'renew';

interface TwoFactorDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  change: TwoFactorChange;
  onChanged: () => void;
}

const headings: Record<TwoFactorChange, { title: string; text: string }> = {
  setUp: { title: texts.setUp, text: texts.setUpText },
  turnOff: { title: texts.offTitle, text: texts.offText },
  renew: { title: texts.renewTitle, text: texts.renewText },
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
  const { title, text } = codes === null ? headings[change] : { title: texts.codesTitle, text: texts.codesText };
  const setOpen = (next: boolean) => {
    if (codes === null) onOpenChange(next);
  };
  const enable = async (body: TwoFactorEnabling) => {
    const { recoveryCodes, ...session } = await call(twoFactorRoutes.enable, { body });
    setCodes(recoveryCodes);
    adopt(session);
    showToast.success(texts.enabled);
    onChanged();
  };
  const renew = async (body: TwoFactorProof) => {
    setCodes((await call(twoFactorRoutes.renewRecoveryCodes, { body })).recoveryCodes);
    onChanged();
  };
  const disable = async (body: TwoFactorProof) => {
    await call(twoFactorRoutes.disable, { body });
    showToast.success(texts.disabled);
    onChanged();
    onOpenChange(false);
  };
  const forms: Record<TwoFactorChange, ReactNode> = {
    setUp: <TwoFactorSetUp onSend={enable} />,
    turnOff: <TwoFactorForm submit={texts.confirmOff} destructive onSend={disable} />,
    renew: <TwoFactorForm submit={texts.confirmRenew} onSend={renew} />,
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
          {texts.copyCodes}
        </Button>
        <Button variant="outline" icon={Download} onClick={() => saveText(`${text}\n`, { name: texts.fileName, type: 'text/plain' })}>
          {texts.saveCodes}
        </Button>
      </div>
      <DialogFooter>
        <Button onClick={onDone}>{texts.done}</Button>
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
        <QRCodeSVG value={setup.uri} title={texts.qrCode} role="img" size={192} marginSize={4} className="rounded-md" />
      </div>
      <p className="mt-4 text-13 text-soft-text">
        {texts.typeInstead} <code className="block font-mono text-12 break-all select-all">{setup.secret}</code>
      </p>
      <p className="mt-4 text-13 text-soft-text">{texts.enableNote}</p>
      <TwoFactorForm
        submit={texts.enable}
        codeHint={texts.sixDigits}
        onSend={(proof) => onSend({ ...proof, keepPasskeysAndTokens: !remove })}
      >
        <RemoveAccess remove={remove} onChange={setRemove} />
      </TwoFactorForm>
    </>
  );
}
