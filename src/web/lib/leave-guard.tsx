import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useBeforeUnload, useLocation, useNavigate } from 'react-router-dom';
import { t } from './language.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { addGuard, historyIndexOf } from './unsaved-guard.ts';
import { inApp } from './base-path.ts';

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'target'>;
type Here = Pick<Location, 'origin'>;

/** The in-app path that a click on a link leads to, or null when it stays here or opens elsewhere. */
export function inAppTarget(click: Click, here: Here): URL | null {
  if (click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return null;
  const link = (click.target as { closest?: (selector: string) => HTMLAnchorElement | null } | null)?.closest?.('a[href]');
  if (!link || (link.target !== '' && link.target !== '_self')) return null;
  const to = new URL(link.href);
  return to.origin === here.origin ? to : null;
}

const leaveTexts = {
  title: t('Leave without saving?'),
  description: t('Your changes here will be lost.'),
  leave: t('Leave'),
  stay: t('Stay'),
};

interface LeaveGuardProps {
  isDirty: boolean;
  /** Called when the user discards the changes. */
  onDiscard?: () => void;
  /** What leaving means: a new path, or also a new query string. */
  holds?: 'path' | 'address';
}

/** Asks before a link, Back, Forward, the command palette or closing the tab loses changes. It doesn't delay the end of a session. */
export function LeaveGuard({ isDirty, onDiscard, holds = 'path' }: LeaveGuardProps) {
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  const [asked, setAsked] = useState<{ go: () => void } | null>(null);
  const leaves = (to: Pick<Location, 'pathname' | 'search'>) =>
    inApp(to.pathname) !== pathname || (holds === 'address' && to.search !== search);

  const holdLink = useEffectEvent((event: MouseEvent) => {
    const target = inAppTarget(event, window.location);
    if (target === null || !leaves(target)) return;
    event.preventDefault();
    event.stopPropagation();
    setAsked({ go: () => void navigate(inApp(target.pathname) + target.search + target.hash) });
  });
  const isLeft = useEffectEvent((to: Location) => leaves(to));
  useEffect(() => {
    if (!isDirty) return undefined;
    const listen = (event: MouseEvent) => holdLink(event);
    document.addEventListener('click', listen, true);
    const letGo = addGuard({ ask: (go) => setAsked({ go }), leaves: (to) => isLeft(to), entry: historyIndexOf(window.history.state) });
    return () => {
      document.removeEventListener('click', listen, true);
      letGo();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the position in the history is read again with each entry
  }, [isDirty, key]);
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault();
  });
  return (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(open) => !open && setAsked(null)}
      title={leaveTexts.title}
      description={leaveTexts.description}
      confirmLabel={leaveTexts.leave}
      cancelLabel={leaveTexts.stay}
      onConfirm={() => {
        onDiscard?.();
        asked?.go();
      }}
    />
  );
}

const closeTexts = {
  title: t('Close without saving?'),
  description: t('Your changes here will be lost.'),
  discard: t('Discard changes'),
  stay: t('Keep editing'),
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
          title={closeTexts.title}
          description={closeTexts.description}
          confirmLabel={closeTexts.discard}
          cancelLabel={closeTexts.stay}
          onConfirm={close}
        />
      </>
    ),
  };
}
