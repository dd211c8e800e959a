import { Worker } from 'node:worker_threads';
import { AppError } from '#core/platform/errors.ts';
import { answerOf, parseLimits } from '#core/platform/thread.ts';
import type { Page } from './page.ts';

const defaultDeadlineMs = 5_000;

const tooComplex = (cause: unknown) =>
  new AppError('unavailable', 'That page is too large or too complex to read. Describe what you offer instead.', { cause });

interface ParseOptions {
  signal?: AbortSignal | undefined;
  deadlineMs?: number;
}

/**
 * Parses a page in a worker thread, so that it can't block the process. The thread ends at the deadline or when the
 * signal aborts. Throws `unavailable`, or the signal's reason.
 */
export async function parsePage(html: string, { signal, deadlineMs = defaultDeadlineMs }: ParseOptions = {}): Promise<Page> {
  signal?.throwIfAborted();
  // `vite.server.ts` bundles the worker as a separate file.
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), { workerData: html, resourceLimits: parseLimits, execArgv: [] });
  return answerOf<Page>(worker, { signal, deadlineMs }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw tooComplex(error);
  });
}
