import { AppError } from '#core/platform/errors.ts';

export interface GateSize {
  /** Maximum number of jobs that run at once. */
  active: number;
  /** Maximum number of queued jobs; further ones are refused. */
  waiting: number;
}

/** Limits concurrency with a short queue. Throws `too_many` when the queue is full. */
export function createGate({ active, waiting }: GateSize) {
  const queue: (() => void)[] = [];
  let inside = 0;
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else inside -= 1;
  };
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside < active) inside += 1;
    else if (queue.length >= waiting)
      throw new AppError('too_many', 'Too many people are signing in right now. Try again in a moment.', { retryAfter: 3 });
    else await new Promise<void>((resolve) => void queue.push(resolve));
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
