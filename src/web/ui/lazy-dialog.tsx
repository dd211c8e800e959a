import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';

/** A dialog that loads when it opens for the first time. It stays mounted, to return the focus when it closes. */
export function lazyDialog<P extends { open: boolean }>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  const Dialog = lazy(async () => ({ default: await load() }));
  return function LateDialog(props: P) {
    const [isWanted, setWanted] = useState(props.open);
    if (props.open && !isWanted) setWanted(true);
    return isWanted ? (
      <Suspense fallback={<PendingMark />}>
        <Dialog {...props} />
      </Suspense>
    ) : null;
  };
}

/** Something was opened and is still loading: hotkeys check for this mark, because keys pressed now are meant for it. */
export function PendingMark() {
  return <div data-pending="" aria-busy="true" hidden />;
}
