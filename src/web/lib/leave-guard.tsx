import { useEffect, useEffectEvent, useState } from 'react';
import { useBeforeUnload, useLocation, useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { addGuard } from './unsaved-guard.ts';
import { historyIndexOf } from './guard-history.ts';
import { inApp } from './base-path.ts';
import { inAppTarget } from './in-app-target.ts';

const texts = {
  title: 'Leave without saving?',
  description: 'Your changes here will be lost.',
  leave: 'Leave',
  stay: 'Stay',
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
      title={texts.title}
      description={texts.description}
      confirmLabel={texts.leave}
      cancelLabel={texts.stay}
      onConfirm={() => {
        onDiscard?.();
        asked?.go();
      }}
    />
  );
}
