import { lazy, type ReactNode } from 'react';
import { LazyTrigger } from './lazy-trigger.tsx';

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

const Panel = lazy(async () => ({ default: (await import('./popover-panel.tsx')).PopoverPanel }));
const closed = { 'aria-haspopup': 'dialog', 'aria-expanded': false, 'data-state': 'closed' };

/** A small panel beside its button. Escape or a click outside closes it and returns the focus. */
export function Popover({ trigger, ...panel }: PopoverProps) {
  return (
    <LazyTrigger trigger={trigger} attributes={closed} open={panel.open}>
      {(link) => <Panel link={link} {...panel} />}
    </LazyTrigger>
  );
}
