import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

export interface ThreadOptions {
  signal?: AbortSignal | undefined;
  deadlineMs: number;
}

/** For parsing a document of at most 5 MiB. */
export const parseLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/**
 * The first message of a thread, which then ends. Rejects at the deadline, when the thread fails or runs out of memory, and with
 * the signal's reason.
 */
export async function answerOf<T>(thread: Worker, { signal, deadlineMs }: ThreadOptions): Promise<T> {
  const deadline = AbortSignal.timeout(deadlineMs);
  // Once nobody waits for its answer any more, an error without a listener would end the process.
  thread.on('error', () => {});
  try {
    const [answer] = (await once(thread, 'message', { signal: signal ? AbortSignal.any([signal, deadline]) : deadline })) as [T];
    return answer;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    await thread.terminate();
  }
}
