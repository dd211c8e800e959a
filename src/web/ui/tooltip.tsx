import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Kbd } from './kbd.tsx';

/** Milliseconds before a tooltip shows; the specification fixes it. */
export const tooltipDelay = 700;

export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={tooltipDelay}>{children}</Radix.Provider>;
}

interface TooltipProps {
  content: ReactNode;
  shortcut?: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** One focusable element. */
  children: ReactNode;
}

/** A short name for what one element does. Nothing that matters may stand only here: touch screens show no tooltips. */
export function Tooltip({ content, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 flex min-h-7 max-w-72 animate-fade items-center gap-1.5 rounded-sm bg-text px-2 py-1 text-12 font-medium text-surface"
        >
          {content}
          {shortcut ? <Kbd look="inherit">{shortcut}</Kbd> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
