import { lazy, type ComponentType, type ReactNode } from 'react';
import { LateTrigger, type TriggerLink } from './late-trigger.tsx';

type Side = 'top' | 'right' | 'bottom' | 'left';

interface TooltipProps {
  /** Null: nothing to say just now. */
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

// Without its bubble a button still says what it does: a chunk that cannot be fetched must not take the page along.
const nothing: { TooltipBubble: ComponentType<BubbleProps> } = { TooltipBubble: () => null };
const Bubble = lazy(async () => ({ default: (await import('./tooltip-bubble.tsx').catch(() => nothing)).TooltipBubble }));

/** A short name for what one element does. Nothing that matters may stand only here: touch screens show no tooltips. */
export function Tooltip({ content, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <LateTrigger trigger={children}>
      {(link) => (
        <Bubble link={link} side={side} shortcut={shortcut}>
          {content}
        </Bubble>
      )}
    </LateTrigger>
  );
}
