import type { ReactNode } from 'react';
import { type TriggerLink, TriggerStandIn } from './lazy.tsx';
import { Tooltip as Radix } from 'radix-ui';
import { Kbd } from './kbd.tsx';

export interface BubbleProps {
  link: TriggerLink;
  side: 'top' | 'right' | 'bottom' | 'left';
  shortcut: string | undefined;
  children: ReactNode;
}

/** Milliseconds before a tooltip shows; the value is fixed. */
const delay = 700;

export function TooltipBubble({ link, side, shortcut, children }: BubbleProps) {
  return (
    <Radix.Provider delayDuration={delay}>
      <Radix.Root>
        <Radix.Trigger asChild>
          <TriggerStandIn link={link} />
        </Radix.Trigger>
        {children === null ? null : (
          <Radix.Portal>
            <Radix.Content
              side={side}
              sideOffset={6}
              collisionPadding={8}
              className="z-60 flex min-h-7 max-w-72 animate-fade items-center gap-1.5 rounded-sm bg-text px-2 py-1 text-12 font-medium text-surface"
            >
              {children}
              {shortcut ? <Kbd look="inherit">{shortcut}</Kbd> : null}
            </Radix.Content>
          </Radix.Portal>
        )}
      </Radix.Root>
    </Radix.Provider>
  );
}
