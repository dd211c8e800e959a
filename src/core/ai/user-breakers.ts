import type { Now } from '#core/platform/clock.ts';
import { createBreaker, type Breaker } from '#core/platform/http/breaker.ts';
import type { AiFailure } from './provider.ts';

/** Pauses the model for single users whose requests get no usable answer, while it keeps working for others. */
export function createUserBreakers(now: Now) {
  const breakers = new Map<string, Breaker>();
  let trouble: { since: number; failure: AiFailure } | null = null;
  return {
    /** Null once any user gets a usable answer. */
    trouble: () => trouble,
    openUntil: (asker: string): number => breakers.get(asker)?.openUntil() ?? 0,
    failed(failure: AiFailure, asker: string): void {
      const breaker = breakers.get(asker) ?? createBreaker({ now });
      breakers.set(asker, breaker);
      breaker.failed();
      if (breaker.openUntil() !== null) trouble ??= { since: now(), failure };
    },
    succeeded(asker: string): void {
      breakers.delete(asker);
      trouble = null;
    },
  };
}
