import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '#core/platform/errors.ts';
import type { Page } from './page.ts';

const defaultDeadlineMs = 5_000;
/** A page is 5 MiB at most (see guarded.ts); what needs more memory than this is no page for people. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

const tooComplex = (cause: unknown) =>
  new AppError('unavailable', 'That page is too large or too complex to read. Describe what you offer instead.', { cause });

interface ParseOptions {
  signal?: AbortSignal | undefined;
  deadlineMs?: number;
}

/**
 * Reads a page in a thread of its own, so that no page keeps others waiting; the thread is ended at the deadline or by
 * the signal. Throws `unavailable`, or the signal's reason.
 */
export async function parsePage(html: string, { signal, deadlineMs = defaultDeadlineMs }: ParseOptions = {}): Promise<Page> {
  signal?.throwIfAborted();
  const deadline = AbortSignal.timeout(deadlineMs);
  // `vite.server.ts` gives the worker a file of its own in the bundle.
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), { workerData: html, resourceLimits, execArgv: [] });
  try {
    const [page] = (await once(worker, 'message', { signal: signal ? AbortSignal.any([signal, deadline]) : deadline })) as [Page];
    return page;
  } catch (error) {
    signal?.throwIfAborted();
    throw tooComplex(error);
  } finally {
    await worker.terminate();
  }
}
