import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { type TriggerLink, TriggerStandIn } from './lazy.tsx';

export interface PopoverProps {
  /** One button. */
  trigger: ReactNode;
  /** Accessible name of the panel. */
  label: string;
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  children: ReactNode;
}

type PanelProps = Omit<PopoverProps, 'trigger'> & { link: TriggerLink };

export function PopoverPanel({ link, label, align = 'start', open, onOpenChange, className, children }: PanelProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <TriggerStandIn link={link} />
      </Radix.Trigger>
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
