import { useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { editorTexts as texts } from './texts.ts';

/** Asks before what was changed is lost, inside the app and when the tab is closed. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const leaving = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => isDirty && (from.pathname !== to.pathname || tabOf(from.search) !== tabOf(to.search)),
  );
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault();
  });
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open && !leaving.current) blocker.reset?.();
        leaving.current = false;
      }}
      title={texts.leaveTitle}
      description={texts.leaveText}
      confirmLabel={texts.leave}
      cancelLabel={texts.stay}
      onConfirm={() => {
        leaving.current = true;
        blocker.proceed?.();
      }}
    />
  );
}

const tabOf = (search: string): string | null => new URLSearchParams(search).get('tab');
