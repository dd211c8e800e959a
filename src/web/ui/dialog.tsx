import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Form } from '#web/lib/form.ts';
import { t } from '#web/lib/language.ts';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { FormFailure } from './field.tsx';
import { isInToaster } from './toast-region.tsx';

export const Dialog = Radix.Root;
export const DialogClose = Radix.Close;

/** A plain element: Radix's own overlay injects a <style> to lock scrolling, which the CSP blocks (styles/index.css locks it instead). */
function DialogOverlay() {
  const [scrolls] = useState(() => document.documentElement.scrollHeight > document.documentElement.clientHeight);
  return <div data-modal-scrim={scrolls ? 'scrolls' : ''} className="fixed inset-0 z-40 animate-fade bg-scrim" />;
}

const sizes = { default: 'w-110', lg: 'w-160' };

interface DialogContentProps extends ComponentProps<typeof Radix.Content> {
  size?: keyof typeof sizes;
  /** Hides the close button, for dialogs that need an answer. */
  withoutClose?: boolean;
}

/** Overlay, panel and close button. Start it with a DialogHeader. */
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
function DialogCloseButton() {
  return (
    <Radix.Close asChild>
      <Button variant="ghost" size="icon-sm" icon={X} aria-label={t('Close')} title={t('Close')} className="absolute! top-4 right-4" />
    </Radix.Close>
  );
}

/** For screen readers only, where a dialog shows no heading. */
export function HiddenDialogTitle({ children }: { children: ReactNode }) {
  return (
    <span className="sr-only">
      <Radix.Title className="text-16 font-semibold text-balance">{children}</Radix.Title>
    </span>
  );
}

export function DialogDescription({ children }: { children: ReactNode }) {
  return <Radix.Description className="text-soft-text">{children}</Radix.Description>;
}

/** The heading of a dialog, and what it is about. Without `text`, give the content `aria-describedby={undefined}`. */
export function DialogHeader({ title, text }: { title: ReactNode; text?: ReactNode }) {
  return (
    <header className="flex flex-col gap-2 pr-8">
      <Radix.Title className="text-16 font-semibold text-balance">{title}</Radix.Title>
      {text === undefined ? null : <DialogDescription>{text}</DialogDescription>}
    </header>
  );
}

interface TitledDialogProps extends Pick<DialogContentProps, 'size'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  text: ReactNode;
  children: ReactNode;
}

/** A dialog with a heading; what is in it starts anew each time it opens. */
export function TitledDialog({ open, onOpenChange, title, text, size, children }: TitledDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent size={size}>
        <DialogHeader title={title} text={text} />
        {children}
      </DialogContent>
    </Dialog>
  );
}

/** Buttons on the right; the primary action comes last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className="mt-6 flex flex-wrap justify-end gap-2">{children}</footer>;
}

/** What had the focus when a dialog opened. A menu item disappears with its menu, so the menu's button stands in for it. */
function currentOpener(): HTMLElement | null {
  const active = document.activeElement;
  const menuButton = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menuButton ? document.getElementById(menuButton) : active;
  return opener instanceof HTMLElement ? opener : null;
}

/** Remembers what had the focus. Render it first in a dialog: after a field with autofocus it would be too late. */
function Opener({ onOpen }: { onOpen: () => void }) {
  useLayoutEffect(onOpen, [onOpen]);
  return null;
}

/** For a dialog's content. Radix returns the focus to its own trigger only; our dialogs are mostly opened by state. */
function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  // Comes a moment after the dialog is gone: by then a key may have opened the next one, which keeps the focus.
  const onCloseAutoFocus = (event: Event) => {
    const isTaken = document.activeElement !== null && document.activeElement !== document.body;
    if (!isTaken && !opener.current?.isConnected) return;
    event.preventDefault();
    if (!isTaken) opener.current?.focus();
  };
  const onOpen = useCallback(() => {
    opener.current = currentOpener();
  }, []);
  return { onOpen, onCloseAutoFocus };
}

interface DialogFormProps {
  form: Form;
  submit: string;
  /** Adds a button that closes the dialog. */
  cancel?: string;
  destructive?: boolean;
  children: ReactNode;
}

/** The form of a dialog: the error, the fields, and the buttons. */
export function DialogForm({ form, submit, cancel, destructive = false, children }: DialogFormProps) {
  return (
    <form {...form.props} className="mt-4 flex flex-col gap-4">
      <FormFailure form={form} />
      {children}
      <DialogFooter>
        {cancel === undefined ? null : (
          <DialogClose asChild>
            <Button variant="outline">{cancel}</Button>
          </DialogClose>
        )}
        <Button type="submit" variant={destructive ? 'destructive' : 'default'} busy={form.busy}>
          {submit}
        </Button>
      </DialogFooter>
    </form>
  );
}

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
