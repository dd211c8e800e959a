import type { ReactNode } from 'react';
import { Toaster } from './toaster.tsx';

/** What the components need around them, once. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toaster />
    </>
  );
}
