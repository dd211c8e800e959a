import { Dialog as Radix } from 'radix-ui';
import { X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { Opener, useFocusReturn } from './focus-return.tsx';
import { isInToaster } from './toaster-area.ts';
import { uiTexts } from './texts.ts';

export const Dialog = Radix.Root;
export const DialogTrigger = Radix.Trigger;
export const DialogClose = Radix.Close;

/** A plain element: Radix's own overlay injects a <style> to lock scrolling, which the CSP blocks (base.css locks it instead). */
export function DialogOverlay() {
  return <div data-modal-scrim="" className="fixed inset-0 z-40 animate-fade bg-scrim" />;
}

const sizes = { default: 'w-110', lg: 'w-160', xl: 'w-220' };

interface DialogContentProps extends ComponentProps<typeof Radix.Content> {
  size?: keyof typeof sizes;
  /** Hides the close button, for dialogs that need an answer. */
  withoutClose?: boolean;
}

/** Overlay, panel and close button. Start it with a DialogHeader that has a DialogTitle. */
export function DialogContent({ size = 'default', withoutClose = false, className, children, ...rest }: DialogContentProps) {
  const { onOpen, onCloseAutoFocus } = useFocusReturn();
  return (
    <Radix.Portal>
      <DialogLayer>
        <Opener onOpen={onOpen} />
        <Radix.Content
          aria-modal
          onCloseAutoFocus={onCloseAutoFocus}
          {...rest}
          onPointerDownOutside={(event) => (isInToaster(event.target) ? event.preventDefault() : rest.onPointerDownOutside?.(event))}
          className={cx(
            'relative max-h-full max-w-full animate-rise overflow-y-auto rounded-lg bg-raised p-6 shadow-float outline-none max-md:p-5',
            sizes[size],
            className,
          )}
        >
          {children}
          {withoutClose ? null : <DialogCloseButton />}
        </Radix.Content>
      </DialogLayer>
    </Radix.Portal>
  );
}

function DialogLayer({ children }: { children: ReactNode }) {
  return (
    <div>
      <DialogOverlay />
      <div className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center p-4">{children}</div>
    </div>
  );
}

/** No tooltip: it would capture the first Escape. */
export function DialogCloseButton() {
  return (
    <Radix.Close asChild>
      <Button
        variant="ghost"
        size="icon-sm"
        icon={X}
        aria-label={uiTexts.close}
        title={uiTexts.close}
        className="absolute! top-4 right-4"
      />
    </Radix.Close>
  );
}

export function DialogHeader({ children }: { children: ReactNode }) {
  return <header className="flex flex-col gap-2 pr-8">{children}</header>;
}

export function DialogTitle({ children }: { children: ReactNode }) {
  return <Radix.Title className="text-16 font-semibold text-balance">{children}</Radix.Title>;
}

export function DialogDescription({ children }: { children: ReactNode }) {
  return <Radix.Description className="text-soft-text">{children}</Radix.Description>;
}

/** Buttons on the right; the primary action comes last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className="mt-6 flex flex-wrap justify-end gap-2">{children}</footer>;
}
