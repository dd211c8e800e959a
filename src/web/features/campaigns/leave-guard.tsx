import { useEffect, useEffectEvent, useState } from 'react';
import { useBeforeUnload, useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { findWayOut } from './way-out.ts';
import { editorTexts as texts } from './texts.ts';

interface LeaveGuardProps {
  isDirty: boolean;
  /** Called when the user gives the changes up. */
  onDiscard: () => void;
}

/** Asks before a link or a closed tab loses what was changed. (Going back loses nothing: the draft is kept until then.) */
export function LeaveGuard({ isDirty, onDiscard }: LeaveGuardProps) {
  const navigate = useNavigate();
  const [wayOut, setWayOut] = useState<string | null>(null);
  const hold = useEffectEvent((event: MouseEvent) => {
    const target = findWayOut(event, window.location);
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    setWayOut(target);
  });
  useEffect(() => {
    if (!isDirty) return undefined;
    const listen = (event: MouseEvent) => hold(event);
    document.addEventListener('click', listen, true);
    return () => document.removeEventListener('click', listen, true);
  }, [isDirty]);
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault();
  });
  return (
    <ConfirmDialog
      open={wayOut !== null}
      onOpenChange={(open) => !open && setWayOut(null)}
      title={texts.leaveTitle}
      description={texts.leaveText}
      confirmLabel={texts.leave}
      cancelLabel={texts.stay}
      onConfirm={() => {
        onDiscard();
        void navigate(wayOut ?? '.');
      }}
    />
  );
}
