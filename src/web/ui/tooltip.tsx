import { lazy, type ComponentType, type ReactNode } from 'react';
import { LazyTrigger, type TriggerLink } from './lazy-trigger.tsx';

type Side = 'top' | 'right' | 'bottom' | 'left';

interface TooltipProps {
  /** Null: no tooltip right now. */
  content: ReactNode;
  shortcut?: string;
  side?: Side;
  /** One focusable element. */
  children: ReactNode;
}

export interface BubbleProps {
  link: TriggerLink;
  side: Side;
  shortcut: string | undefined;
  children: ReactNode;
}

// A failed chunk must not break the page: the button works without its tooltip.
const nothing: { TooltipBubble: ComponentType<BubbleProps> } = { TooltipBubble: () => null };
const Bubble = lazy(async () => ({ default: (await import('./tooltip-bubble.tsx').catch(() => nothing)).TooltipBubble }));

/** A short label for one element. Never the only place for something important: touch screens show no tooltips. */
export function Tooltip({ content, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <LazyTrigger trigger={children}>
      {(link) => (
        <Bubble link={link} side={side} shortcut={shortcut}>
          {content}
        </Bubble>
      )}
    </LazyTrigger>
  );
}
