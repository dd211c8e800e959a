import { AppError } from '#core/platform/errors.ts';

export interface SlotLimits {
  /** Maximum running at once, per user and in total. */
  perUser: number;
  total: number;
}
interface Waiter {
  userId: string;
  start: () => void;
}

/** Maximum waiting, per user and in total; further ones are refused. */
const maxWaitingPerUser = 4;
const maxWaiting = 32;
const retryAfter = 5;

/**
 * Limits how much costly work runs at once, so that one user leaves capacity for others. Throws `too_many` when the user has too
 * many waiting, `unavailable` when all users together have, and the signal's reason.
 */
export function createWorkSlots({ perUser, total }: SlotLimits) {
  const working = new Map<string, number>();
  let inside = 0;
  let queue: Waiter[] = [];
  const isFree = (userId: string): boolean => inside < total && (working.get(userId) ?? 0) < perUser;

  function take(userId: string): () => void {
    inside += 1;
    working.set(userId, (working.get(userId) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      inside -= 1;
      const left = (working.get(userId) ?? 1) - 1;
      if (left > 0) working.set(userId, left);
      else working.delete(userId);
      queue.find((waiter) => isFree(waiter.userId))?.start();
    };
  }

  function wait(userId: string, signal: AbortSignal): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const waiter: Waiter = { userId, start: () => leave(() => resolve(take(userId))) };
    const giveUp = (): void => leave(() => reject(signal.reason as Error));
    function leave(then: () => void): void {
      queue = queue.filter((other) => other !== waiter);
      signal.removeEventListener('abort', giveUp);
      then();
    }
    queue.push(waiter);
    signal.addEventListener('abort', giveUp);
    return promise;
  }

  /** Resolves with a function that frees the slot, once it is this user's turn. */
  return async function enter(userId: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (isFree(userId)) return take(userId);
    if (queue.filter((waiter) => waiter.userId === userId).length >= maxWaitingPerUser)
      throw new AppError('too_many', 'You have too many of these running. Wait for one to finish, then try again.', { retryAfter });
    if (queue.length >= maxWaiting)
      throw new AppError('unavailable', 'The server is busy with requests like this. Try again in a few seconds.', { retryAfter });
    return wait(userId, signal);
  };
}
export type WorkSlots = ReturnType<typeof createWorkSlots>;
