import { createContext, lazy, Suspense, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useUser } from '#web/lib/session.tsx';
import { localStore, sessionStore } from '#web/lib/storage.ts';
import { completedKey, openDelay, opensAutomatically, shownKey } from './auto-open.ts';

const GettingStarted = lazy(async () => ({ default: (await import('./getting-started.tsx')).GettingStarted }));

interface Onboarding {
  /** Shows the guide from its first step. */
  open: () => void;
}
const OnboardingContext = createContext<Onboarding | null>(null);

export function OnboardingProvider({ children }: { children: ReactNode }) {
  const { createdAt } = useUser();
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    const completed = localStore.get(completedKey) === 'true';
    const shown = sessionStore.get(shownKey) !== null;
    if (!opensAutomatically({ createdAt, now: Date.now(), completed, shown })) return undefined;
    const timer = setTimeout(() => setOpen(true), openDelay);
    return () => clearTimeout(timer);
  }, [createdAt]);

  const value = useMemo(() => ({ open: () => setOpen(true) }), []);
  const close = () => {
    sessionStore.set(shownKey, 'true');
    setOpen(false);
  };
  const complete = () => {
    localStore.set(completedKey, 'true');
    close();
  };
  return (
    <OnboardingContext value={value}>
      {children}
      {isOpen ? (
        <Suspense>
          <GettingStarted onClose={close} onComplete={complete} />
        </Suspense>
      ) : null}
    </OnboardingContext>
  );
}

export function useOnboarding(): Onboarding {
  const value = use(OnboardingContext);
  if (!value) throw new Error('useOnboarding must be used within an OnboardingProvider');
  return value;
}
