import type { ReactNode } from 'react';
import { Toaster } from './toaster.tsx';

/** Context that the components need; render it once. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toaster />
    </>
  );
}
