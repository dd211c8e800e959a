import type { ReactNode } from 'react';
import { useAction } from '#web/lib/failure.ts';
import { t } from '#web/lib/language.ts';
import { Button } from './button.tsx';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHeader } from './dialog.tsx';
import { FormFailure } from './field.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question that names the object. */
  title: ReactNode;
  /** What else is affected, and whether it can be undone. */
  description: ReactNode;
  /** Verb and noun, such as "Delete campaign". */
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  /** Nothing can be confirmed yet. */
  disabled?: boolean;
  /** The dialog closes when this resolves; on failure it stays open and shows the message. */
  onConfirm: () => void | Promise<unknown>;
  /** More fields, between the text and the buttons. */
  children?: ReactNode;
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = t('Cancel'),
  destructive = false,
  disabled = false,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const { isBusy, failure, start, setFailure } = useAction();
  const change = (next: boolean) => {
    if (isBusy) return;
    setFailure(null);
    onOpenChange(next);
  };
  const confirm = async () => {
    await onConfirm();
    onOpenChange(false);
  };
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent role="alertdialog">
        <DialogHeader title={title} text={description} />
        {children ? <div className="mt-4">{children}</div> : null}
        <FormFailure form={{ failure }} className="mt-4" />
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline">{cancelLabel}</Button>
          </DialogClose>
          <Button variant={destructive ? 'destructive' : 'default'} busy={isBusy} disabled={disabled} onClick={() => void start(confirm)}>
            {confirmLabel}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
