import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useMemo, useState } from 'react';
import { authRoutes } from '#shared/auth.ts';
import { call } from '#web/lib/api.ts';
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
  /** Keeps the guide from opening by itself until the returned function is called. */
  hold: () => () => void;
}
const OnboardingContext = createContext<Onboarding | null>(null);

export function OnboardingProvider({ children }: { children: ReactNode }) {
  const { createdAt, settings } = useUser();
  const isKnown = settings.guideCompleted === true;
  const [isOpen, setOpen] = useState(false);
  /** By itself, once nothing holds it. */
  const [isDue, setDue] = useState(false);
  const [holders, setHolders] = useState(0);

  useEffect(() => {
    const completed = isKnown || localStore.get(completedKey) === 'true';
    const shown = sessionStore.get(shownKey) !== null;
    if (!opensAutomatically({ createdAt, now: Date.now(), completed, shown })) return undefined;
    const timer = setTimeout(() => setDue(true), openDelay);
    return () => clearTimeout(timer);
  }, [createdAt, isKnown]);

  const value = useMemo(() => {
    const hold = () => {
      setHolders((count) => count + 1);
      return () => setHolders((count) => count - 1);
    };
    return { open: () => setOpen(true), hold };
  }, []);
  const close = () => {
    sessionStore.set(shownKey, 'true');
    setOpen(false);
    setDue(false);
  };
  const complete = () => {
    localStore.set(completedKey, 'true');
    // On other devices, too. Without it, this one knows.
    void call(authRoutes.updateProfile, { body: { settings: { guideCompleted: true } } }).catch(() => undefined);
    close();
  };
  return (
    <OnboardingContext value={value}>
      {children}
      {isOpen || (isDue && holders === 0) ? (
        <Suspense>
          <GettingStarted onClose={close} onComplete={complete} />
        </Suspense>
      ) : null}
    </OnboardingContext>
  );
}

/** Keeps the guide from opening by itself over what the page asks. */
export function useHeldGuide(isHeld: boolean): void {
  const { hold } = useOnboarding();
  useEffect(() => (isHeld ? hold() : undefined), [isHeld, hold]);
}

export function useOnboarding(): Onboarding {
  const value = use(OnboardingContext);
  if (!value) throw new Error('useOnboarding must be used within an OnboardingProvider');
  return value;
}
