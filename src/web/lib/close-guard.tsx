import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';

const texts = {
  title: 'Close without saving?',
  description: 'Your changes here will be lost.',
  discard: 'Discard changes',
  stay: 'Keep editing',
};

interface CloseGuard {
  /** For the dialog's `onOpenChange`. */
  onOpenChange: () => void;
  /** Rendered inside the dialog. */
  questions: ReactNode;
}

/** Asks before a filled-in dialog is closed, or left by Back or a link. */
export function useCloseGuard(isDirty: boolean, close: () => void): CloseGuard {
  const [isAsking, setAsking] = useState(false);
  return {
    onOpenChange: () => (isDirty ? setAsking(true) : close()),
    questions: (
      <>
        <LeaveGuard isDirty={isDirty} holds="address" onDiscard={close} />
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={texts.title}
          description={texts.description}
          confirmLabel={texts.discard}
          cancelLabel={texts.stay}
          onConfirm={close}
        />
      </>
    ),
  };
}
