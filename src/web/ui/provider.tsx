import type { ReactNode } from 'react';
import { Toaster } from './toaster.tsx';
import { TooltipProvider } from './tooltip.tsx';

/** What the parts need around them once: the shared tooltip clock and the place for toasts. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <TooltipProvider>
      {children}
      <Toaster />
    </TooltipProvider>
  );
}
