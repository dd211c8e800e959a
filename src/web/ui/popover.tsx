import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

interface PopoverProps {
  /** One button. */
  trigger: ReactNode;
  /** Names the panel for screen readers. */
  label: string;
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  children: ReactNode;
}

/** A small panel beside its button. Escape or a click outside closes it and gives the focus back. */
export function Popover({ trigger, label, align = 'start', open, onOpenChange, className, children }: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cx(
            'z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] animate-fade overflow-y-auto rounded-lg bg-raised px-3.5 py-3 text-text shadow-float outline-none',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const PopoverClose = Radix.Close;
