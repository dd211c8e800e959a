import type { Now } from '#core/platform/clock.ts';
import { createBreaker, type Breaker } from '#core/platform/http/breaker.ts';
import type { AiFailure } from './provider.ts';

/** Users whose last questions came to nothing, though the server answered: the model is paused for them, not for others. */
export function createFruitless(now: Now) {
  const breakers = new Map<string, Breaker>();
  let trouble: { since: number; failure: AiFailure } | null = null;
  return {
    /** Null once anyone got something of use. */
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
