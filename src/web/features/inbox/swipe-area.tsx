import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';
import { type SwipeActions, useSwipe } from './use-swipe.ts';

const hint = 'absolute top-1/3 flex flex-col items-center gap-1 text-13 font-medium opacity-50 transition-opacity';

export function SwipeArea({ actions, children }: { actions: SwipeActions; children: ReactNode }) {
  const swipe = useSwipe(actions);
  return (
    <div data-reader className="group/swipe relative flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden bg-sunken">
      <span aria-hidden className={`${hint} left-5 text-good group-has-data-[swipe=keep]/swipe:opacity-100`}>
        <Check className="size-6" />
        {texts.swipeKeep}
      </span>
      <span aria-hidden className={`${hint} right-5 text-bad group-has-data-[swipe=dismiss]/swipe:opacity-100`}>
        <X className="size-6" />
        {texts.swipeDismiss}
      </span>
      <div {...swipe} className="relative flex min-h-0 min-w-0 flex-1 touch-pan-y flex-col bg-surface">
        {children}
      </div>
    </div>
  );
}
