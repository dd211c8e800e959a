import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { DialogOverlay, Opener, useFocusReturn } from './dialog.tsx';
import { isInToaster } from './toast-region.tsx';

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** For screen readers. */
  title: string;
  children: ReactNode;
}

/** A panel at the left edge of the screen; traps the focus and closes on Escape or a click outside. */
export function Sheet({ open, onOpenChange, title, children }: SheetProps) {
  const { onOpen, onCloseAutoFocus } = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div>
          <Opener onOpen={onOpen} />
          <DialogOverlay />
          <Radix.Content
            aria-modal
            aria-describedby={undefined}
            onCloseAutoFocus={onCloseAutoFocus}
            onPointerDownOutside={(event) => isInToaster(event.target) && event.preventDefault()}
            className="fixed inset-y-0 left-0 z-50 flex w-sidebar max-w-[min(100vw,84vw+2rem)] animate-from-left flex-col border-r bg-raised shadow-float outline-none"
          >
            <Radix.Title className="sr-only">{title}</Radix.Title>
            <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
