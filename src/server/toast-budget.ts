import type { Now } from '#core/platform/clock.ts';

const windowMs = 25_000;
const maxInWindow = 6;
/** For progress and new leads, so that a start or a result still gets through. */
const minorMax = 5;

/** Counts the events that every window of a user shows as a toast: at most six in 25 seconds, however many runs are open. */
export function createToastBudget({ now, hasWindow }: { now: Now; hasWindow: (userId: string) => boolean }) {
  const sent = new Map<string, number[]>();
  return {
    /** Whether another one may be sent; counts it if so. */
    take(userId: string, weight: 'minor' | 'major'): boolean {
      if (!hasWindow(userId)) return true;
      const recent = (sent.get(userId) ?? []).filter((at) => now() - at < windowMs);
      const isWithin = recent.length < (weight === 'minor' ? minorMax : maxInWindow);
      sent.set(userId, isWithin ? [...recent, now()] : recent);
      return isWithin;
    },
  };
}
export type ToastBudget = ReturnType<typeof createToastBudget>;
