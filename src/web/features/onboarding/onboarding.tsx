import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useMemo, useState } from 'react';
import { useUser } from '#web/lib/session.tsx';
import { localStore, sessionStore } from '#web/lib/storage.ts';

/** Milliseconds. The guide opens by itself for younger accounts, after the delay. */
const newAccountAge = 86_400_000;
const openDelay = 1000;

/** Written only by "Let's Go!". */
const completedKey = 'getting-started-completed';
/** In session storage. */
const shownKey = 'getting-started-shown';

interface Facts {
  createdAt: string;
  /** Milliseconds since 1970. */
  now: number;
  completed: boolean;
  shown: boolean;
}

export const opensAutomatically = ({ createdAt, now, completed, shown }: Facts): boolean =>
  !completed && !shown && now - Date.parse(createdAt) < newAccountAge;

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
