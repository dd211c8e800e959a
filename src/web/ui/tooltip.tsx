import { lazy, type ComponentType, type ReactNode } from 'react';
import { LazyTrigger } from './lazy.tsx';
import type { BubbleProps } from './tooltip-bubble.tsx';

interface TooltipProps {
  /** Null: no tooltip right now. */
  content: ReactNode;
  shortcut?: string;
  side?: BubbleProps['side'];
  /** One focusable element. */
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
