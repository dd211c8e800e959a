import type { ReactNode } from 'react';
import { Toaster } from './toaster.tsx';

/** What the parts need around them once: the place for toasts. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toaster />
    </>
  );
}
