import { useSyncExternalStore } from 'react';
import { t } from './language.ts';
import { exactTime, relativeTime } from './format.ts';
import { useAuth } from './session.tsx';

const step = 15_000;
/** Rounded up, because something that just happened would otherwise seem to be in the future. */
const currentStep = () => Math.ceil(Date.now() / step) * step;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One shared timer, because separate ones would rerender a long list row by row. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((tell) => tell()), step);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time in milliseconds, updated every 15 s, so that "3 min ago" stays true on an open page. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, currentStep);
}

const unknownDate = t('date unknown');

/** "3 h ago", exact on hover in the user's zone. */
export function TimeAgo({ at, className }: { at: string | null; className?: string }) {
  const { user } = useAuth();
  const now = useMinute();
  if (at === null) return <span className={className}>{unknownDate}</span>;
  return (
    <time dateTime={at} title={exactTime(at, { timeZone: user?.settings.timezone })} className={className}>
      {relativeTime(at, now)}
    </time>
  );
}
