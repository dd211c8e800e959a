import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { DialogCloseButton, DialogOverlay } from './dialog.tsx';
import { Opener, useFocusReturn } from './focus-return.tsx';
import { isInToaster } from './toaster-area.ts';

const sides = {
  right: 'right-0 w-105 animate-from-right border-l',
  left: 'left-0 w-sidebar animate-from-left border-r',
};

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The title is for screen readers only, as in menus. */
  titleHidden?: boolean;
  side?: keyof typeof sides;
  footer?: ReactNode;
  children: ReactNode;
}

/** A panel at the edge of the screen; traps the focus and closes on Escape or a click outside. */
export function Sheet({ open, onOpenChange, title, titleHidden = false, side = 'right', footer, children }: SheetProps) {
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
            className={cx(
              'fixed inset-y-0 z-50 flex max-w-[min(100vw,84vw+2rem)] flex-col bg-raised shadow-float outline-none',
              sides[side],
            )}
          >
            <Radix.Title className={cx(titleHidden ? 'sr-only' : 'border-b px-6 py-4 pr-16 text-16 font-semibold')}>{title}</Radix.Title>
            <div className={cx('min-h-0 flex-1 overflow-y-auto', titleHidden ? '' : 'px-6 py-5')}>{children}</div>
            {footer ? <div className="flex justify-end gap-2 border-t px-6 py-3">{footer}</div> : null}
            {titleHidden ? null : <DialogCloseButton />}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
