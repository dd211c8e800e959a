import { useState, type ReactNode } from 'react';
import { twoFactorRoutes, type TwoFactorProof } from '#shared/two-factor.ts';
import { call } from '#web/lib/api.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#web/ui/dialog.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { TwoFactorForm } from './two-factor-form.tsx';
import { TwoFactorSetUp } from './two-factor-set-up.tsx';
import { twoFactorTexts as texts } from './two-factor-texts.ts';

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

/** Turns two-factor sign-in on or off, or replaces the recovery codes, which stay until the user says they are saved. */
export function TwoFactorDialog({ open, onOpenChange, change, onChanged }: TwoFactorDialogProps) {
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
  const enable = async (body: TwoFactorProof) => {
    setCodes((await call(twoFactorRoutes.enable, { body })).recoveryCodes);
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
    turnOff: <TwoFactorForm submit={texts.confirmOff} codeHint={texts.codeHint} destructive onSend={disable} />,
    renew: <TwoFactorForm submit={texts.confirmRenew} codeHint={texts.codeHint} onSend={renew} />,
  };
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogContent withoutClose={codes !== null}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{text}</DialogDescription>
        </DialogHeader>
        {codes === null ? forms[change] : <RecoveryCodeList codes={codes} onDone={() => onOpenChange(false)} />}
      </DialogContent>
    </Dialog>
  );
}
