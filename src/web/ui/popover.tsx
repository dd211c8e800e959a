import { lazy } from 'react';
import { LazyTrigger } from './lazy.tsx';
import type { PopoverProps } from './popover-panel.tsx';

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
